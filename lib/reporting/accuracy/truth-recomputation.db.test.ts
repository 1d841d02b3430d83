import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { adjudicate } from "@/lib/rating/adjudication/commands";
import { followUp } from "@/lib/rating/campaigns/opening-commands";
import { setGold } from "@/lib/rating/campaigns/gold-commands";
import { reportAccuracy } from "@/lib/cli/report";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { changeQuestions, editQuestion } from "@/lib/dataset/questions/commands";
import { claimItems, submitJudgment } from "@/lib/rating/judging/commands";
import { claimItemsSchema, submitJudgmentSchema } from "@/lib/rating/judging/schema";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { testTerminal } from "@/prisma/testing/command-line";
import { actorOf } from "@/prisma/testing/actor";
import {
  answersOf,
  exported,
  exportedAsOf,
  exportedRelease,
  isBy,
  sameAnswers,
  yes,
  type GivenAnswers,
  type Line,
} from "@/prisma/testing/exported-judgments";
import { taskTo } from "@/prisma/testing/task-of-response";
import { holdSince } from "@/prisma/testing/past-days";
import { compareRuns, getAccuracyReport } from "./queries";
import { accuracyDataTable } from "./rules";
import { accuracyRequestSchema, comparisonRequestSchema } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";
import { value } from "@/prisma/testing/value";

/*
 * A dataset with gold, corrections, adjudications, changed answers, a changed premise, a rated follow-up and a second
 * rating by the same person: every number of the report, for each truth, gold choice, rule and campaign, computed once
 * more from three files alone: the exported judgments, the release, and the dataset as of a day. What computes here shares
 * no code with the product.
 */

const [JANUARY, JUNE] = ["2026-01-05", "2026-06-01"];
const DAYS = ["2026-03-31", "2026-06-30"];
let made: RatingSampleMade;
let researcher: Actor;
let lines: Line[];
/** The files of responses, which have those that no one rated too. */
let responses: Line[];
let campaigns: number[];
let evaluator: number;
/** The rows of the release's file, and of the dataset's as of each day, by question. */
const files = new Map<string, Map<string, Line>>();

const verdict = (pattern: number) => ({
  relaxed: pattern < 2,
  strict: pattern === 0,
  relaxedReason: pattern === 2 ? ("contradiction" as const) : null,
  strictReason:
    pattern === 0 ? null : pattern === 1 ? ("outdated" as const) : ("contradiction" as const),
});

beforeAll(async () => {
  const base = await withConnection((client) =>
    makeRating(client, { questions: 60, campaign: false, name: "Base", seed: 3 }),
  );
  const maintainer = actorOf(base.maintainerId, ["maintainer"]);
  const ids = (
    await db.releaseEntry.findMany({
      where: { releaseId: base.releaseId },
      orderBy: { position: "asc" },
    })
  ).map(({ questionId }) => questionId);
  value(
    await publishRelease(maintainer, {
      name: "FreshQA_v02012026",
      notes: "",
      selection: { kind: "questions", questionIds: ids },
    }),
  );
  const { id: releaseId } = await db.release.findUniqueOrThrow({
    where: { name: "FreshQA_v02012026" },
  });
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Study",
      seed: 12,
      releaseId,
      models: 2,
      raters: 3,
      ratingsPerResponse: 3,
      judged: 0.9,
      agreement: 0.5,
      corrected: 0.15,
      gold: 0.15,
      adjudicated: 0.5,
      evaluators: [0.8],
    }),
  );
  researcher = actorOf(made.researcherId, ["researcher"]);
  await db.ratingSettings.update({ where: { id: 1 }, data: { trainingRequired: false } });
  await holdSince(JANUARY);

  for (const [at, questionId] of ids.entries()) {
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    const content = contentOfRevision(
      await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } }),
    );
    const change =
      at < 12
        ? { answers: ["Something else"] }
        : at < 18
          ? { falsePremise: !content.falsePremise }
          : at < 22
            ? { note: "Checked again." }
            : at < 25
              ? { question: `In other words: ${content.question}` }
              : null;
    if (change !== null)
      value(
        await editQuestion(maintainer, {
          questionId,
          baseRevisionId: head.revisionId,
          comment: "",
          content: { ...content, ...change },
        }),
      );
  }
  value(
    await changeQuestions(maintainer, {
      questionIds: ids.slice(25, 28),
      change: { kind: "retire" },
      comment: "",
    } as unknown as Parameters<typeof changeQuestions>[1]),
  );
  await holdSince(JUNE, { after: JANUARY });

  // The follow-up: all of it rated but the last few, some of it adjudicated.
  const { campaignId } = value(await followUp(maintainer, { campaignId: made.campaignId }));
  for (const [number, raterId] of made.raterIds.entries()) {
    const rater = actorOf(raterId, ["rater"]);
    for (let turn = 0; turn < 9; turn++) {
      const { taskIds } = value(
        await claimItems(rater, claimItemsSchema.parse({ campaignId, count: 5 })),
      );
      for (const taskId of taskIds) {
        const { revisionId } = await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } });
        value(
          await submitJudgment(
            rater,
            submitJudgmentSchema.parse({
              taskId,
              revisionId,
              verdict: verdict((taskId + (taskId % 4 === 0 ? number : 0)) % 3),
              activeMs: 1,
              clientKey: randomUUID(),
              enteredAt: new Date().toISOString(),
            }),
          ),
        );
      }
      if (taskIds.length === 0) break;
    }
  }
  for (const { taskId } of (await db.disagreement.findMany({ where: { campaignId } })).slice(
    0,
    3,
  )) {
    value(
      await adjudicate(actorOf(made.adjudicatorId, ["adjudicator"]), {
        taskId,
        verdict: verdict(1),
        reason: "So it is.",
        clientKey: randomUUID(),
      }),
    );
  }
  // Half of the stale gold is settled by the new answers.
  const gold = await db.goldVerdict.findMany({
    include: { response: true },
    orderBy: { id: "asc" },
  });
  const stale = gold.filter(({ response }) => ids.indexOf(response.questionId) < 18);
  for (const { responseId, createdAt, response } of stale.filter((_, at) => at % 2 === 0)) {
    const head = await db.questionHead.findUniqueOrThrow({
      where: { questionId: response.questionId },
    });
    value(
      await setGold(maintainer, {
        responseId,
        revisionId: head.revisionId,
        verdict: verdict(2),
        explanation: "",
        replaces: createdAt.toISOString(),
      }),
    );
  }
  // A second campaign by the release's answers, in which one person rates some responses again.
  const again = await withConnection((client) =>
    makeRating(client, { releaseId, models: 0, raters: made.raterIds, judged: 0, name: "Again" }),
  );
  for (const { responseId, revisionId } of await db.ratingTask.findMany({
    where: { campaignId: made.campaignId, gold: false },
    take: 25,
    orderBy: { id: "asc" },
  })) {
    const task = await db.ratingTask.create({
      data: { ...(await taskTo(responseId!)), campaignId: again.campaignId, revisionId, wanted: 1 },
    });
    const judgment = await db.judgment.create({
      data: {
        taskId: task.id,
        campaignId: again.campaignId,
        responseId,
        raterId: made.raterIds[0]!,
        revisionId,
        ...verdict(2),
        activeMs: 1,
        clientKey: randomUUID(),
      },
    });
    await db.assignment.create({
      data: {
        taskId: task.id,
        campaignId: again.campaignId,
        slot: 1,
        raterId: made.raterIds[0]!,
        position: task.id,
        status: "judged",
        judgmentId: judgment.id,
      },
    });
  }
  // And two responses are gold there whom no one rated by it, one of them by answers of June.
  const untouched = await db.ratingTask.findMany({
    where: { campaignId: made.campaignId, gold: false },
    take: 2,
    skip: 40,
    orderBy: { id: "asc" },
    include: { response: true },
  });
  for (const [at, { responseId, revisionId, response }] of untouched.entries()) {
    const head = await db.questionHead.findUniqueOrThrow({
      where: { questionId: response!.questionId },
    });
    const settledBy = at === 0 ? revisionId : head.revisionId;
    await db.ratingTask.create({
      data: {
        ...(await taskTo(responseId!)),
        campaignId: again.campaignId,
        revisionId,
        wanted: 1,
        gold: true,
        sampled: false,
      },
    });
    value(
      await setGold(maintainer, {
        responseId: responseId!,
        revisionId: settledBy,
        verdict: verdict(at),
        explanation: "",
        replaces: null,
      }),
    );
  }
  // The evaluator judges again, by the new answers, a third of what changed, one mode at a time.
  const [judge] = await db.evaluator.findMany();
  for (const { id, questionId } of await db.response.findMany({
    where: { runId: { in: made.runIds }, questionId: { in: ids.slice(0, 18) } },
    orderBy: { id: "asc" },
  })) {
    if (id % 3 !== 0) continue;
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    for (const said of [{ relaxed: id % 2 === 0 }, { strict: false }])
      await db.automaticVerdict.create({
        data: { responseId: id, evaluatorId: judge!.id, revisionId: head.revisionId, ...said },
      });
  }
  evaluator = judge!.id;

  campaigns = [made.campaignId, campaignId, again.campaignId];
  responses = (
    await Promise.all(campaigns.map((campaign) => exported(researcher, campaign, "responses")))
  ).flat();
  lines = (await Promise.all(campaigns.map((campaign) => exported(researcher, campaign)))).flat();
  files.set("release", await exportedRelease(researcher, "FreshQA_v02012026"));
  for (const day of DAYS) files.set(day, await exportedAsOf(researcher, day));
});
afterAll(disconnect);

// What follows knows of the files alone ---------------------------------------------------------------------------

interface Choice {
  truth: string;
  gold: "count" | "leave-out";
  rule: "majority" | "excluded";
  campaign: number | null;
  verdicts: "people" | "automatic" | "people-else-automatic";
}
interface GoldRow extends GivenAnswers {
  id: number;
  kind: string;
  relaxed: boolean | null;
  strict: boolean | null;
}
interface Machine extends GivenAnswers {
  evaluator: string;
  relaxed: boolean | null;
  strict: boolean | null;
  release_answers: boolean;
}
interface Judged {
  row: Line;
  rated: boolean;
  relaxed: boolean | null;
  strict: boolean | null;
  gold: boolean;
  others: number;
  /** It is what the evaluator said. */
  automatic: boolean;
  /** Modes that the evaluator was to judge and did not, by these answers; and those that it judged by others. */
  missing: ("relaxed" | "strict")[];
  automaticOthers: number;
}

const latest = <T>(items: readonly T[], id: (item: T) => number) =>
  items.reduce<T | null>(
    (last, item) => (last === null || id(item) > id(last) ? item : last),
    null,
  );

/** Whether the question of a truth's row has other answers or another premise by now; none that was reworded or retired has. */
const changedSince = (row: Line) => {
  const present = files.get(DAYS[1]!)!.get(row.question!.trim());
  return present !== undefined && !sameAnswers(row, present);
};

/** A campaign counts with its follow-ups: the second of these three is the first one's. */
const isOf = (line: Line, campaign: number | null) =>
  campaign === null ||
  Number(line.campaign_id) === campaign ||
  (campaign === campaigns[0] && Number(line.campaign_id) === campaigns[1]);

/** The questions of the release that count, with the truth's row of each. */
function asked({ truth, gold, campaign }: Choice): Map<string, Line> {
  const golden = new Set(
    responses
      .filter((line) => yes(line.gold!) && isOf(line, campaign))
      .map((line) => line.question!),
  );
  const found = [...files.get("release")!.keys()].flatMap((question): [string, Line][] => {
    const row = files.get(truth)!.get(question);
    return row === undefined || (gold === "leave-out" && golden.has(question))
      ? []
      : [[question, row]];
  });
  return new Map(found);
}

/** By the source: people's verdict, the evaluator's, or people's where anyone rated and else the evaluator's. */
function judgedBy(choice: Choice, run: number): Map<string, Judged> {
  const people = peopleOf(choice, run);
  if (choice.verdicts === "people") return people;
  const machine = machineOf(choice, run);
  if (choice.verdicts === "automatic") return machine;
  return new Map(
    [...people].map(([question, human]) => {
      const { automaticOthers, ...said } = machine.get(question)!;
      return [
        question,
        { ...(human.rated ? human : { ...said, others: human.others }), automaticOthers },
      ];
    }),
  );
}

/** What people said by the truth's answers. */
function peopleOf(choice: Choice, run: number): Map<string, Judged> {
  const chosen = (line: Line) => Number(line.run_id) === run && isOf(line, choice.campaign);
  const own = lines.filter(chosen);
  const asTask = responses.filter(chosen);
  return new Map(
    [...asked(choice)].map(([question, row]): [string, Judged] => {
      const here = own.filter((line) => line.release_question === question);
      const standing = here.filter((line) => yes(line.counts!));
      // One vote for each person and truth: the last.
      const votes = new Map<string, Line>();
      for (const line of standing.toSorted((a, b) => Number(a.judgment_id) - Number(b.judgment_id)))
        votes.set(`${line.rater_key} ${line.answers} ${line.false_premise}`, line);
      const counted = [...votes.values()].filter((line) => isBy(answersOf(line), row));
      const settled = latest(
        here.filter(
          (line) =>
            line.adjudication_id !== "" &&
            line.adjudication_revision === line.revision &&
            isBy(answersOf(line), row),
        ),
        (line) => Number(line.adjudication_id),
      );
      const ledger = asTask
        .filter((line) => line.question === question && yes(line.gold!))
        .flatMap((line) => JSON.parse(line.gold_verdicts!) as GoldRow[]);
      const withdrawn = Math.max(
        0,
        ...ledger.filter(({ kind }) => kind === "withdrawn").map(({ id }) => id),
      );
      const gold = latest(
        ledger.filter((entry) => entry.id > withdrawn && isBy(entry, row)),
        ({ id }) => id,
      );
      const decide = (mode: "relaxed" | "strict"): boolean | null => {
        if (gold !== null) return gold[mode];
        if (settled !== null) return yes(settled[`adjudicated_${mode}`]!);
        const credit = counted.filter((line) => yes(line[mode]!)).length;
        if (counted.length === 0) return null;
        if (credit === 0 || credit === counted.length) return credit > 0;
        return choice.rule === "excluded" || credit * 2 === counted.length
          ? null
          : credit * 2 > counted.length;
      };
      return [
        question,
        {
          row,
          rated: gold !== null || settled !== null || counted.length > 0,
          relaxed: decide("relaxed"),
          strict: decide("strict"),
          gold: gold !== null,
          others: votes.size - counted.length,
          automatic: false,
          missing: [],
          automaticOthers: 0,
        },
      ];
    }),
  );
}

/** What the evaluator said by the truth's answers of the responses of the campaign. */
function machineOf(choice: Choice, run: number): Map<string, Judged> {
  const asTask = responses.filter(
    (line) => Number(line.run_id) === run && isOf(line, choice.campaign),
  );
  return new Map(
    [...asked(choice)].map(([question, row]): [string, Judged] => {
      const [response] = asTask.filter((line) => line.question === question);
      const all = response ? (JSON.parse(response.automatic_verdicts!) as Machine[]) : [];
      const said = all.find((one) => isBy(one, row));
      const modes = ["relaxed", "strict"] as const;
      return [
        question,
        {
          row,
          rated: said !== undefined,
          relaxed: said?.relaxed ?? null,
          strict: said?.strict ?? null,
          gold: false,
          others: 0,
          automatic: said !== undefined,
          missing: response ? modes.filter((mode) => (said?.[mode] ?? null) === null) : [],
          automaticOthers: modes.filter((mode) =>
            all.some((one) => !isBy(one, row) && one[mode] !== null),
          ).length,
        },
      ];
    }),
  );
}

const YEAR = 2022;
const yearOf = (row: Line) =>
  row.effective_year!.startsWith("before ")
    ? Number(row.effective_year!.slice(7)) - 0.5
    : row.effective_year === ""
      ? NaN
      : Number(row.effective_year);
const valid = (row: Line) => !yes(row.false_premise!);
const COLUMNS: Record<string, (row: Line) => boolean> = {
  all: () => true,
  vp: valid,
  vpFast: (row) => valid(row) && row.fact_type === "fast-changing",
  vpSlow: (row) => valid(row) && row.fact_type === "slow-changing",
  vpNever: (row) => valid(row) && row.fact_type === "never-changing",
  vpOld: (row) => valid(row) && yearOf(row) < YEAR,
  vpNew: (row) => valid(row) && yearOf(row) >= YEAR && Number.isInteger(yearOf(row)),
  vpOneHop: (row) => valid(row) && row.num_hops === "one-hop",
  vpMultiHop: (row) => valid(row) && row.num_hops === "multi-hop",
  fp: (row) => !valid(row),
  fpOld: (row) => !valid(row) && yearOf(row) < YEAR,
};
const says = (measure: string, { relaxed, strict }: Pick<Judged, "relaxed" | "strict">) =>
  measure === "relaxed"
    ? relaxed
    : measure === "strict"
      ? strict
      : relaxed === null || strict === null
        ? null
        : relaxed && !strict;
const MEASURES = ["relaxed", "strict", "gap"] as const;

const choices = ["release", ...DAYS].flatMap((truth) =>
  (["count", "leave-out"] as const).flatMap((gold) =>
    (["majority", "excluded"] as const).flatMap((rule) =>
      [null, 0, 1, 2].flatMap((campaign) =>
        (["people", "automatic", "people-else-automatic"] as const)
          // The rule is about people's verdicts.
          .filter((verdicts) => verdicts !== "automatic" || rule === "majority")
          .map((verdicts) => ({ truth, gold, rule, campaign, verdicts })),
      ),
    ),
  ),
);

describe("a report by any truth follows from the exported judgments, the release and the dataset as of a day", () => {
  it("has all of it in the files: other answers, another premise, old adjudications and gold, second ratings", async () => {
    const golden = responses.filter((line) => yes(line.gold!));
    expect(golden.length).toBeGreaterThan(10);
    expect(golden.length).toBe(await db.ratingTask.count({ where: { gold: true } }));
    expect(golden.filter((line) => line.ratings === "0").length).toBeGreaterThanOrEqual(2);
    const machine = responses.map((line) => ({
      line,
      said: JSON.parse(line.automatic_verdicts!) as Machine[],
    }));
    expect(machine.filter(({ said }) => said.length === 2).length).toBeGreaterThan(5);
    expect(
      notEmpty(machine).every(({ line, said }) =>
        notEmpty(said).every(
          (one) => one.release_answers === isBy(one, files.get("release")!.get(line.question!)!),
        ),
      ),
    ).toBe(true);
    expect(new Set(lines.map((line) => line.campaign_id)).size).toBe(3);
    expect(lines.filter((line) => !yes(line.release_answers!)).length).toBeGreaterThan(30);
    expect(
      notEmpty(lines).every(
        (line) =>
          yes(line.release_answers!) ===
          isBy(answersOf(line), files.get("release")!.get(line.release_question!)!),
      ),
    ).toBe(true);
    expect(
      lines.some(
        (line) => yes(line.gold!) && (JSON.parse(line.gold_verdicts!) as GoldRow[]).length > 1,
      ),
    ).toBe(true);
    expect(files.get(DAYS[1]!)!.size).toBeLessThan(files.get("release")!.size + 60);
  });

  it.each(choices)("$verdicts: $truth, gold $gold, $rule, campaign $campaign", async (given) => {
    const choice: Choice = {
      ...given,
      campaign: given.campaign === null ? null : campaigns[given.campaign]!,
    };
    const request = {
      ...choice,
      ...(choice.verdicts !== "people" && { evaluator: String(evaluator) }),
      campaign: choice.campaign ?? "all",
      year: YEAR,
    };
    const report = await getAccuracyReport(
      researcher,
      accuracyRequestSchema.parse({ ...request, runs: made.runIds }),
    );
    for (const row of notEmpty(report.rows)) {
      const own = [...judgedBy(choice, row.runId).values()];
      const count = (of: (judged: Judged) => boolean) => own.filter(of).length;
      expect({
        questions: row.questions,
        answered: row.answered,
        rated: row.rated,
        judged: row.judged,
      }).toEqual({
        questions: own.length,
        answered: own.length,
        rated: count(({ rated }) => rated),
        judged: count(({ relaxed, strict }) => relaxed !== null && strict !== null),
      });
      expect(row.aside.otherAnswers).toEqual({
        judgments: own.reduce((sum, { others }) => sum + others, 0),
        responses: count(({ rated, others }) => !rated && others > 0),
      });
      expect(row.aside.automaticOtherAnswers).toEqual({
        verdicts: own.reduce((sum, { automaticOthers }) => sum + automaticOthers, 0),
        responses: count(({ rated, automaticOthers }) => !rated && automaticOthers > 0),
      });
      expect([row.aside.unjudged.relaxed.responses, row.aside.unjudged.strict.responses]).toEqual([
        count(({ missing }) => missing.includes("relaxed")),
        count(({ missing }) => missing.includes("strict")),
      ]);
      expect(row.aside.inconsistent).toBe(
        count(({ relaxed, strict }) => relaxed === false && strict === true),
      );
      expect(row.aside.goldCounted).toBe(choice.gold === "count" ? count(({ gold }) => gold) : 0);
      expect(row.aside.notRated).toBe(count(({ rated }) => !rated));
      expect(row.aside.undecided).toEqual({
        relaxed: count(({ rated, relaxed }) => rated && relaxed === null),
        strict: count(({ rated, strict }) => rated && strict === null),
      });
      const { retired, absent, reworded, goldLeftOut } = row.aside;
      expect(retired + absent + reworded + goldLeftOut).toBe(
        files.get("release")!.size - own.length,
      );
      for (const [column, belongs] of Object.entries(COLUMNS)) {
        for (const measure of MEASURES) {
          const decided = own.filter(
            (judged) => belongs(judged.row) && says(measure, judged) !== null,
          );
          const known = decided.map((judged) => says(measure, judged));
          const { right, judged, automatic, stale, value } =
            row.accuracy[column as keyof typeof row.accuracy][measure];
          expect(
            [right, judged, automatic, stale, value],
            `${row.runId} ${column} ${measure}`,
          ).toEqual([
            known.filter(Boolean).length,
            known.length,
            decided.filter((one) => one.automatic).length,
            decided.filter((one) => changedSince(one.row)).length,
            known.length === 0 ? null : known.filter(Boolean).length / known.length,
          ]);
        }
      }
    }

    // The same numbers stand in the file for programs and on the command line.
    const table = accuracyDataTable(report);
    const at = (title: string) => table.columns.findIndex((column) => column.title === title);
    for (const cells of notEmpty(table.rows)) {
      const [measure, column, run] = [
        cells[at("measure")]!.text,
        cells[at("column")]!.text,
        Number(cells[at("run_id")]!.text),
      ];
      if (!(MEASURES as readonly string[]).includes(measure)) continue;
      const found = report.rows.find(({ runId }) => runId === run)!.accuracy[column as "all"][
        measure as "relaxed"
      ];
      expect([
        cells[at("right")]!.value,
        cells[at("n")]!.value,
        cells[at("n_automatic")]!.value,
        cells[at("n_stale")]!.value,
        cells[at("verdicts")]!.text,
        cells[at("correct_answers_from")]!.text,
        cells[at("gold")]!.text,
      ]).toEqual([
        found.right,
        found.judged,
        found.automatic,
        found.stale,
        choice.verdicts,
        choice.truth,
        choice.gold,
      ]);
    }
    const values = {
      run: made.runIds.map(String),
      truth: choice.truth,
      gold: choice.gold,
      rule: choice.rule,
      verdicts: choice.verdicts,
      ...(choice.verdicts !== "people" && { evaluator: String(evaluator) }),
      year: String(YEAR),
      ...(choice.campaign !== null && { campaign: String(choice.campaign) }),
    };
    const told = (await reportAccuracy.run({
      actor: researcher,
      words: [],
      values,
      json: true,
      terminal: testTerminal().terminal,
      say: () => {},
    }))!;
    expect((told.json as typeof report).rows).toEqual(report.rows);

    const [first, second] = made.runIds as [number, number];
    const comparison = await compareRuns(
      researcher,
      comparisonRequestSchema.parse({ ...request, first, second }),
    );
    const [ours, theirs] = [judgedBy(choice, first), judgedBy(choice, second)];
    expect(comparison).toMatchObject({ shared: ours.size, changed: 0 });
    for (const measure of MEASURES) {
      for (const { column, counts, automatic, stale } of notEmpty(comparison.measures[measure])) {
        const expected = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
        const machines = { first: 0, second: 0 };
        let changed = 0;
        for (const [question, judged] of ours) {
          const [x, y] = [says(measure, judged), says(measure, theirs.get(question)!)];
          if (x === null || y === null || !COLUMNS[column]!(judged.row)) continue;
          expected[x ? (y ? "both" : "onlyFirst") : y ? "onlySecond" : "neither"]++;
          changed += Number(changedSince(judged.row));
          machines.first += Number(judged.automatic);
          machines.second += Number(theirs.get(question)!.automatic);
        }
        expect({ counts, automatic, stale }, `${measure} ${column}`).toEqual({
          counts: expected,
          automatic: machines,
          stale: changed,
        });
      }
    }
  });
});
