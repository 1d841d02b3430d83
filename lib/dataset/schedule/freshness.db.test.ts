import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HEADS_CHECK } from "@/lib/dataset/questions/checks";
import { renderCells } from "@/lib/dataset/questions/cells";
import type { ReviewPolicy } from "@/lib/dataset/questions/vocabulary";
import { DUE, revisionsAsOf, SECTION } from "@/lib/dataset/questions/sql";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { sampleContent } from "@/prisma/testing/content";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { addMaintainer } from "@/prisma/testing/imports";
import { ledgerRows } from "@/prisma/testing/ledger-rows";
import { keepDay } from "@/prisma/testing/noon";
import { pastGuards } from "@/prisma/testing/past-guards";
import { expectedWeeks, type ExpectedWeek } from "./freshness.oracle";
import { freshOverTime } from "./sql";

const WEEKS = 13;
let actor: Actor;
/** Of the dataset, while these tests run. */
let today: string;

beforeAll(async () => {
  await withConnection(keepDay);
  const [said] = await db.$queryRaw<{ day: string }[]>`SELECT dataset_today()::text AS day`;
  today = said!.day;
  actor = await addMaintainer();
});
afterAll(disconnect);

/** Something that was written about a question, so many days ago. */
interface Step {
  ago: number;
  answer?: string;
  policy?: ReviewPolicy;
  /** The date of `on_date`, so many days ago; below zero: ahead. */
  on?: number;
  retired?: boolean;
  /** It is known since so many days ago, as what a dated file says is. */
  since?: number;
  /** It takes back the last change that stands, or the undo right before it, as an undo of the operation. */
  undo?: "change" | "undo";
}
/** What a question says: what a step left as it was is carried on. */
type Says = Omit<Step, "ago" | "since" | "undo"> & { answer: string; policy: ReviewPolicy };
interface Check {
  ago: number;
  /** It was withdrawn later. */
  withdrawn?: boolean;
}
interface History {
  steps: Step[];
  checks?: Check[];
}

const dayAgo = (days: number) => {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
};
const NOON = "AT TIME ZONE (SELECT time_zone FROM dataset_settings)";

/** Writes what happened to each question, row by row as the product writes it, and brings the heads along. */
async function write(histories: readonly History[], releases: readonly number[] = []) {
  await emptyDataset();
  await withConnection(async (client) => {
    await pastGuards(client, "TRUNCATE releases CASCADE");
    const insert = async (sql: string, values: unknown[]) =>
      (await client.query<{ id: number }>(`${sql} RETURNING id`, values)).rows[0]!.id;
    for (const ago of releases) {
      const [year, month, day] = dayAgo(ago).split("-");
      await insert(
        `INSERT INTO releases (name, notes, sha256, byte_size, question_count, published_by, published_at) VALUES ($1, '', encode(sha256(''), 'hex'), 0, 0, $2, ($3::date + time '12:00') ${NOON})`,
        [`FreshQA_v${month}${day}${year}`, actor.userId, dayAgo(ago)],
      );
    }
    for (const [at, { steps, checks = [] }] of histories.entries()) {
      const questionId = await insert("INSERT INTO questions (created_by) VALUES ($1)", [
        actor.userId,
      ]);
      const chain: { operationId: number; says: Says; undo: boolean }[] = [];
      /** Places in the chain of the changes that stand. */
      const standing: number[] = [];
      for (const step of steps) {
        const last = chain.at(-1);
        const takenBack =
          step.undo === "undo" && last?.undo === true
            ? chain.length - 1
            : step.undo === "change" && standing.length > 1
              ? standing.pop()
              : undefined;
        const before = takenBack === undefined ? last : chain[takenBack - 1];
        const { ago, since = ago, undo: _undo, ...changes } = step;
        const says: Says = {
          answer: "Ada",
          policy: "frequently",
          ...before?.says,
          ...(takenBack === undefined && changes),
        };
        const operationId = await insert(
          `INSERT INTO operations (kind, summary, created_by, created_at, undoes_id) VALUES ($1, '', $2, ($3::date + time '12:00') ${NOON}, $4)`,
          [
            takenBack === undefined ? "bulk" : "undo",
            actor.userId,
            dayAgo(ago),
            takenBack === undefined ? null : chain[takenBack]!.operationId,
          ],
        );
        const on = says.policy === "on_date" ? dayAgo(says.on ?? 0) : null;
        const content = sampleContent({
          question: `Who was number ${at}?`,
          answers: [says.answer],
          nextReview: { policy: says.policy, on },
        });
        await insert(
          `INSERT INTO revisions (question_id, number, reason, author_id, created_at, operation_id, cells, status, split, false_premise, fact_type, hops, effective_year, review_policy, review_on, holds_since)
           VALUES ($1, $2, $3, $4, ($5::date + time '12:00') ${NOON}, $6, $7, $8, 'TEST', false, 'slow-changing', 'one-hop', 2024, $9, $10, $11)`,
          [
            questionId,
            chain.length + 1,
            takenBack === undefined ? "edit" : "undo",
            actor.userId,
            dayAgo(ago),
            operationId,
            renderCells(content),
            says.retired === true ? "retired" : "active",
            says.policy,
            on,
            dayAgo(since),
          ],
        );
        if (step.undo !== "change" || takenBack === undefined) standing.push(chain.length);
        chain.push({ operationId, says, undo: takenBack !== undefined });
      }
      const { rows } = await client.query<{ id: number }>(
        "SELECT id FROM revisions WHERE question_id = $1 ORDER BY number LIMIT 1",
        [questionId],
      );
      for (const { ago, withdrawn } of checks) {
        const verify = (withdrawsId: number | null) =>
          insert(
            `INSERT INTO verifications (question_id, revision_id, verified_by, verified_at, verified_on, evidence, client_key, withdraws_id)
             VALUES ($1, $2, $3, ($4::date + time '12:00') ${NOON}, $4, '{}', gen_random_uuid(), $5)`,
            [questionId, rows[0]!.id, actor.userId, dayAgo(ago), withdrawsId],
          );
        const id = await verify(null);
        if (withdrawn === true) await verify(id);
      }
    }
    await HEADS_CHECK.repair!(client);
    expect((await HEADS_CHECK.find(client)).wrong).toBe(0);
  });
}

const found = () => db.$queryRaw<ExpectedWeek[]>(freshOverTime(WEEKS));

/** One sign a week: reviewed and fresh, reviewed and overdue, not in the population. */
const signs = (weeks: readonly ExpectedWeek[]) =>
  weeks.map(({ reviewed, fresh }) => (reviewed === 0 ? "–" : fresh === 1 ? "+" : "!")).join("");

/** Histories of one question as one counts them on a calendar. The last weeks' days are 84, 77, 70, 63, 56, 49, 42, 35, 28, 21, 14, 7 and 0 days ago. */
const COUNTED: [what: string, history: History, weeks: string, releases?: number[]][] = [
  ["created five weeks ago, fresh for seven days", { steps: [{ ago: 35 }] }, "–––––––++!!!!"],
  ["created the day after a week’s last", { steps: [{ ago: 34 }] }, "––––––––+!!!!"],
  ["long before, never looked at", { steps: [{ ago: 400 }] }, "!!!!!!!!!!!!!"],
  [
    "long before, and every half year",
    { steps: [{ ago: 222, policy: "occasionally" }] },
    "+++++++!!!!!!",
  ],
  [
    "verified, and again",
    { steps: [{ ago: 400 }], checks: [{ ago: 63 }, { ago: 30 }] },
    "!!!++!!!+!!!!",
  ],
  [
    "verified before the weeks, and not within them",
    { steps: [{ ago: 400, policy: "occasionally" }], checks: [{ ago: 215 }] },
    "++++++++!!!!!",
  ],
  [
    "verified, and withdrawn later",
    { steps: [{ ago: 400 }], checks: [{ ago: 63, withdrawn: true }] },
    "!!!!!!!!!!!!!",
  ],
  [
    "answers that changed, and a note that did not change them",
    { steps: [{ ago: 400 }, { ago: 63, answer: "Ben" }, { ago: 42 }] },
    "!!!++!!!!!!!!",
  ],
  [
    "a mistake that was undone",
    {
      steps: [
        { ago: 400, policy: "occasionally" },
        { ago: 51, answer: "Ben" },
        { ago: 50, undo: "change" },
      ],
    },
    "!!!!!!!!!!!!!",
  ],
  [
    "a mistake that stood at the end of a week",
    { steps: [{ ago: 400 }, { ago: 50, answer: "Ben" }, { ago: 45, undo: "change" }] },
    "!!!!!+!!!!!!!",
  ],
  [
    "retired and restored",
    {
      steps: [{ ago: 60 }, { ago: 50, retired: true }, { ago: 20, retired: false, answer: "Ben" }],
    },
    "––––+–––––+!!",
  ],
  [
    "from never to frequently",
    {
      steps: [
        { ago: 90, policy: "never" },
        { ago: 30, policy: "frequently" },
      ],
      checks: [{ ago: 25 }],
    },
    "––––––––!+!!!",
  ],
  [
    "a schedule that no one understands",
    {
      steps: [
        { ago: 90, policy: "unrecognized" },
        { ago: 30, policy: "occasionally" },
      ],
    },
    "––––––––+++++",
  ],
  ["a date that passed", { steps: [{ ago: 90, policy: "on_date", on: 42 }] }, "+++++++!!!!!!"],
  [
    "a date that passed, and that other answers alone don’t settle",
    {
      steps: [
        { ago: 90, policy: "on_date", on: 42 },
        { ago: 30, answer: "Ben" },
      ],
      checks: [{ ago: 21 }],
    },
    "+++++++!!++++",
  ],
  [
    "at every release, before the first one and after two",
    { steps: [{ ago: 80, policy: "every_time" }], checks: [{ ago: 71 }, { ago: 40 }] },
    "–!++++!++++!!",
    [50, 10],
  ],
  [
    "a dated file that was imported later",
    { steps: [{ ago: 10, since: 63, policy: "occasionally" }] },
    "–––++++++++++",
  ],
  [
    "a dated file that was imported later over what was said before",
    { steps: [{ ago: 70 }, { ago: 10, since: 63, policy: "never" }] },
    "––+––––––––––",
  ],
  [
    "a dated file that said the same before a question was created here",
    { steps: [{ ago: 30 }, { ago: 10, since: 63 }] },
    "–––++!!!+!!!!",
  ],
  [
    "a dated file that was imported later and undone",
    {
      steps: [
        { ago: 70, policy: "occasionally" },
        { ago: 10, since: 63, policy: "never" },
        { ago: 9, since: 63, undo: "change" },
      ],
    },
    "––+++++++++++",
  ],
];

it.each(COUNTED)("%s", async (_what, history, weeks, releases) => {
  await write([history], releases);
  expect(signs(await found())).toBe(weeks);
  expect(signs(expectedWeeks(await ledgerRows(), WEEKS))).toBe(weeks);
});

it("an empty dataset has no population", async () => {
  await emptyDataset();
  const weeks = await found();
  expect(weeks).toEqual(
    Array.from({ length: WEEKS }, (_, at) => ({
      day: dayAgo(7 * (WEEKS - 1 - at)),
      reviewed: 0,
      fresh: 0,
    })),
  );
});

const steps = fc.record(
  {
    ago: fc.integer({ min: 0, max: 120 }),
    answer: fc.constantFrom("Ada", "Ben"),
    policy: fc.constantFrom<ReviewPolicy>(
      "never",
      "unrecognized",
      "frequently",
      "occasionally",
      "every_time",
      "on_date",
    ),
    on: fc.integer({ min: -30, max: 120 }),
    retired: fc.boolean(),
    since: fc.integer({ min: 0, max: 150 }),
    undo: fc.constantFrom("change", "undo"),
  },
  { requiredKeys: ["ago"] },
);
const histories = fc.record({
  steps: fc.array(steps, { minLength: 1, maxLength: 7 }).map((list) =>
    list
      .toSorted((a, b) => b.ago - a.ago)
      .map((step) => ({
        ...step,
        ...(step.since !== undefined && { since: Math.max(step.since, step.ago) }),
      })),
  ),
  checks: fc
    .array(fc.record({ ago: fc.integer({ min: 0, max: 120 }), withdrawn: fc.boolean() }), {
      maxLength: 4,
    })
    .map((list) => list.toSorted((a, b) => b.ago - a.ago)),
});

it("each week is what all rows say of its day, and today what is not overdue", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(histories, { minLength: 1, maxLength: 6 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { maxLength: 3 }),
      async (list, releases) => {
        await write(list, releases);
        const weeks = await found();
        expect(weeks).toEqual(expectedWeeks(await ledgerRows(), WEEKS));
        for (const { day, reviewed } of weeks) {
          const [said] = await db.$queryRaw<[{ count: number }]>`
            SELECT count(*)::int AS count FROM ${revisionsAsOf(day)} said JOIN revisions r USING (id)
            WHERE said.status = 'active' AND r.review_policy NOT IN ('never', 'unrecognized')`;
          expect(reviewed, day).toBe(said.count);
        }
        const [now] = await db.$queryRaw<[{ reviewed: number; overdue: number }]>`
          SELECT count(*) FILTER (WHERE d.why NOT IN ('never', 'unrecognized'))::int AS reviewed, count(*) FILTER (WHERE ${SECTION} = 'overdue')::int AS overdue
          FROM ${DUE} WHERE h.status = 'active'`;
        const { reviewed, fresh } = weeks.at(-1)!;
        expect({ reviewed, overdue: reviewed - fresh }).toEqual(now);
      },
    ),
    { numRuns: 40 },
  );
}, 240_000);
