import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { readNextReview } from "@/lib/dataset/questions/cells";
import { REVIEW_POLICIES } from "@/lib/dataset/questions/vocabulary";
import { DUE, SECTION } from "@/lib/dataset/questions/sql";
import { sampleContent } from "@/prisma/testing/content";
import { keepDay } from "@/prisma/testing/noon";
import { addQuestion } from "@/prisma/testing/questions";
import { getSettings, listDue } from "./queries";
import { expectedDue, expectedSection, type DueFacts, type ExpectedDue } from "./due.oracle";
import { NO_FILTERS } from "./address";

/** Heads with every combination of policy, day, base, verification and plan. */
const DAYS = [null, "2026-03-01", "2026-03-02", "2026-03-03"];
const COMBINATIONS = REVIEW_POLICIES.flatMap((policy) =>
  DAYS.flatMap((on) =>
    DAYS.slice(1).flatMap((answersSince) =>
      DAYS.flatMap((verifiedOn) =>
        [null, "2026-05-05"].map((plannedOn) => ({
          policy,
          on,
          answersSince: answersSince!,
          verifiedOn,
          plannedOn,
        })),
      ),
    ),
  ),
);
let actor: Actor;
let questionId: number;

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "ann@example.org", name: "Ann", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: "Ann", roles: ["maintainer"], via: "web" };
  ({ questionId } = await addQuestion(actor, sampleContent()));
});
afterAll(disconnect);

type Facts = Omit<DueFacts, "lastReleaseOn">;

/** What SQL says of heads with these facts, in their order. */
async function dueOf(
  facts: readonly Facts[],
  days: { frequently: number; occasionally: number; hardlyEver: number },
): Promise<(ExpectedDue & { section: string; today: string })[]> {
  await db.datasetSettings.update({
    where: { id: 1 },
    data: {
      frequentlyDays: days.frequently,
      occasionallyDays: days.occasionally,
      hardlyEverDays: days.hardlyEver,
    },
  });
  // Heads are a projection without keys of their own, so that the facts can be laid out directly.
  await db.$executeRaw`DELETE FROM question_heads WHERE question_id > 1000`;
  await db.$executeRaw`
    INSERT INTO question_heads (question_id, revision_id, number, position, question, normalized, primary_answer, search_text, evidence_hosts, status, false_premise,
      fact_type, hops, effective_before, review_policy, review_on, author_id, revised_at, answers_since, verified_on, planned_on)
    SELECT 1000 + c.n, 1000 + c.n, 1, 1000 + c.n, h.question, h.normalized, h.primary_answer, h.search_text, h.evidence_hosts, h.status, h.false_premise, h.fact_type, h.hops, h.effective_before,
      c.policy, c.on::date, h.author_id, h.revised_at, c.since::date, c.verified::date, c.planned::date
    FROM question_heads h, ROWS FROM (json_to_recordset(${JSON.stringify(
      facts.map((one) => ({
        policy: one.policy,
        on: one.on,
        since: one.answersSince,
        verified: one.verifiedOn,
        planned: one.plannedOn,
      })),
    )}::json) AS (policy text, "on" text, since text, verified text, planned text)) WITH ORDINALITY AS c(policy, "on", since, verified, planned, n)
    WHERE h.question_id = ${questionId}`;
  return db.$queryRaw`
    SELECT d.due_on::text AS "on", d.why, d.hard, ${SECTION} AS section, k.today::text AS today
    FROM ${DUE} WHERE h.question_id > 1000 ORDER BY h.question_id`;
}

/** Holds SQL against the oracle, for every combination of facts. */
async function compare(lastReleaseOn: string | null): Promise<void> {
  const found = await dueOf(COMBINATIONS, { frequently: 3, occasionally: 40, hardlyEver: 400 });
  expect(found).toHaveLength(7 * 4 * 3 * 4 * 2);
  for (const [at, facts] of COMBINATIONS.entries()) {
    const { today, ...said } = found[at]!;
    const due = expectedDue(
      { ...facts, lastReleaseOn },
      { frequently: 3, occasionally: 40, hardly_ever: 400 },
    );
    expect(said, JSON.stringify({ ...facts, lastReleaseOn })).toEqual({
      ...due,
      section: expectedSection(due.on, today),
    });
  }
}

// A file of no bytes has this checksum.
const publish = (name: string, at: string) =>
  db.release.create({
    data: {
      name,
      notes: "",
      sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      byteSize: 0n,
      questionCount: 0,
      publishedById: actor.userId,
      publishedAt: new Date(at),
    },
  });

/** Answers of the release of 7 April 2025, never verified, no release of one's own. */
const FACTS: DueFacts = {
  policy: "never",
  on: null,
  answersSince: "2025-04-07",
  verifiedOn: null,
  plannedOn: null,
  lastReleaseOn: null,
};
/** Due days as one counts them on a calendar: what, facts, due, whether hard, why. */
type Counted = readonly [string, Partial<DueFacts>, string | null, boolean, string];

// Every spelling of real releases of 2023 to 2026, and what each means for answers that hold since 7 April 2025.
const CELLS: Counted[] = (
  [
    ["N/A", null, false, "never"],
    ["hardly_ever", "2028-04-06", false, "interval"],
    ["occasionally", "2025-10-04", false, "interval"],
    ["frequently", "2025-04-14", false, "interval"],
    ["every_time", "2025-04-08", true, "release"],
    ["04/10/2025", "2025-04-10", true, "date"],
    ["12/31/2024", "2024-12-31", true, "date"],
    ["4/9/2025", "2025-04-09", true, "date"],
    ["2025", "2025-01-01", true, "date"],
    ["24-Nov", "2025-11-24", true, "date"],
    ["24-Mar", "2026-03-24", true, "date"],
    [" occasionally ", "2025-10-04", false, "interval"],
    ["Hardly ever", "2028-04-06", false, "interval"],
    ["2025-05-01", "2025-05-01", true, "date"],
    ["Fall 2024", null, false, "unrecognized"],
    ["Nov-24", null, false, "unrecognized"],
    ["", null, false, "unrecognized"],
  ] as const
).map(([cell, on, hard, why]) => [
  `the cell ${JSON.stringify(cell)}`,
  readNextReview(cell, "2025-04-07").value!,
  on,
  hard,
  why,
]);

const VERIFIED: Counted[] = [
  [
    "frequently",
    { policy: "frequently", verifiedOn: "2025-05-01" },
    "2025-05-08",
    false,
    "interval",
  ],
  [
    "frequently, answers changed later",
    { policy: "frequently", verifiedOn: "2025-05-01", answersSince: "2025-05-03" },
    "2025-05-10",
    false,
    "interval",
  ],
  [
    "occasionally",
    { policy: "occasionally", verifiedOn: "2025-05-01" },
    "2025-10-28",
    false,
    "interval",
  ],
  [
    "hardly ever, from a leap day",
    { policy: "hardly_ever", verifiedOn: "2024-02-29", answersSince: "2020-01-01" },
    "2027-02-28",
    false,
    "interval",
  ],
  [
    "never, planned or not",
    { policy: "never", verifiedOn: "2025-05-01", plannedOn: "2025-06-01" },
    null,
    false,
    "never",
  ],
  [
    "the day before its date",
    { policy: "on_date", on: "2025-06-01", verifiedOn: "2025-05-31" },
    "2025-06-01",
    true,
    "date",
  ],
  [
    "on its date",
    { policy: "on_date", on: "2025-06-01", verifiedOn: "2025-06-01" },
    null,
    false,
    "checked",
  ],
  [
    "after its date",
    { policy: "on_date", on: "2025-06-01", verifiedOn: "2025-06-02" },
    null,
    false,
    "checked",
  ],
  [
    "never, with answers from after its date",
    { policy: "on_date", on: "2024-06-01" },
    "2024-06-01",
    true,
    "date",
  ],
  ["without its date", { policy: "on_date" }, null, false, "unrecognized"],
];

const PLANNED: Counted[] = [
  ...(["frequently", "occasionally", "hardly_ever"] as const).map((policy): Counted => [
    `a plan in place of ${policy}`,
    { policy, plannedOn: "2025-08-01" },
    "2025-08-01",
    false,
    "planned",
  ]),
  [
    "a plan beside a date",
    { policy: "on_date", on: "2025-09-01", plannedOn: "2025-08-01" },
    "2025-09-01",
    true,
    "date",
  ],
];

const EVERY_TIME_BEFORE_A_RELEASE: Counted[] = [
  ["never checked", { policy: "every_time" }, "2025-04-08", true, "release"],
  ["checked", { policy: "every_time", verifiedOn: "2025-04-08" }, null, false, "awaits-release"],
];

/** Once after each release: this one is of 2 May 2025. */
const EVERY_TIME: Counted[] = (
  [
    ["checked before the release", { verifiedOn: "2025-05-01" }, "2025-05-03"],
    ["checked on its day, before or after it", { verifiedOn: "2025-05-02" }, "2025-05-03"],
    ["checked after it", { verifiedOn: "2025-05-03" }, null],
    ["answered after it", { answersSince: "2025-05-03" }, null],
    ["planned", { verifiedOn: "2025-05-01", plannedOn: "2025-06-01" }, "2025-05-03"],
  ] as const
).map(([what, facts, on]) => [
  what,
  { ...facts, policy: "every_time", lastReleaseOn: "2025-05-02" },
  on,
  on !== null,
  on === null ? "awaits-release" : "release",
]);

/** Holds SQL and the oracle against a table. */
async function expectCounted(table: readonly Counted[]): Promise<void> {
  expect(table).not.toHaveLength(0);
  const facts = table.map(([, one]) => ({ ...FACTS, ...one }));
  const found = await dueOf(facts, { frequently: 7, occasionally: 180, hardlyEver: 1095 });
  const named = (of: (at: number) => ExpectedDue) =>
    table.map(([what], at) => [what, of(at)] as const);
  const counted = named((at) => {
    const [, , on, hard, why] = table[at]!;
    return { on, hard, why };
  });
  expect(
    named((at) => ({ on: found[at]!.on, hard: found[at]!.hard, why: found[at]!.why })),
  ).toEqual(counted);
  expect(
    named((at) => expectedDue(facts[at]!, { frequently: 7, occasionally: 180, hardly_ever: 1095 })),
  ).toEqual(counted);
}

test("each cell of a real release is due on the day that one counts on a calendar", () =>
  expectCounted(CELLS));
test("a verification moves the day on", () => expectCounted(VERIFIED));
test("a plan takes the place of a soft day and of no other", () => expectCounted(PLANNED));

test("a week is today and the six days behind it", async () => {
  await withConnection(keepDay);
  const [days] = await db.$queryRaw<
    { past: string; today: string; last: string; behind: string }[]
  >`SELECT (dataset_today() - 1)::text AS past, dataset_today()::text AS today, (dataset_today() + 6)::text AS last, (dataset_today() + 7)::text AS behind`;
  const { past, today, last, behind } = days!;
  const found = await dueOf(
    [past, today, last, behind, null].map((on) => ({ ...FACTS, policy: "on_date", on })),
    { frequently: 7, occasionally: 180, hardlyEver: 1095 },
  );
  const sections = ["overdue", "week", "week", "upcoming", "none"];
  expect(found.map(({ section }) => section)).toEqual(sections);
  expect([past, today, last, behind, null].map((on) => expectedSection(on, today))).toEqual(
    sections,
  );
});

test("SQL derives the same due days as the oracle, before and after releases", async () => {
  await expectCounted(EVERY_TIME_BEFORE_A_RELEASE);
  await compare(null);
  await publish("FreshQA_v05022025", "2026-11-01T12:00:00Z");
  await expectCounted(EVERY_TIME);
  await publish("FreshQA_v03022026", "2026-11-01T12:00:00Z");
  await compare("2026-03-02");
  await publish("FreshQA_v01012026", "2026-11-02T12:00:00Z");
  await compare("2026-03-02");
});

test("a release counts by the day of its name, and by the day of publishing where that was earlier", async () => {
  await db.datasetSettings.update({ where: { id: 1 }, data: { timeZone: "Pacific/Kiritimati" } });
  // A name of the far future must not put every_time off for ever. 11:00 UTC is the next day in Kiritimati (UTC+14).
  await publish("FreshQA_v01012062", "2026-03-02T11:00:00Z");
  await compare("2026-03-03");
});

test("today is the day of the dataset's time zone", async () => {
  const days = new Set<string>();
  for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    await db.datasetSettings.update({ where: { id: 1 }, data: { timeZone } });
    const asked = async () => ({
      settings: (await getSettings(actor)).today,
      page: (await listDue(actor, { ...NO_FILTERS, page: 1 })).today,
      after: (await getSettings(actor)).today,
    });
    let said = await asked();
    // A midnight there has passed in between, and will not again.
    if (said.settings !== said.after) said = await asked();
    expect(said.page).toBe(said.settings);
    days.add(said.page);
  }
  // 25 hours lie between the two: it is never the same day in both.
  expect(days.size).toBe(2);
});
