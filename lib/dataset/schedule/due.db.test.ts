import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, transaction } from "@/lib/platform/db";
import { renderCells } from "@/lib/dataset/questions/cells";
import { REVIEW_POLICIES, type ReviewPolicy } from "@/lib/dataset/questions/schema";
import { createQuestion } from "@/lib/dataset/questions/writes";
import { DUE, SECTION } from "@/lib/dataset/questions/sql";
import { getSettings, listDue } from "./queries";
import { dueOn, sectionOf } from "./rules";
import { NO_FILTERS } from "./schema";

/*
 * The rule and the SQL are one: heads with every combination of policy, day, base, verification and plan, against every
 * state of releases.
 */
const DAYS = [null, "2026-03-01", "2026-03-02", "2026-03-03"];
let actor: Actor;

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "ann@example.org", name: "Ann", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: "Ann", roles: ["maintainer"], via: "web" };
  const first = await transaction((tx) =>
    createQuestion(tx, actor, {
      cells: renderCells({
        split: "TEST",
        question: "Who?",
        effectiveYear: null,
        nextReview: { policy: "never", on: null },
        falsePremise: false,
        hops: "one-hop",
        factType: "fast-changing",
        sources: [],
        answers: ["She"],
        note: "",
      }),
      style: 0,
      status: "active",
      reason: "author",
      comment: "",
    }),
  );
  // Heads are a projection without keys of their own, so that the combinations can be laid out directly.
  const combinations = REVIEW_POLICIES.flatMap((policy) =>
    DAYS.flatMap((on) =>
      DAYS.slice(1).flatMap((since) =>
        DAYS.flatMap((verified) =>
          [null, "2026-05-05"].map((planned) => ({ policy, on, since, verified, planned })),
        ),
      ),
    ),
  );
  await db.$executeRaw`
    INSERT INTO question_heads (question_id, revision_id, number, position, question, normalized, primary_answer, search_text, evidence_hosts, status, false_premise,
      fact_type, hops, effective_before, review_policy, review_on, author_id, revised_at, answers_since, verified_on, planned_on)
    SELECT 1000 + c.n, 1000 + c.n, 1, 1000 + c.n, h.question, h.normalized, h.primary_answer, h.search_text, h.evidence_hosts, h.status, h.false_premise, h.fact_type, h.hops, h.effective_before,
      c.policy, c.on::date, h.author_id, h.revised_at, c.since::date, c.verified::date, c.planned::date
    FROM question_heads h, ROWS FROM (json_to_recordset(${JSON.stringify(combinations)}::json) AS (policy text, "on" text, since text, verified text, planned text)) WITH ORDINALITY AS c(policy, "on", since, verified, planned, n)
    WHERE h.question_id = ${first.questionId}`;
  await db.datasetSettings.update({
    where: { id: 1 },
    data: { frequentlyDays: 3, occasionallyDays: 40, hardlyEverDays: 400 },
  });
});
afterAll(disconnect);

async function compare(lastReleaseOn: string | null): Promise<void> {
  const rows = await db.$queryRaw<
    {
      policy: ReviewPolicy;
      on: string | null;
      answersSince: string;
      verifiedOn: string | null;
      plannedOn: string | null;
      due: string | null;
      why: string;
      hard: boolean;
      section: string;
      today: string;
    }[]
  >`
    SELECT h.review_policy AS policy, h.review_on::text AS "on", h.answers_since::text AS "answersSince", h.verified_on::text AS "verifiedOn", h.planned_on::text AS "plannedOn",
      d.due_on::text AS due, d.why, d.hard, ${SECTION} AS section, k.today::text AS today
    FROM ${DUE} WHERE h.question_id > 1000`;
  expect(rows).toHaveLength(REVIEW_POLICIES.length * 4 * 3 * 4 * 2);
  for (const { due, why, hard, section, today, ...facts } of rows) {
    const rule = dueOn(
      { ...facts, lastReleaseOn },
      { frequently: 3, occasionally: 40, hardly_ever: 400 },
    );
    expect({ on: due, hard, why, section }, JSON.stringify({ ...facts, lastReleaseOn })).toEqual({
      ...rule,
      section: sectionOf(rule.on, today),
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

test("SQL derives the same due days as the rule, before and after releases", async () => {
  await compare(null);
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
    const [settings, page] = await Promise.all([
      getSettings(actor),
      listDue(actor, { ...NO_FILTERS, page: 1 }),
    ]);
    expect(page.today).toBe(settings.today);
    days.add(settings.today);
  }
  // 25 hours lie between the two: it is never the same day in both.
  expect(days.size).toBe(2);
});
