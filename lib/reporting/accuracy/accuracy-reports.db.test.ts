import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import {
  EXPECTED_COLUMNS,
  expectedCell,
  expectedVerdict,
  type AskedQuestion,
  type Judged,
  type Said,
} from "./accuracy.oracle";
import type { AccuracyRow } from "./accuracy-table";
import { DISAGREEMENT_RULES, type DisagreementRule } from "@/lib/reporting/verdicts/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { currentSnapshot } from "@/lib/reporting/snapshots/queries";
import { truthInWords } from "@/lib/reporting/snapshots/rules";
import { writeState } from "@/lib/reporting/snapshots/address";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import {
  compareRuns,
  getAccuracyOverTime,
  getAccuracyReport,
  listReportChoices,
  listDifferingQuestions,
} from "./queries";
import { accuracyRequest, comparisonRequest, comparisonView } from "./schema";
import { correctJudgments, judgeAll } from "@/prisma/testing/judge-all";
import { notEmpty } from "@/prisma/testing/not-empty";

let made: RatingSampleMade;
let second: RatingSampleMade;
let actor: Actor;
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      questions: 120,
      models: 2,
      raters: 4,
      ratingsPerResponse: 4,
      judged: 0.7,
      agreement: 0.5,
      corrected: 0.2,
      gold: 0.1,
      adjudicated: 0.6,
      flagged: 0.1,
      evaluators: [0.8],
    }),
  );
  // Another campaign on the same release with other models, so that anything not filtered shows.
  second = await withConnection((client) =>
    makeRating(client, {
      seed: 7,
      releaseId: made.releaseId,
      raters: 3,
      ratingsPerResponse: 3,
      judged: 0.9,
      agreement: 0.6,
    }),
  );
  actor = { userId: made.researcherId, name: "Researcher", roles: ["researcher"], via: "web" };
});
afterAll(disconnect);

interface Given extends AskedQuestion, Judged {
  responseId: number;
  runId: number;
  split: string;
}

/** Everything there is, row by row. */
async function everything(): Promise<Given[]> {
  return db.$queryRaw<Given[]>`
    SELECT p.id AS "responseId", p.run_id AS "runId", r.false_premise AS "falsePremise", r.fact_type AS "factType", r.hops, r.effective_year AS year, r.effective_before AS before, r.split,
      (SELECT coalesce(json_agg(json_build_object('relaxed', j.relaxed, 'strict', j.strict)), '[]') FROM rating_assignments a JOIN judgments j ON j.id = a.judgment_id JOIN rating_tasks t ON t.id = a.task_id
        WHERE t.response_id = p.id AND NOT t.gold) AS votes,
      (SELECT json_build_object('relaxed', g.relaxed, 'strict', g.strict) FROM gold_responses g JOIN rating_tasks t ON t.response_id = g.response_id AND t.gold WHERE g.response_id = p.id) AS gold,
      (SELECT json_build_object('relaxed', d.relaxed, 'strict', d.strict) FROM adjudications d JOIN rating_tasks t ON t.id = d.task_id WHERE t.response_id = p.id ORDER BY d.id DESC LIMIT 1) AS adjudicated
    FROM responses p JOIN revisions r ON r.id = p.revision_id`;
}

const decide = (given: Given, rule: DisagreementRule, mode: keyof Said) =>
  expectedVerdict(given, rule, mode);
const isRated = (given: Given) =>
  given.votes.length > 0 || given.gold !== null || given.adjudicated !== null;

/** Holds every number of a run's row against the oracle's. */
function expectRow(
  found: AccuracyRow,
  own: readonly Given[],
  rule: DisagreementRule,
  splitYear: number,
): void {
  expect(own).not.toHaveLength(0);
  expect(Object.keys(found)).toEqual(Object.keys(EXPECTED_COLUMNS));
  for (const [column, belongs] of Object.entries(EXPECTED_COLUMNS)) {
    const responses = own.filter((given) => belongs(given, splitYear));
    const cell = expectedCell(
      responses.map((given) => ({ ...given, rated: isRated(given) })),
      rule,
    );
    expect(found[column as keyof AccuracyRow], column).toEqual(nearly(cell));
  }
}

/** The same, where a number may differ in its last digits. */
function nearly(value: unknown): unknown {
  if (typeof value === "number") return expect.closeTo(value, 12) as unknown;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, nearly(one)]));
}

describe("the accuracy of runs", () => {
  it.each(DISAGREEMENT_RULES)(
    "is counted as one counts by hand, response by response (rule %s)",
    async (rule) => {
      const runs = [...made.runIds, ...second.runIds];
      const [all, report] = await Promise.all([
        everything(),
        getAccuracyReport(actor, accuracyRequest.parse({ runs, rule, year: 2023 })),
      ]);
      expect(
        all.filter(
          (given) => decide(given, "excluded", "strict") !== decide(given, "majority", "strict"),
        ).length,
      ).toBeGreaterThan(10);
      expect(
        all.filter((given) => given.votes.length > 0 && decide(given, rule, "strict") === null)
          .length,
      ).toBeGreaterThan(0);
      for (const row of notEmpty(report.rows)) {
        const own = all.filter((given) => given.runId === row.runId);
        expectRow(row.accuracy, own, rule, 2023);
        expect(row).toMatchObject({
          questions: 120,
          answered: 120,
          rated: own.filter((given) => given.votes.length > 0 || given.gold !== null).length,
        });
        expect(row.aside).toEqual({
          automaticOtherAnswers: { verdicts: 0, responses: 0 },
          unjudged: {
            relaxed: { responses: 0, ends: null },
            strict: { responses: 0, ends: null },
          },
          inconsistent: 0,
          otherAnswers: { judgments: 0, responses: 0 },
          retired: 0,
          absent: 0,
          reworded: 0,
          goldLeftOut: 0,
          goldCounted: own.filter((given) => given.gold !== null).length,
          noResponse: 0,
          notRated: 120 - row.rated,
          undecided: Object.fromEntries(
            (["relaxed", "strict"] as const).map((mode) => [
              mode,
              own.filter((given) => given.votes.length > 0 && decide(given, rule, mode) === null)
                .length,
            ]),
          ),
        });
      }
      expect(report.rows.reduce((sum, row) => sum + row.aside.goldCounted, 0)).toBeGreaterThan(10);
    },
  );

  it("keeps to split, category and hops, and to one campaign", async () => {
    const all = await everything();
    const run = made.runIds[0]!;
    const report = await getAccuracyReport(
      actor,
      accuracyRequest.parse({
        runs: String(run),
        campaign: String(made.campaignId),
        split: "DEV",
        category: "slow-changing,false-premise",
        hops: "one-hop",
      }),
    );
    const own = all.filter(
      (given) =>
        given.runId === run &&
        given.split === "DEV" &&
        given.hops === "one-hop" &&
        (given.falsePremise || given.factType === "slow-changing"),
    );
    expect(own.length).toBeGreaterThan(5);
    expectRow(report.rows[0]!.accuracy, own, "majority", 2022);
    const elsewhere = await getAccuracyReport(
      actor,
      accuracyRequest.parse({ runs: String(run), campaign: String(second.campaignId) }),
    );
    expect(elsewhere.rows[0]).toMatchObject({ questions: 120, answered: 120, rated: 0, judged: 0 });
    expect(elsewhere.rows[0]!.accuracy.all.relaxed.value).toBeNull();
  });

  it("takes an evaluator's verdicts as they are", async () => {
    const evaluator = await db.evaluator.findFirstOrThrow();
    const report = await getAccuracyReport(
      actor,
      accuracyRequest.parse({ runs: made.runIds, evaluator: String(evaluator.id) }),
    );
    for (const { runId, accuracy } of notEmpty(report.rows)) {
      const right = await db.automaticVerdict.count({
        where: { evaluatorId: evaluator.id, strict: true, response: { runId } },
      });
      expect(accuracy.all.strict).toMatchObject({ right, judged: 120 });
    }
  });

  it("counts what has no response as not judged, never as wrong, and says so", async () => {
    const user = made.maintainerId;
    const run = await db.modelRun.create({
      data: {
        modelId: made.modelIds[0]!,
        releaseId: made.releaseId,
        name: "Nothing yet",
        createdById: user,
      },
    });
    const report = await getAccuracyReport(actor, accuracyRequest.parse({ runs: [run.id] }));
    expect(report.rows[0]).toMatchObject({
      questions: 120,
      answered: 0,
      rated: 0,
      judged: 0,
      label: expect.stringContaining("model 1") as unknown,
    });
    expect(report.rows[0]!.accuracy.all).toMatchObject({
      questions: 120,
      judged: 0,
      relaxed: { right: 0, judged: 0, value: null, low: null, high: null },
    });
    await expect(
      getAccuracyReport(actor, accuracyRequest.parse({ runs: [999_999] })),
    ).rejects.toBeInstanceOf(NotFound);
    await expect(
      getAccuracyReport(actor, accuracyRequest.parse({ runs: [run.id], campaign: 999_999 })),
    ).rejects.toBeInstanceOf(NotFound);
  });

  it("says of a date before the dataset that none of its questions was there", async () => {
    const [report, comparison] = await Promise.all([
      getAccuracyReport(
        actor,
        accuracyRequest.parse({ runs: made.runIds, truth: "2020-02-29", gold: "leave-out" }),
      ),
      compareRuns(
        actor,
        comparisonRequest.parse({
          first: made.runIds[0],
          second: made.runIds[1],
          truth: "2020-02-29",
        }),
      ),
    ]);
    expect(
      report.rows.map(({ questions, answered, aside }) => ({
        questions,
        answered,
        absent: aside.absent,
      })),
    ).toEqual([
      { questions: 0, answered: 0, absent: 120 },
      { questions: 0, answered: 0, absent: 120 },
    ]);
    expect(comparison).toMatchObject({ shared: 0, changed: 0, aside: { first: { absent: 120 } } });
    expect(
      accuracyRequest.schema.safeParse({ runs: made.runIds, truth: "2023-02-29" }).success,
    ).toBe(false);
  });

  it("goes by the dataset's days, in its time zone, and refuses one that is not over there", async () => {
    const setZone = (timeZone: string) =>
      db.datasetSettings.update({ where: { id: 1 }, data: { timeZone } });
    const { timeZone: before } = await db.datasetSettings.findUniqueOrThrow({ where: { id: 1 } });
    // Where it is still yesterday, or tomorrow already: now is another day there than in UTC.
    const [{ hour }] = await db.$queryRaw<
      [{ hour: number }]
    >`SELECT extract(hour FROM now() AT TIME ZONE 'UTC')::int AS hour`;
    const timeZone = hour < 11 ? "Etc/GMT+12" : "Etc/GMT-14";
    await setZone(timeZone);
    try {
      const [days] = await db.$queryRaw<
        [{ today: string; yesterday: string; utc: string }]
      >`SELECT dataset_today()::text AS today, (dataset_today() - 1)::text AS yesterday, (now() AT TIME ZONE 'UTC')::date::text AS utc`;
      expect(days.today).not.toBe(days.utc);
      const of = (truth: string) => ({ runs: made.runIds, truth });
      for (const truth of [days.today, "9999-12-31"]) {
        const refused = `${truth} is not over yet (${timeZone}), so its correct answers can still change.`;
        await expect(getAccuracyReport(actor, accuracyRequest.parse(of(truth)))).rejects.toThrow(
          refused,
        );
        await expect(
          compareRuns(actor, comparisonRequest.parse({ first: 1, second: 2, truth })),
        ).rejects.toThrow(refused);
      }
      expect((await listReportChoices(actor)).timeZone).toBe(timeZone);
      const { inputs } = await getAccuracyReport(actor, accuracyRequest.parse(of(days.yesterday)));
      expect(truthInWords(inputs)).toBe(
        `Correct answers from: the dataset at the end of ${days.yesterday} (${timeZone}).`,
      );
    } finally {
      await setZone(before);
    }
  });

  it("lists a model's runs from the oldest release on", async () => {
    const found = await getAccuracyOverTime(actor, {
      ...accuracyRequest.parse({ runs: [1] }),
      model: made.modelIds[1]!,
    });
    expect(found.rows.map(({ runId }) => runId)).toEqual([made.runIds[1]]);
  });
});

describe("two runs compared", () => {
  it("counts the pairs of every column, and lists the very questions", async () => {
    const all = await everything();
    const [first, other] = [made.runIds[0]!, made.runIds[1]!];
    const request = comparisonRequest.parse({ first, second: other, year: "2023" });
    const report = await compareRuns(actor, request);
    expect(report).toMatchObject({ shared: 120, changed: 0 });
    const question = new Map(
      (await db.response.findMany({ select: { id: true, questionId: true } })).map(
        ({ id, questionId }) => [id, questionId],
      ),
    );
    const of = (runId: number) =>
      new Map(
        all
          .filter((given) => given.runId === runId)
          .map((given) => [question.get(given.responseId)!, given]),
      );
    const [ours, theirs] = [of(first), of(other)];
    for (const measure of ["relaxed", "strict", "gap"] as const) {
      const says = (given: Given) => {
        const [relaxed, strict] = [
          decide(given, "majority", "relaxed"),
          decide(given, "majority", "strict"),
        ];
        return measure === "gap"
          ? relaxed === null || strict === null
            ? null
            : relaxed && !strict
          : { relaxed, strict }[measure];
      };
      for (const [at, [column, belongs]] of Object.entries(EXPECTED_COLUMNS).entries()) {
        const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
        for (const [id, given] of ours) {
          const [x, y] = [says(given), says(theirs.get(id)!)];
          if (x === null || y === null || !belongs(given, 2023)) continue;
          counts[x ? (y ? "both" : "onlyFirst") : y ? "onlySecond" : "neither"]++;
        }
        expect(report.measures[measure][at]!.counts, `${measure} ${column}`).toEqual(counts);
        const list = (which: string) =>
          listDifferingQuestions(actor, request, comparisonView.parse({ measure, column, which }));
        expect(
          [(await list("first")).total, (await list("second")).total, (await list("both")).total],
          `${measure} ${column}`,
        ).toEqual([counts.onlyFirst, counts.onlySecond, counts.onlyFirst + counts.onlySecond]);
      }
    }
    const { questions } = await listDifferingQuestions(
      actor,
      request,
      comparisonView.parse({ which: "first" }),
    );
    expect(
      notEmpty(questions).every(
        (found) => found.first.relaxed === true && found.second.relaxed === false,
      ),
    ).toBe(true);
    expect((await compareRuns(actor, request)).measures).toEqual(report.measures);
  });
});

describe("runs of different releases", () => {
  it("are compared on the shared questions whose answers are the same in both", async () => {
    const old = await withConnection((client) =>
      makeRating(client, { seed: 3, questions: 20, judged: 1, agreement: 1 }),
    );
    const maintainer: Actor = {
      userId: old.maintainerId,
      name: "Maintainer",
      roles: ["maintainer"],
      via: "web",
    };
    const entries = await db.releaseEntry.findMany({
      where: { releaseId: old.releaseId },
      include: { revision: true },
      orderBy: { position: "asc" },
    });
    // Three questions get another answer, two another note only; the last one is not in the new release.
    for (const [at, { questionId, revision }] of entries.slice(0, 5).entries()) {
      const content = contentOfRevision(revision);
      const edited = await editQuestion(maintainer, {
        questionId,
        baseRevisionId: revision.id,
        comment: "",
        content:
          at < 3
            ? { ...content, answers: ["Something else"] }
            : { ...content, note: "Checked again." },
      });
      if (!edited.ok) throw new Error(edited.refusal.message);
    }
    const published = await publishRelease(maintainer, {
      name: "FreshQA_v02012026",
      notes: "",
      selection: {
        kind: "questions",
        questionIds: entries.slice(0, 19).map(({ questionId }) => questionId),
      },
    });
    if (!published.ok) throw new Error(published.refusal.message);
    const { id: releaseId } = await db.release.findUniqueOrThrow({
      where: { name: "FreshQA_v02012026" },
    });
    const fresh = await withConnection((client) =>
      makeRating(client, { seed: 4, releaseId, judged: 1, agreement: 1 }),
    );

    const request = comparisonRequest.parse({
      first: old.runIds[0],
      second: fresh.runIds[0],
    });
    const report = await compareRuns(actor, request);
    expect(report).toMatchObject({ shared: 19, changed: 3 });
    expect(report.inputs.releases).toHaveLength(2);
    expect(report.measures.relaxed[0]).toMatchObject({ column: "all", n: 16 });
    const { questions, total } = await listDifferingQuestions(
      actor,
      request,
      comparisonView.parse({}),
    );
    expect(total).toBe(
      report.measures.relaxed[0]!.counts.onlyFirst + report.measures.relaxed[0]!.counts.onlySecond,
    );
    const changed = new Set(entries.slice(0, 3).map(({ questionId }) => questionId));
    expect(questions.filter(({ questionId }) => changed.has(questionId))).toEqual([]);
  });
});

describe("a permanent address", () => {
  it("prints the same bytes after judging, correcting and adjudicating", async () => {
    const state = await currentSnapshot(actor);
    if (!state.ok) throw new Error(state.refusal.message);
    const address = new URLSearchParams(
      accuracyRequest.query({
        ...accuracyRequest.parse({ runs: made.runIds }),
        state: state.value,
      }),
    );
    expect(address.get("state")).toBe(writeState(state.value));
    const print = async () =>
      JSON.stringify(
        await getAccuracyReport(actor, accuracyRequest.parse(Object.fromEntries(address))),
      );
    const compare = async () =>
      JSON.stringify(
        await compareRuns(
          actor,
          comparisonRequest.parse({
            first: made.runIds[0],
            second: made.runIds[1],
            state: address.get("state"),
          }),
        ),
      );
    const [report, comparison] = [await print(), await compare()];
    const live = (await getAccuracyReport(actor, accuracyRequest.parse({ runs: made.runIds })))
      .rows;
    expect(JSON.parse(report).rows).toEqual(JSON.parse(JSON.stringify(live)));

    // Judges what was open, corrects, adjudicates and adds a response, for all of this campaign.
    await withConnection((client) =>
      judgeAll(
        client,
        made.campaignId,
        "2",
        "a.status = 'pending' AND NOT EXISTS (SELECT FROM adjudications d WHERE d.task_id = t.id)",
      ),
    );
    await withConnection((client) =>
      correctJudgments(client, 1, `j.campaign_id = ${made.campaignId} AND j.strict`),
    );
    await db.$executeRaw`
      INSERT INTO adjudications (task_id, adjudicator_id, revision_id, relaxed, strict, strict_reason, reason, client_key)
      SELECT t.id, ${made.adjudicatorId}, t.revision_id, TRUE, FALSE, 'outdated', 'So it is.', gen_random_uuid() FROM rating_tasks t
      WHERE NOT t.gold AND t.campaign_id = ${made.campaignId} AND NOT EXISTS (SELECT FROM adjudications d WHERE d.task_id = t.id)`;

    expect(await print()).toBe(report);
    expect(await compare()).toBe(comparison);
    expect(
      (await getAccuracyReport(actor, accuracyRequest.parse({ runs: made.runIds }))).rows,
    ).not.toEqual(live);
  });
});
