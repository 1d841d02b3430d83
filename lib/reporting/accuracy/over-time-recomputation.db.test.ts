import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { REPORTS } from "@/lib/reporting/reports";
import { tableCsv } from "@/lib/reporting/files/write-table";
import { holmAlone } from "@/lib/statistics/holm.oracle";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import {
  exported,
  exportedAsOf,
  exportedRelease,
  parseCsv,
} from "@/prisma/testing/exported-judgments";
import {
  answersOf,
  isBy,
  sameAnswers,
  yes,
  type GivenAnswers,
  type Line,
} from "@/prisma/testing/exported-lines.oracle";
import { notEmpty } from "@/prisma/testing/not-empty";
import { value } from "@/prisma/testing/value";
import { holdSince } from "@/prisma/testing/past-days";
import { expectedVerdict, type Said } from "./accuracy.oracle";
import { expectedChange } from "./over-time.oracle";

/*
 * A model on three releases that share questions in part, with answers, premises and wordings that change from release to
 * release, rated by three people with gold, corrections and adjudications, and by an evaluator. Every number of the file
 * of its changes over time, for each truth, gold choice, rule, campaign and source, computed once more from files alone:
 * the exported judgments and responses, the releases, and the dataset as of a day.
 */

const RELEASES = [
  { name: "FreshQA_v01052026", day: "2026-01-05", from: 0, to: 60 },
  { name: "FreshQA_v02022026", day: "2026-02-02", from: 15, to: 75 },
  { name: "FreshQA_v03022026", day: "2026-03-02", from: 30, to: 80 },
] as const;
const DAY = "2026-03-31";
const made: RatingSampleMade[] = [];
/** The campaign of each release, and one over all three runs. */
let campaigns: number[];
let researcher: Actor;
let evaluator: number;
let lines: Line[];
let responses: Line[];
const files = new Map<string, Map<string, Line>>();

type Content = ReturnType<typeof contentOfRevision>;
beforeAll(async () => {
  const base = await withConnection((client) =>
    makeRating(client, { questions: 80, models: 0, campaign: false, name: "Base", seed: 3 }),
  );
  const maintainer = actorOf(base.maintainerId, ["maintainer"]);
  const ids = (
    await db.releaseEntry.findMany({
      where: { releaseId: base.releaseId },
      orderBy: { position: "asc" },
    })
  ).map(({ questionId }) => questionId);
  const edit = async (questionId: number, change: (content: Content) => Partial<Content>) => {
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    const content = contentOfRevision(
      await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } }),
    );
    value(
      await editQuestion(maintainer, {
        questionId,
        baseRevisionId: head.revisionId,
        comment: "",
        content: { ...content, ...change(content) },
      }),
    );
  };
  let last = "0001-01-01";
  for (const [at, { name, day, from, to }] of RELEASES.entries()) {
    if (at > 0) {
      for (const id of ids.slice(20, 30 + 4 * at))
        await edit(id, () => ({ answers: [`Answer ${at}`] }));
      for (const id of ids.slice(44, 47))
        await edit(id, ({ falsePremise }) => ({ falsePremise: !falsePremise }));
      for (const id of ids.slice(47, 50)) await edit(id, () => ({ note: `Note ${at}` }));
      for (const id of ids.slice(56, 60))
        await edit(id, ({ hops }) => ({ hops: hops === "one-hop" ? "multi-hop" : "one-hop" }));
      for (const id of ids.slice(50 + 2 * at, 52 + 2 * at))
        await edit(id, ({ question }) => ({ question: `In other words: ${question}` }));
    }
    // Some answers are as they were at first again.
    if (at === 2)
      for (const id of ids.slice(30, 33)) await edit(id, () => ({ answers: ["Answer 1"] }));
    await holdSince(day, { after: last });
    last = day;
    value(
      await publishRelease(maintainer, {
        name,
        notes: "",
        selection: { kind: "questions", questionIds: ids.slice(from, to) },
      }),
    );
    const release = await db.release.findUniqueOrThrow({ where: { name } });
    const [before] = made;
    made.push(
      await withConnection((client) =>
        makeRating(client, {
          name: `Study ${at}`,
          seed: 10 + at,
          releaseId: release.id,
          raters: before?.raterIds ?? 3,
          ratingsPerResponse: 3,
          judged: 0.7,
          agreement: 0.5,
          corrected: 0.1,
          gold: 0.1,
          adjudicated: 0.3,
          ...(before === undefined && { evaluators: [0.8] }),
        }),
      ),
    );
    // All three are runs of one model.
    await db.modelRun.update({
      where: { id: made[at]!.runIds[0]! },
      data: { modelId: made[0]!.modelIds[0]! },
    });
  }
  researcher = actorOf(made[0]!.researcherId, ["researcher"]);
  const judge = await db.evaluator.findFirstOrThrow();
  evaluator = judge.id;
  for (const { id, revisionId } of await db.response.findMany({
    where: { runId: { in: [made[1]!.runIds[0]!, made[2]!.runIds[0]!] } },
  }))
    if (id % 5 !== 0)
      await db.automaticVerdict.create({
        data: {
          responseId: id,
          evaluatorId: evaluator,
          revisionId,
          relaxed: id % 3 !== 0,
          strict: id % 4 === 0 ? null : id % 3 === 1,
        },
      });

  // Some responses are rated again, partly by the same people.
  const across = await withConnection((client) =>
    makeRating(client, {
      name: "Across",
      seed: 20,
      runIds: made.flatMap(({ runIds }) => runIds),
      raters: made[0]!.raterIds.slice(0, 2),
      ratingsPerResponse: 2,
      judged: 0.6,
      agreement: 0.6,
      gold: 0.05,
      adjudicated: 0.4,
    }),
  );
  campaigns = [...made, across].map(({ campaignId }) => campaignId);
  lines = (await Promise.all(campaigns.map((id) => exported(researcher, id)))).flat();
  responses = (
    await Promise.all(campaigns.map((id) => exported(researcher, id, "responses")))
  ).flat();
  for (const { name } of RELEASES) files.set(name, await exportedRelease(researcher, name));
  files.set(DAY, await exportedAsOf(researcher, DAY));
});
afterAll(disconnect);

// What follows knows of the files alone ---------------------------------------------------------------------------

interface Choice {
  truth: "release" | typeof DAY;
  gold: "count" | "leave-out";
  rule: "majority" | "excluded";
  verdicts: "people" | "automatic" | "people-else-automatic";
  /** Which of the four; null: all. */
  campaign: number | null;
  hops: "one-hop" | "multi-hop" | null;
}
interface Verdict {
  relaxed: boolean | null;
  strict: boolean | null;
  automatic: boolean;
  /** The answers that it is by. */
  row: Line;
}

/** Whether a question has other answers or another premise by now; none that was reworded has. */
const isStale = (row: Line) => {
  const present = files.get(DAY)!.get(row.question!.trim());
  return present !== undefined && !sameAnswers(row, present);
};

/** What each question of a run is worth, by the question's lasting number. */
function verdictsOf(choice: Choice, at: number): Map<string, Verdict> {
  const here = (line: Line) =>
    choice.campaign === null || Number(line.campaign_id) === campaigns[choice.campaign];
  const golden = responses.filter((line) => yes(line.gold!) && here(line));
  const own = responses.filter((line) => Number(line.run_id) === made[at]!.runIds[0]);
  const found = new Map<string, Verdict>();
  for (const question of new Set(own.map((line) => line.question_id!))) {
    const [response] = own.filter((line) => line.question_id === question) as [Line];
    const file = choice.truth === "release" ? RELEASES[at]!.name : choice.truth;
    const row = files.get(file)!.get(response.question!);
    // Asked in other words by that day, it is another question.
    if (row === undefined) continue;
    if (choice.hops !== null && row.num_hops !== choice.hops) continue;
    if (choice.gold === "leave-out" && golden.some((line) => line.question_id === question))
      continue;
    const ratings = lines.filter(
      (line) =>
        line.response_id === response.response_id && here(line) && isBy(answersOf(line), row),
    );
    const settled = ratings
      .filter((line) => line.adjudicated_relaxed !== "")
      .toSorted((a, b) => Number(a.adjudication_id) - Number(b.adjudication_id))
      .at(-1);
    const gold = golden
      .filter((line) => line.response_id === response.response_id)
      .flatMap(
        (line) => JSON.parse(line.gold_verdicts!) as (GivenAnswers & Said & { id: number })[],
      )
      .filter((one) => isBy(one, row))
      .toSorted((a, b) => a.id - b.id)
      .at(-1);
    // One vote for each person: the last.
    const votes = new Map(
      ratings
        .filter((line) => yes(line.counts!))
        .toSorted((a, b) => Number(a.judgment_id) - Number(b.judgment_id))
        .map((line) => [
          line.rater_key,
          { relaxed: yes(line.relaxed!), strict: yes(line.strict!) },
        ]),
    );
    const judged = {
      gold: gold ?? null,
      adjudicated:
        settled === undefined
          ? null
          : {
              relaxed: yes(settled.adjudicated_relaxed!),
              strict: yes(settled.adjudicated_strict!),
            },
      votes: [...votes.values()],
    };
    const rated = judged.gold !== null || judged.adjudicated !== null || votes.size > 0;
    const machine = own
      .filter((line) => line.question_id === question && here(line))
      .flatMap(
        (line) =>
          JSON.parse(line.automatic_verdicts!) as (GivenAnswers &
            Record<keyof Said, boolean | null>)[],
      )
      .find((one) => isBy(one, row));
    found.set(
      question,
      choice.verdicts === "people" || (choice.verdicts !== "automatic" && rated)
        ? {
            relaxed: expectedVerdict(judged, choice.rule, "relaxed"),
            strict: expectedVerdict(judged, choice.rule, "strict"),
            automatic: false,
            row,
          }
        : {
            relaxed: machine?.relaxed ?? null,
            strict: machine?.strict ?? null,
            automatic: machine !== undefined,
            row,
          },
    );
  }
  return found;
}

const SAYS: Record<string, (one: Verdict) => boolean | null> = {
  relaxed: ({ relaxed }) => relaxed,
  strict: ({ strict }) => strict,
  gap: ({ relaxed, strict }) => (relaxed === null || strict === null ? null : relaxed && !strict),
  "relaxed-in-both": ({ relaxed, strict }) => (strict === null ? null : relaxed),
  "strict-in-both": ({ relaxed, strict }) => (relaxed === null ? null : strict),
};

const CHOICES = (["release", DAY] as const).flatMap((truth) =>
  (["count", "leave-out"] as const).flatMap((gold) =>
    (["majority", "excluded"] as const).flatMap((rule) =>
      [null, 3].flatMap((campaign) =>
        (["people", "automatic", "people-else-automatic"] as const)
          .filter((verdicts) => verdicts !== "automatic" || rule === "majority")
          .flatMap((verdicts) =>
            ([null, "one-hop", "multi-hop"] as const)
              .filter((hops) => hops === null || (gold === "count" && rule === "majority"))
              .map((hops): Choice => ({ truth, gold, rule, verdicts, campaign, hops })),
          ),
      ),
    ),
  ),
);

async function fileOf(choice: Choice): Promise<Line[]> {
  const { table } = await REPORTS["accuracy-over-time"]!.file!(
    researcher,
    {
      model: String(made[0]!.modelIds[0]!),
      truth: choice.truth,
      gold: choice.gold,
      rule: choice.rule,
      verdicts: choice.verdicts,
      ...(choice.hops !== null && { hops: choice.hops }),
      ...(choice.verdicts !== "people" && { evaluator: String(evaluator) }),
      ...(choice.campaign !== null && {
        campaign: String(campaigns[choice.campaign]),
      }),
    },
    "csv",
  );
  return parseCsv(tableCsv(table));
}

describe("the file of a model's changes over time follows from the exports, the releases and the dataset as of a day", () => {
  it.each(CHOICES)(
    "$verdicts: $truth, gold $gold, $rule, campaign $campaign, hops $hops",
    async (choice) => {
      const runs = made.map(({ runIds }) => runIds[0]!);
      const verdicts = runs.map((_, at) => verdictsOf(choice, at));
      const records = await fileOf(choice);
      for (const [measure, says] of Object.entries(SAYS)) {
        const known = [0, 1, 2].filter((at) =>
          [...verdicts[at]!.values()].some((one) => says(one) !== null),
        );
        const steps = [
          ...known.slice(1).map((later, at) => [known[at]!, later, "false"] as const),
          ...(known.length > 2 ? [[known[0]!, known.at(-1)!, "true"] as const] : []),
        ];
        notEmpty(steps);
        const expected = steps.flatMap(([earlier, later, overall]) => {
          const pairs = [...verdicts[earlier]!].flatMap(([question, before]) => {
            const after = verdicts[later]!.get(question);
            const [x, y] = [says(before), after === undefined ? null : says(after)];
            if (x === null || y === null) return [];
            return [
              {
                earlier: x,
                later: y,
                changed: !sameAnswers(before.row, after!.row),
                automatic: [before.automatic, after!.automatic],
                stale: [isStale(before.row), isStale(after!.row)],
              },
            ];
          });
          const changed = pairs.filter((pair) => pair.changed).length;
          const mixed = changed > 0 && changed < pairs.length;
          return ["all", ...(mixed ? ["same-answers", "changed-answers"] : [])].map(
            (questions) => ({
              earlier: runs[earlier],
              later: runs[later],
              overall,
              questions,
              pairs: pairs.filter(
                (pair) => questions === "all" || pair.changed === (questions === "changed-answers"),
              ),
            }),
          );
        });
        const found = records.filter((record) => record.measure === measure);
        expect(
          found.map((record) => [
            Number(record.earlier_run_id),
            Number(record.later_run_id),
            record.first_to_last,
            record.questions,
          ]),
          measure,
        ).toEqual(
          expected.map(({ earlier, later, overall, questions }) => [
            earlier,
            later,
            overall,
            questions,
          ]),
        );
        const changes = expected.map(({ pairs }) => ({ pairs, ...expectedChange(pairs) }));
        const adjusted = holmAlone(changes.flatMap(({ p }) => p ?? []));
        for (const [at, record] of found.entries()) {
          const { pairs, n, counts, difference, low, high, p } = changes[at]!;
          expect(
            ["n", "both", "later_only", "earlier_only", "neither", "n_changed_answers"].map(
              (name) => Number(record[name]),
            ),
          ).toEqual([n, ...counts, pairs.filter(({ changed }) => changed).length]);
          expect([Number(record.earlier_automatic), Number(record.later_automatic)]).toEqual(
            [0, 1].map((side) => pairs.filter(({ automatic }) => automatic[side]).length),
          );
          expect([Number(record.earlier_stale), Number(record.later_stale)]).toEqual(
            [0, 1].map((side) => pairs.filter(({ stale }) => stale[side]).length),
          );
          const share = (side: "earlier" | "later") =>
            n === 0 ? null : pairs.filter((pair) => pair[side]).length / n;
          const holm = p === null ? null : adjusted.shift()!;
          for (const [name, value] of Object.entries({
            difference,
            low,
            high,
            p,
            p_holm: holm,
            earlier_share: share("earlier"),
            later_share: share("later"),
          }))
            if (value === null) expect(record[name], name).toBe("");
            else expect(Number(record[name]), name).toBeCloseTo(value, 10);
        }
      }
    },
  );

  it("has all of it: changed answers, premises, hops and wordings, stale questions, gold, automatic verdicts, several steps", async () => {
    const every: Choice = {
      truth: "release",
      gold: "count",
      rule: "majority",
      verdicts: "people",
      campaign: null,
      hops: null,
    };
    const relaxed = async (change: Partial<Choice> = {}) =>
      notEmpty(
        (await fileOf({ ...every, ...change })).filter((record) => record.measure === "relaxed"),
      );
    const [first, second] = RELEASES.map(({ name }) => files.get(name)!) as [
      Map<string, Line>,
      Map<string, Line>,
    ];
    const differing = (name: string) =>
      [...first].filter(
        ([question, row]) => second.has(question) && second.get(question)![name] !== row[name],
      ).length;
    expect(differing("answer_0")).toBeGreaterThan(5);
    expect(differing("false_premise")).toBe(3);
    expect(differing("num_hops")).toBe(4);

    const all = await relaxed();
    expect(all).toHaveLength(9);
    expect(notEmpty(all).every((record) => Number(record.n) > 5)).toBe(true);
    expect(all.some((record) => Number(record.later_stale) > 0)).toBe(true);
    const [whole, same, changed] = all as [Line, Line, Line];
    expect(Number(same.n) + Number(changed.n)).toBe(Number(whole.n));
    const half = await relaxed({ verdicts: "people-else-automatic", campaign: 3 });
    expect(half.some((record) => Number(record.later_automatic) > 0)).toBe(true);
    const withoutGold = await relaxed({ gold: "leave-out" });
    expect(Number(withoutGold[0]!.n)).toBeLessThan(Number(whole.n));
    // By the answers of one day nothing differs between runs, and what was reworded is another question.
    const day = await relaxed({ truth: DAY });
    expect(new Set(day.map((record) => record.questions))).toEqual(new Set(["all"]));
    expect(Number(day[0]!.n)).toBeLessThan(Number(whole.n));
  });

  it("is not there for a model with one run, or one without verdicts", async () => {
    const alone = await withConnection((client) =>
      makeRating(client, { name: "Alone", seed: 30, questions: 5 }),
    );
    const file = (model: number, format: "csv" | "json" | "latex") =>
      REPORTS["accuracy-over-time"]!.file!(researcher, { model: String(model) }, format);
    for (const format of ["csv", "json", "latex"] as const)
      await expect(file(alone.modelIds[0]!, format), format).rejects.toThrow(NotFound);
  });
});
