import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { reportFile, REPORTS } from "@/lib/reporting/reports";
import { tableCsv } from "@/lib/reporting/files/write-table";
import { holmAlone } from "@/lib/statistics/holm.oracle";
import { inputForms, inputsSaid } from "@/lib/reporting/snapshots/sentences.oracle";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import {
  exported,
  exportedAsOf,
  exportedRelease,
  parseCsv,
} from "@/prisma/testing/exported-judgments";
import { sameAnswers, type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { editContent } from "@/prisma/testing/change-answers";
import { notEmpty } from "@/prisma/testing/not-empty";
import { readSentences } from "@/lib/reporting/files/sentences.oracle";
import { value } from "@/prisma/testing/value";
import { holdSince } from "@/prisma/testing/past-days";
import { comparisonTable } from "./comparison-tables";
import {
  changedSince,
  COLUMNS,
  excludedOf,
  FILE_MEASURES,
  judgedBy,
  says,
  type Choice as FilesChoice,
  type Judged,
  type RatedFiles,
} from "./from-files.oracle";
import { changesTable } from "./over-time-tables";
import { accuracyOfRuns, compareRuns, getAccuracyOverTime } from "./queries";
import { asideNotes, pairsDataTable, pairsTable, staleOf } from "./rules";
import { accuracyRequest, comparisonRequest, MEASURES, overTimeRequest } from "./schema";
import {
  CHANGE_SENTENCES,
  COMPARISON_SENTENCES,
  choiceSaid,
  leftOutFigures,
  PAIR_SENTENCES,
  staleFigures,
  staleOfRuns,
  type JudgedRun,
} from "./sentences.oracle";
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
const NAMES = RELEASES.map(({ name }) => name);
const DAY = "2026-03-31";
const made: RatingSampleMade[] = [];
/** The campaign of each release, and one over all three runs. */
let campaigns: number[];
let researcher: Actor;
let evaluator: number;
let lines: Line[];
let responses: Line[];
const files = new Map<string, Map<string, Line>>();

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
  let last = "0001-01-01";
  for (const [at, { name, day, from, to }] of RELEASES.entries()) {
    if (at > 0) {
      for (const id of ids.slice(20, 30 + 4 * at))
        await editContent(maintainer, id, () => ({ answers: [`Answer ${at}`] }));
      for (const id of ids.slice(44, 47))
        await editContent(maintainer, id, ({ falsePremise }) => ({ falsePremise: !falsePremise }));
      for (const id of ids.slice(47, 50))
        await editContent(maintainer, id, () => ({ note: `Note ${at}` }));
      for (const id of ids.slice(56, 60))
        await editContent(maintainer, id, ({ hops }) => ({
          hops: hops === "one-hop" ? "multi-hop" : "one-hop",
        }));
      for (const id of ids.slice(50 + 2 * at, 52 + 2 * at))
        await editContent(maintainer, id, ({ question }) => ({
          question: `In other words: ${question}`,
        }));
    }
    // Some answers are as they were at first again.
    if (at === 2)
      for (const id of ids.slice(30, 33))
        await editContent(maintainer, id, () => ({ answers: ["Answer 1"] }));
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

interface Choice extends Omit<FilesChoice, "truth"> {
  truth: "release" | typeof DAY;
  /** Which of the four; null: all. */
  campaign: number | null;
  hops: "one-hop" | "multi-hop" | null;
}

const ALL = [0, 1, 2];
/** What can be downloaded for one of the runs: its release, and the dataset as of the day. @param among the runs of the report */
const filesOf = (at: number, among: readonly number[] = ALL): RatedFiles => ({
  lines,
  // Questions are left out because of the gold of any of these runs, and of no other.
  responses: responses.filter((line) =>
    among.some((run) => Number(line.run_id) === made[run]!.runIds[0]),
  ),
  tables: new Map([
    ["release", files.get(RELEASES[at]!.name)!],
    [DAY, files.get(DAY)!],
  ]),
  present: DAY,
  follows: new Map(),
});

/** The same with the campaign's own number. */
const campaignOf = (choice: Choice): FilesChoice => ({
  ...choice,
  campaign: choice.campaign === null ? null : campaigns[choice.campaign]!,
});

/** What each question of a run is worth, by the question's lasting number. */
function verdictsOf(choice: Choice, at: number, among?: readonly number[]): Map<string, Judged> {
  const run = made[at]!.runIds[0]!;
  const numbers = new Map(
    responses
      .filter((line) => Number(line.run_id) === run)
      .map((line) => [line.question!, line.question_id!]),
  );
  return new Map(
    [...judgedBy(filesOf(at, among), campaignOf(choice), run)].flatMap(([question, judged]) =>
      choice.hops === null || judged.row.num_hops === choice.hops
        ? [[numbers.get(question)!, judged] as const]
        : [],
    ),
  );
}

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

const INPUTS = inputForms(NAMES);

const parametersOf = (choice: Choice) => ({
  model: String(made[0]!.modelIds[0]!),
  truth: choice.truth,
  gold: choice.gold,
  rule: choice.rule,
  verdicts: choice.verdicts,
  ...(choice.hops !== null && { hops: choice.hops }),
  ...(choice.verdicts !== "people" && { evaluator: String(evaluator) }),
  ...(choice.campaign !== null && { campaign: String(campaigns[choice.campaign]) }),
});

async function fileOf(choice: Choice): Promise<Line[]> {
  const { table } = await reportFile(
    REPORTS["accuracy-over-time"],
    researcher,
    parametersOf(choice),
    "csv",
  );
  return parseCsv(tableCsv(table));
}

/** What the sentences at any of these tables say, whatever the measure. @param labels of the runs, and which of them each is */
async function inputsOf(
  choice: Choice,
  labels: readonly (readonly [string, number])[],
  at: string,
) {
  const among = labels.map(([, run]) => run);
  const releases = among.map((run) => RELEASES[run]!.name);
  const checksums = await db.release.findMany({
    where: { name: { in: releases } },
    select: { name: true, sha256: true },
    orderBy: { name: "asc" },
  });
  const runs = labels.map(([label, run]): JudgedRun => ({
    label,
    judged: [...verdictsOf(choice, run, among).values()],
    excluded: excludedOf(filesOf(run, among), campaignOf(choice)),
  }));
  return {
    runs,
    figures: {
      ...inputsSaid(choice.truth, checksums, at),
      ...choiceSaid(
        choice,
        "Study 0 evaluator 1",
        choice.campaign === null
          ? null
          : {
              name: responses.find(
                (line) => Number(line.campaign_id) === campaigns[choice.campaign!],
              )!.campaign!,
              followUps: 0,
            },
      ),
      ...leftOutFigures(choice, runs),
    },
  };
}

describe("the file of a model's changes over time follows from the exports, the releases and the dataset as of a day", () => {
  it.each(CHOICES)(
    "$verdicts: $truth, gold $gold, $rule, campaign $campaign, hops $hops",
    async (choice) => {
      const runs = made.map(({ runIds }) => runIds[0]!);
      const verdicts = runs.map((_, at) => verdictsOf(choice, at));
      const records = await fileOf(choice);
      const report = await getAccuracyOverTime(
        researcher,
        overTimeRequest.parse(parametersOf(choice)),
      );
      // What the form leaves out by hops is no sentence of a table.
      const sentences =
        choice.hops === null
          ? await inputsOf(
              choice,
              RELEASES.map(({ name }, at) => [name, at] as const),
              report.inputs.at,
            )
          : null;
      for (const measure of FILE_MEASURES) {
        const said = (one: Judged) => says(measure, one);
        const known = [0, 1, 2].filter((at) =>
          [...verdicts[at]!.values()].some((one) => said(one) !== null),
        );
        const steps = [
          ...known.slice(1).map((later, at) => [known[at]!, later, "false"] as const),
          ...(known.length > 2 ? [[known[0]!, known.at(-1)!, "true"] as const] : []),
        ];
        notEmpty(steps);
        const expected = steps.flatMap(([earlier, later, overall]) => {
          const pairs = [...verdicts[earlier]!].flatMap(([question, before]) => {
            const after = verdicts[later]!.get(question);
            const [x, y] = [said(before), after === undefined ? null : said(after)];
            if (x === null || y === null) return [];
            return [
              {
                earlier: x,
                later: y,
                changed: !sameAnswers(before.row, after!.row),
                automatic: [before.automatic, after!.automatic],
                stale: [
                  changedSince(filesOf(earlier), before.row),
                  changedSince(filesOf(later), after!.row),
                ],
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
        const shown = MEASURES.find((one) => one === measure);
        if (shown === undefined) continue;
        for (const [at, row] of report.rows.entries()) {
          const own = [...verdicts[at]!.values()].filter((one) => said(one) !== null);
          const { right, judged, automatic, stale } = row.accuracy.all[shown];
          expect({ right, judged, automatic, stale }, `${row.run} ${measure}`).toEqual({
            right: own.filter((one) => said(one) === true).length,
            judged: own.length,
            automatic: own.filter((one) => one.automatic).length,
            stale: own.filter((one) => changedSince(filesOf(at), one.row)).length,
          });
        }
        const table = changesTable(report, shown);
        for (const [at, { pairs, n }] of changes.entries()) {
          const cells = table.rows[at]!;
          expect(cells[2]!.text).toBe(String(n));
          for (const side of [0, 1])
            expect(cells[3 + side]!.details ?? [], `${measure} ${at}`).toEqual([
              ...(choice.verdicts === "people-else-automatic" && n > 0
                ? [`auto ${pairs.filter(({ automatic }) => automatic[side]).length}`]
                : []),
              ...[pairs.filter(({ stale }) => stale[side]).length].flatMap((count) =>
                count === 0 ? [] : [`stale ${count}`],
              ),
            ]);
        }
        if (sentences === null) continue;
        const tests = changes.filter(({ p }) => p !== null).length;
        expect(
          readSentences(
            [...table.about!, ...table.notes],
            { ...INPUTS, ...CHANGE_SENTENCES },
            NAMES,
          ),
          measure,
        ).toEqual({
          unread: [],
          figures: { ...sentences.figures, method: tests > 1 ? { tests } : {} },
        });
        // Above the changes stand the runs' own counts.
        const named = report.rows.map((row, at) => ({ ...row, label: NAMES[at]! }));
        const stale = staleOfRuns(filesOf(0), sentences.runs, shown);
        expect(
          readSentences(
            asideNotes(named, staleOf(named, shown)),
            { ...INPUTS, ...CHANGE_SENTENCES },
            NAMES,
          ),
          measure,
        ).toEqual({
          unread: [],
          figures: {
            ...leftOutFigures(choice, sentences.runs),
            ...(stale !== null && { stale }),
          },
        });
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

  it.each(CHOICES.filter(({ hops }) => hops === null))(
    "and so do the sentences where two of its runs are compared: $verdicts, $truth, gold $gold, $rule, campaign $campaign",
    async (choice) => {
      const [first, second] = made.map(({ runIds }) => runIds[0]!) as [number, number, number];
      const { model: _, ...parameters } = parametersOf(choice);
      const report = await compareRuns(
        researcher,
        comparisonRequest.parse({ ...parameters, first, second }),
      );
      const [one, other] = [verdictsOf(choice, 0, [0, 1]), verdictsOf(choice, 1, [0, 1])];
      const shared = [...one].filter(([question]) => other.has(question));
      const same = shared.filter(([question, judged]) =>
        sameAnswers(judged.row, other.get(question)!.row),
      );
      const labels = [report.first.label, report.second.label];
      const { figures } = await inputsOf(
        choice,
        labels.map((label, at) => [label, at] as const),
        report.inputs.at,
      );
      for (const measure of MEASURES) {
        const known = same.flatMap(([question, judged]) =>
          says(measure, judged) === null || says(measure, other.get(question)!) === null
            ? []
            : [judged],
        );
        const tests = Object.values(COLUMNS).filter((belongs) =>
          known.some(({ row }) => belongs(row)),
        ).length;
        const stale = staleFigures(filesOf(0), known, "question");
        const { about, notes } = comparisonTable(report, measure);
        expect(
          readSentences([...about!, ...notes], { ...INPUTS, ...COMPARISON_SENTENCES }, labels),
          measure,
        ).toEqual({
          unread: [],
          figures: {
            ...figures,
            sides: { first: labels[0], second: labels[1] },
            method: tests > 1 ? { tests } : {},
            differentReleases: { changed: shared.length - same.length, shared: shared.length },
            ...(stale !== null && { stale }),
          },
        });
      }
    },
  );

  it.each((["release", DAY] as const).map((truth) => ({ truth })))(
    "and so do the pairs of a leaderboard, on what both were asked with the same answers: $truth",
    async ({ truth }) => {
      const choice: Choice = {
        truth,
        gold: "count",
        rule: "majority",
        verdicts: "people",
        campaign: null,
        hops: null,
      };
      const report = await accuracyOfRuns(
        accuracyRequest.parse({ truth, runs: made.map(({ runIds }) => runIds[0]!) }),
        { groups: true },
      );
      const records = parseCsv(tableCsv(pairsDataTable(report)));
      const labels = report.rows.map(({ label }, at) => [label, at] as const);
      const { figures } = await inputsOf(choice, labels, report.inputs.at);
      let others = 0;
      for (const measure of MEASURES) {
        const known = ALL.map((at) =>
          [...verdictsOf(choice, at)].filter(([, one]) => says(measure, one) !== null),
        );
        const expected = ALL.flatMap((first, at) =>
          ALL.slice(at + 1).map((second) => {
            const theirs = new Map(known[second]);
            const same = known[first]!.flatMap(([question, { row }]) => {
              const other = theirs.get(question);
              return other === undefined ? [] : [sameAnswers(row, other.row)];
            });
            return {
              n: same.filter(Boolean).length,
              other: same.filter((one) => !one).length,
            };
          }),
        );
        others += expected.reduce((sum, { other }) => sum + other, 0);
        expect(
          records
            .filter((record) => record.measure === measure)
            .map((record) => ({
              n: Number(record.n),
              other: Number(record.n_other_answers),
            })),
          measure,
        ).toEqual(expected);
        const { columns, rows, about, notes } = pairsTable(report, measure);
        const excluded = columns.findIndex(({ title }) => title === "Excluded");
        const anyOther = expected.some(({ other }) => other > 0);
        if (anyOther)
          expect(rows.map((row) => row[excluded]!.text)).toEqual(
            expected.map(({ other }) => String(other)),
          );
        else expect(excluded).toBe(-1);
        const read = readSentences(
          [...about!, ...notes],
          { ...INPUTS, ...PAIR_SENTENCES },
          labels.map(([label]) => label),
        );
        const { tested: _, letters: __, ...said } = read.figures;
        expect({ said, unread: read.unread }, measure).toEqual({
          unread: [],
          said: { ...figures, difference: {}, ...(anyOther && { byOtherAnswers: {} }) },
        });
      }
      // By the answers of one day no two runs have different ones.
      expect(others > 0).toBe(truth === "release");
    },
  );

  it("is not there for a model with one run, or one without verdicts", async () => {
    const alone = await withConnection((client) =>
      makeRating(client, { name: "Alone", seed: 30, questions: 5 }),
    );
    const file = (model: number, format: "csv" | "json" | "latex") =>
      reportFile(REPORTS["accuracy-over-time"], researcher, { model: String(model) }, format);
    for (const format of ["csv", "json", "latex"] as const)
      await expect(file(alone.modelIds[0]!, format), format).rejects.toThrow(NotFound);
  });
});
