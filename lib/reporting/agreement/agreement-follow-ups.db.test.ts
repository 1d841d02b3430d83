import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { adjudicate } from "@/lib/rating/adjudication/commands";
import { followUp } from "@/lib/rating/campaigns/opening-commands";
import { addRater, removeRater } from "@/lib/rating/campaigns/rater-commands";
import {
  currentSnapshot,
  followUpsOffered,
  listToFollowUp,
} from "@/lib/reporting/snapshots/queries";
import { type ReportState } from "@/lib/reporting/snapshots/schema";
import { writeState } from "@/lib/reporting/snapshots/address";
import { inputForms, inputsSaid } from "@/lib/reporting/snapshots/sentences.oracle";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { changeAnswers } from "@/prisma/testing/change-answers";
import { exported } from "@/prisma/testing/exported-judgments";
import { yes, type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { judgeAll } from "@/prisma/testing/judge-all";
import { notEmpty } from "@/prisma/testing/not-empty";
import { cameInOn, holdSince } from "@/prisma/testing/past-days";
import { figuresIn, readSentences } from "@/lib/reporting/files/sentences.oracle";
import { value } from "@/prisma/testing/value";
import { RELAXED } from "@/prisma/testing/verdicts";
import { ac1, alpha, cohen, percent, type Units } from "./agreement.oracle";
import { campaignsOfEvaluator, getAgreementReport, listDisagreements } from "./queries";
import { agreementReportTable } from "./file-tables";
import { agreementNotes, summaryInWords } from "./rules";
import {
  agreementRequest,
  disagreementsRequest,
  PAIRINGS,
  TABLES,
  type AgreementReport,
} from "./schema";
import { AGREEMENT_SENTENCES, FEW_UNITS, MADE, staleSaid, SUMMARY } from "./sentences.oracle";

/*
 * A campaign of two raters whose answers changed twice; its follow-up, in which one of them is replaced by a third; and the
 * follow-up's own. A campaign is one choice with both: its reports of agreement, from the exported judgments of all three.
 */

const [JANUARY, JUNE, AUGUST] = ["2026-01-05", "2026-06-01", "2026-08-03"];
const DAYS = ["release", "2026-06-30", "2026-08-31"];
let made: RatingSampleMade;
let maintainer: Actor;
let researcher: Actor;
let campaigns: [number, number, number];
let before: ReportState;
let lines: Line[];

/** What raters say: the two of a response differ where its number says so. */
const LEVEL =
  "(t.response_id / 2 + CASE WHEN t.response_id / 2 % 4 = 0 THEN a.rater_id ELSE 0 END) % 3";
const rate = (campaignId: number, which: string) =>
  withConnection((client) => judgeAll(client, campaignId, LEVEL, which));

/** Adjudicates two of the disagreements of a campaign. */
async function settle(campaignId: number): Promise<void> {
  for (const { taskId } of (await db.disagreement.findMany({ where: { campaignId } })).slice(0, 2))
    value(
      await adjudicate(actorOf(made.adjudicatorId, ["adjudicator"]), {
        taskId,
        verdict: RELAXED,
        reason: "So it is.",
        clientKey: randomUUID(),
      }),
    );
}

/** The evaluators judge the responses to these questions again, by the answers of now: in turn both modes, one, or none. */
async function judgeAgain(
  questionIds: readonly number[],
  modes: readonly ("both" | "relaxed" | "strict" | null)[],
): Promise<void> {
  const evaluators = await db.evaluator.findMany({ orderBy: { id: "asc" } });
  const responses = await db.response.findMany({
    where: { runId: { in: made.runIds }, questionId: { in: [...questionIds] } },
    orderBy: { id: "asc" },
  });
  for (const [at, { id: responseId, questionId }] of responses.entries()) {
    const { revisionId } = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    for (const [place, { id: evaluatorId }] of evaluators.entries()) {
      const which = modes[(at + place) % modes.length];
      for (const mode of ["relaxed", "strict"] as const)
        if (which === "both" || which === mode)
          await db.automaticVerdict.create({
            data: { responseId, evaluatorId, revisionId, [mode]: (at + place) % 2 === 0 },
          });
    }
  }
}

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Study",
      questions: 40,
      raters: 2,
      agreement: 0.7,
      corrected: 0.1,
      gold: 0.1,
      adjudicated: 0.5,
      evaluators: [0.8, 0.6],
    }),
  );
  maintainer = actorOf(made.maintainerId, ["maintainer"]);
  researcher = actorOf(made.researcherId, ["researcher"]);
  const third = await db.user.create({
    data: { email: "third@example.org", name: "Third", roles: ["rater"] },
  });
  await holdSince(JANUARY);
  before = value(await currentSnapshot(researcher));
  const entries = await db.releaseEntry.findMany({
    where: { releaseId: made.releaseId },
    orderBy: { position: "asc" },
  });
  const questions = (every: number) =>
    entries.filter(({ position }) => position % every === 0).map(({ questionId }) => questionId);

  await changeAnswers(maintainer, questions(2), { since: JUNE, after: JANUARY });
  const first = value(await followUp(maintainer, { campaignId: made.campaignId })).campaignId;
  const place = (raterId: number) => ({ campaignId: first, raterId, clientKey: randomUUID() });
  value(await addRater(maintainer, place(third.id)));
  value(await removeRater(maintainer, place(made.raterIds[1]!)));
  await rate(first, "a.rater_id IS NOT NULL");
  await settle(first);
  await judgeAgain(questions(2), ["both", "relaxed", null]);

  await changeAnswers(maintainer, questions(4), { since: AUGUST, after: JUNE });
  const second = value(await followUp(maintainer, { campaignId: first })).campaignId;
  await rate(second, "(a.slot = 1 OR t.response_id / 4 % 2 = 0)");
  await settle(second);
  await judgeAgain(questions(4), ["strict", "both"]);
  await db.$executeRaw`ANALYZE`;
  campaigns = [made.campaignId, first, second];
  lines = (await Promise.all(campaigns.map((campaign) => exported(researcher, campaign)))).flat();
}, 120_000);
afterAll(disconnect);

const requestOf = (campaign: readonly number[], more: object = {}) =>
  agreementRequest.parse({ campaign: [...campaign], ...more });

/** Since when answers are the correct ones: they say it themselves. */
const sinceOf = ([answer = ""]: readonly string[]): string =>
  /^Since (\d{4}-\d{2}-\d{2})$/.exec(answer)?.[1] ?? JANUARY;

/** Since when the correct answers of a day are those of a question; each of its changes was rated by someone. */
function truthOf(day: string, questionId: string): string {
  if (day === "release") return JANUARY;
  return notEmpty(lines.filter((line) => line.question_id === questionId))
    .map((line) => sinceOf(JSON.parse(line.answers!) as string[]))
    .filter((since) => since <= day)
    .sort()
    .at(-1)!;
}

/** Whether what has these answers counts by those of the day. */
const isBy = (answers: readonly string[], day: string, questionId: string) =>
  sinceOf(answers) === truthOf(day, questionId);

/** Ratings that stand in these campaigns, whatever answers they are by. */
function standingOf(of: readonly number[], gold: "count" | "leave-out" = "count"): Line[] {
  const own = lines.filter((line) => of.includes(Number(line.campaign_id)));
  const golden = new Set(own.filter((line) => yes(line.gold!)).map((line) => line.question_id));
  return own.filter(
    (line) =>
      yes(line.counts!) && !yes(line.gold!) && (gold === "count" || !golden.has(line.question_id)),
  );
}

/** The ratings by the answers of a day. */
function countedOf(day: string, of: readonly number[], gold?: "count" | "leave-out"): Line[] {
  return standingOf(of, gold).filter((line) =>
    isBy(JSON.parse(line.answers!) as string[], day, line.question_id!),
  );
}

function unitsOf(of: readonly Line[], mode: "relaxed" | "strict"): Units {
  const units = new Map<string, boolean[]>();
  for (const line of of)
    units.set(line.response_id!, [...(units.get(line.response_id!) ?? []), yes(line[mode]!)]);
  return [...units.values()];
}

const OF_A_TABLE = [
  "exact",
  "raters",
  "drift",
  "indices",
  "parts",
  "sides",
  "noRatings",
  "undefinedCohen",
];

/** What every table says of a report, in sentences with numbers. @param of the chosen campaigns; `ids`: those that count */
async function expectSentences(
  report: AgreementReport,
  { truth, of, ids }: { truth: string; of: readonly number[]; ids: readonly number[] },
): Promise<void> {
  const counted = countedOf(truth, ids);
  const all = lines.filter((line) => ids.includes(Number(line.campaign_id)));
  const gold = all.filter((line) => yes(line.gold!) && line.superseded_by === "");
  const byResponse = new Map<string, Line[]>();
  for (const line of counted)
    byResponse.set(line.response_id!, [...(byResponse.get(line.response_id!) ?? []), line]);
  const compared = [...byResponse.values()].filter((own) => own.length > 1);
  const single = [...byResponse.values()].filter((own) => own.length === 1);
  const isStale = ([line]: Line[]) =>
    !isBy(JSON.parse(line!.answers!) as string[], DAYS[2]!, line!.question_id!);
  const raters = new Set(counted.map((line) => line.rater_key)).size;
  const others = standingOf(ids).length - counted.length;
  const stale = {
    ...staleSaid("compared", compared.filter(isStale).length, compared.length),
    ...staleSaid("single", single.filter(isStale).length, single.length),
  };
  const names = await Promise.all(
    of.map(async (id) => (await db.campaign.findUniqueOrThrow({ where: { id } })).name),
  );
  // Of a follow-up and the campaign, each has its own.
  const followUps = of.map(
    (id) =>
      campaigns.length - 1 - campaigns.indexOf(id) - (of.length - 1) * Number(id === campaigns[0]),
  );
  const { name: release, sha256 } = await db.release.findUniqueOrThrow({
    where: { id: made.releaseId },
  });
  const expected = {
    ...inputsSaid(truth, [{ name: release, sha256 }], report.inputs.at),
    ...(Object.keys(stale).length > 0 && { stale }),
    counts: {
      responses: byResponse.size,
      compared: compared.length,
      single: single.length,
      judgments: counted.length,
      raters,
      ...(others > 0 && { otherAnswers: others }),
      ...(gold.length > 0 && {
        ofGold: gold.length,
        gold: new Set(gold.map((line) => line.task_id)).size,
      }),
    },
    of: {
      campaigns: names
        .map((name, at) => {
          const count = followUps[at]!;
          return count === 0
            ? name
            : count === 1
              ? `${name} and its follow-up`
              : `${name} and its ${count} follow-ups`;
        })
        .join(", "),
    },
  };
  for (const table of TABLES) {
    const { about, notes } = agreementReportTable(report, table);
    const said = [...about!, ...notes].filter((note) => figuresIn(note, MADE) === null);
    const few = said.flatMap((note) => Object.values(figuresIn(note, FEW_UNITS) ?? {}));
    const read = readSentences(
      said.filter((note) => figuresIn(note, FEW_UNITS) === null),
      { ...inputForms([release]), ...AGREEMENT_SENTENCES },
      [],
    );
    const { figures } = read;
    // What a table's own numbers are, or why one is undefined, is not of every table.
    const own = Object.fromEntries(
      OF_A_TABLE.flatMap((name) => (name in figures ? [[name, figures[name]!]] : [])),
    );
    expect(read, table).toEqual({ unread: [], figures: { ...expected, ...own } });
    if (table === "part-confusion" && raters === 2)
      expect(Object.values(figures.sides ?? {}).sort()).toEqual(
        report.raters.map(({ rater }) => rater.label).sort(),
      );
    if (table !== "coefficients") {
      expect(few, table).toEqual([]);
      continue;
    }
    const ofPremise = (fp: boolean) =>
      compared.filter(([line]) => (line!.category === "false-premise") === fp).length;
    expect(new Set(few)).toEqual(
      new Set([compared.length, ofPremise(false), ofPremise(true)].filter((n) => n > 0 && n < 10)),
    );
    expect(figures.noRatings).toEqual(counted.length === 0 ? {} : undefined);
    expect(figures.undefinedCohen).toEqual(
      raters === 2 || compared.length === 0 ? undefined : { raters },
    );
  }
}

describe("agreement of a campaign with its follow-ups", () => {
  it("has data worth it: three sets of answers, three raters, ratings once", () => {
    for (const day of DAYS) expect(countedOf(day, campaigns).length).toBeGreaterThan(60);
    expect(new Set(lines.map((line) => line.rater_key)).size).toBe(3);
    expect(unitsOf(countedOf(DAYS[2]!, campaigns), "relaxed").map((unit) => unit.length)).toContain(
      1,
    );
  });

  it.each(
    DAYS.flatMap((truth) => [
      { truth, chosen: [0], counts: [0, 1, 2] },
      { truth, chosen: [1], counts: [1, 2] },
      { truth, chosen: [2], counts: [2] },
      { truth, chosen: [2, 0], counts: [0, 1, 2] },
    ]),
  )("by $truth, of $chosen: recomputed from the exports", async ({ truth, chosen, counts }) => {
    const [of, ids] = [chosen, counts].map((places) => places.map((at) => campaigns[at]!)) as [
      number[],
      number[],
    ];
    const report = await getAgreementReport(researcher, requestOf(of, { truth }));
    const counted = countedOf(truth, ids);
    const all = standingOf(ids);
    const units = unitsOf(counted, "relaxed");
    const raters = new Set(counted.map((line) => line.rater_key));
    expect(report.counts).toMatchObject({
      responses: units.length,
      compared: units.filter((unit) => unit.length > 1).length,
      single: units.filter((unit) => unit.length === 1).length,
      judgments: counted.length,
      raters: raters.size,
      aside: { otherAnswers: { judgments: all.length - counted.length } },
    });
    for (const mode of ["relaxed", "strict"] as const) {
      const found = report.coefficients[mode].overall;
      const said = unitsOf(counted, mode);
      const inShort = figuresIn(summaryInWords(found), SUMMARY);
      if (said.every((unit) => unit.length < 2)) {
        expect(found.percent.value).toBeNull();
        expect(inShort).toEqual({ none: "no responses with two ratings" });
        continue;
      }
      expect(found.percent.value).toBeCloseTo(percent(said), 10);
      expect(new Set(said.flat()).size, mode).toBe(2);
      expect(found.krippendorff.value).toBeCloseTo(alpha(said), 10);
      expect(found.gwetAC1.value).toBeCloseTo(ac1(said), 10);
      const ofAlpha = alpha(said);
      expect(inShort).toEqual({
        percent: Math.round(1000 * percent(said)) / 10,
        alpha: Math.round(100 * ofAlpha) / 100,
        word: ofAlpha >= 0.8 ? "reliable" : ofAlpha >= 0.667 ? "moderate" : "low",
        n: said.filter((unit) => unit.length > 1).length,
      });
      if (raters.size === 2) {
        const key = (line: Line) => Number(line.rater_key === counted[0]!.rater_key);
        const sorted = counted.toSorted((a, b) => key(b) - key(a));
        const pairs = unitsOf(sorted, mode).filter((unit) => unit.length === 2);
        expect(found.cohen.value).toBeCloseTo(cohen(pairs as [boolean, boolean][]), 10);
      } else expect(found.cohen.undefinedBecause).toContain("not 3.");
    }
    await expectSentences(report, { truth, of, ids });
    const differing = unitsOf(counted, "strict").filter((unit) => new Set(unit).size > 1).length;
    const list = await listDisagreements(
      researcher,
      disagreementsRequest.parse({ campaign: of, truth, mode: "strict" }),
    );
    expect(list.total).toBe(differing);
    // Adjudication leads to the task whose ratings differ, and not to that of another day's answers.
    const tasks = counted.map((line) => line.task_id);
    for (const row of list.rows) expect(tasks).toContain(String(row.taskId));
  });

  it("says which campaigns count, and whose rater is who", async () => {
    const { inputs, raters } = await getAgreementReport(
      researcher,
      requestOf(campaigns.slice(0, 1), { truth: DAYS[2]! }),
    );
    const name = async (at: number) =>
      (await db.campaign.findUniqueOrThrow({ where: { id: campaigns[at]! } })).name;
    expect(inputs.campaigns).toEqual([{ id: campaigns[0], name: await name(0), followUps: 2 }]);
    expect(agreementNotes(inputs).join(" ")).toContain(
      `the campaign ${await name(0)} and its 2 follow-ups; runs: all`,
    );
    // A rater's number is that of the chosen campaign, or of the first follow-up that has them.
    expect(raters.map(({ rater }) => [rater.key, rater.label])).toEqual([
      [`r${campaigns[0]}-1`, "Rater 1"],
      [`r${campaigns[0]}-2`, "Rater 2"],
      [`r${campaigns[1]}-3`, `Rater 3 of ${await name(1)}`],
    ]);
    const { inputs: nested } = await getAgreementReport(
      researcher,
      requestOf([campaigns[1], campaigns[0]]),
    );
    expect(nested.campaigns).toEqual([
      { id: campaigns[1], name: await name(1), followUps: 1 },
      { id: campaigns[0], name: await name(0), followUps: 0 },
    ]);
  });

  it("takes the first and the second rating of a response from the campaign that counts, by their slots", async () => {
    const counted = countedOf(DAYS[2]!, campaigns);
    const both = [...new Set(counted.map((line) => line.response_id!))].flatMap((id) => {
      const own = counted
        .filter((line) => line.response_id === id)
        .toSorted((a, b) => Number(a.slot) - Number(b.slot));
      return own.length === 2 ? [own.map((line) => yes(line.relaxed!))] : [];
    });
    for (const [credit, value] of [
      ["first", true],
      ["second", false],
    ] as const) {
      const expected = both.filter(([one, other]) => one === value && other !== value).length;
      expect(expected).toBeGreaterThan(0);
      const list = await listDisagreements(
        researcher,
        disagreementsRequest.parse({
          campaign: campaigns.slice(0, 1),
          truth: DAYS[2],
          mode: "relaxed",
          first: "s1",
          second: "s2",
          credit,
        }),
      );
      expect(list.total, credit).toBe(expected);
    }
  });

  it("holds at a state what was there then", async () => {
    const state = writeState(before);
    const then = await getAgreementReport(researcher, requestOf(campaigns.slice(0, 1), { state }));
    expect(then.inputs).toMatchObject({ campaigns: [{ followUps: 0 }], earlier: false });
    expect(then.counts).toMatchObject({
      judgments: standingOf(campaigns.slice(0, 1)).length,
      aside: { otherAnswers: { judgments: 0 } },
    });
  });

  it("offers an evaluator's campaigns with their follow-ups, once", async () => {
    const evaluator = await db.evaluator.findFirstOrThrow();
    expect(await campaignsOfEvaluator(researcher, evaluator.id)).toEqual([
      { campaignId: campaigns[0], name: expect.any(String) as string, responses: 40 },
    ]);
  });
});

type Mode = "relaxed" | "strict";
type Said = Record<Mode, boolean | null>;
interface Machine extends Said {
  evaluator: string;
  answers: string[];
}

/** A response with all that was said of it by the answers of a day. */
interface Response {
  category: string;
  /** By rater, in the order of the slots. */
  raters: Map<string, Said>;
  adjudicated: Said | null;
  /** By name. */
  evaluators: Map<string, Said>;
}

/** From nothing but the exported ratings. */
function responsesBy(day: string, gold: "count" | "leave-out"): Response[] {
  const counted = countedOf(day, campaigns, gold);
  return [...new Set(counted.map((line) => line.response_id!))].map((id) => {
    const own = counted
      .filter((line) => line.response_id === id)
      .toSorted((a, b) => Number(a.slot) - Number(b.slot));
    const settled = own
      .filter((line) => line.adjudication_id !== "")
      .toSorted((a, b) => Number(a.adjudication_id) - Number(b.adjudication_id))
      .at(-1);
    const machines = (JSON.parse(own[0]!.automatic_verdicts!) as Machine[]).filter(({ answers }) =>
      isBy(answers, day, own[0]!.question_id!),
    );
    return {
      category: own[0]!.category!,
      raters: new Map(
        own.map((line) => [
          line.rater_key!,
          { relaxed: yes(line.relaxed!), strict: yes(line.strict!) },
        ]),
      ),
      adjudicated:
        settled === undefined
          ? null
          : {
              relaxed: yes(settled.adjudicated_relaxed!),
              strict: yes(settled.adjudicated_strict!),
            },
      evaluators: new Map(machines.map((one) => [one.evaluator, one])),
    };
  });
}

/** What people say together: adjudicated, else all, else most of them or no one. */
function together({ raters, adjudicated }: Response, rule: "majority" | "excluded"): Said {
  const verdict = (mode: Mode): boolean | null => {
    if (adjudicated !== null) return adjudicated[mode];
    const credit = [...raters.values()].filter((said) => said[mode]).length;
    if (credit === 0 || credit === raters.size) return credit > 0;
    return rule === "excluded" || 2 * credit === raters.size ? null : 2 * credit > raters.size;
  };
  return { relaxed: verdict("relaxed"), strict: verdict("strict") };
}

describe("whose verdicts are compared, recomputed from the exports for every truth", () => {
  /** The raters' keys in the export, by what the report calls them. */
  const keyOf = async (label: string) => {
    const [, number, , name] = /^Rater (\d+)( of (.*))?$/.exec(label)!;
    const of =
      name === undefined
        ? campaigns[0]
        : (await db.campaign.findUniqueOrThrow({ where: { name } })).id;
    return notEmpty(
      lines.filter((line) => Number(line.campaign_id) === of && line.rater === `Rater ${number}`),
    )[0]!.rater_key!;
  };
  const SCOPES = {
    overall: () => true,
    vp: ({ category }: Response) => category !== "false-premise",
    fp: ({ category }: Response) => category === "false-premise",
  };
  const MODES: Record<"all" | Mode, Mode[]> = {
    relaxed: ["relaxed"],
    strict: ["strict"],
    all: ["relaxed", "strict"],
  };
  /** Over which responses the paper's rows are, in sentences. */
  const expectPaperNotes = (report: AgreementReport, responses: Response[]) => {
    const twice = responses.filter(({ raters }) => raters.size > 1);
    const evaluator = report.paper!.evaluator!.name;
    const without = (mode: Mode) =>
      twice.filter(({ evaluators }) => (evaluators.get(evaluator)?.[mode] ?? null) === null).length;
    const [relaxed, strict] = [without("relaxed"), without("strict")];
    const { figures, unread } = readSentences(
      agreementReportTable(report, "paper").notes,
      { ...inputForms(report.inputs.releases.map(({ name }) => name)), ...AGREEMENT_SENTENCES },
      [],
    );
    expect(unread).toEqual([]);
    expect({ paper: figures.paper, average: figures.average }).toEqual({
      paper: {
        responses: twice.length,
        evaluator,
        ...(relaxed + strict > 0 && { relaxed, strict }),
      },
      average: { evaluator },
    });
  };
  const defined = (number: number) => (Number.isFinite(number) ? number : null);

  it.each(
    DAYS.flatMap((truth) =>
      (["count", "leave-out"] as const).flatMap((gold) =>
        (["majority", "excluded"] as const).map((rule) => ({ truth, gold, rule })),
      ),
    ),
  )("$truth, gold $gold, rule $rule", async ({ truth, gold, rule }) => {
    const responses = responsesBy(truth, gold);
    let compared = 0;
    for (const pairing of PAIRINGS) {
      const report = await getAgreementReport(
        researcher,
        requestOf(campaigns.slice(0, 1), {
          truth,
          gold,
          rule,
          pairing,
          ...(pairing === "paper" && { between: "s1,s2" }),
        }),
      );
      if (pairing === "paper") expectPaperNotes(report, responses);
      for (const { first, second, row } of notEmpty(report.pairs.rows)) {
        const sideOf = async ({ key, label }: { key: string; label: string }) => {
          const rater = /^r/.test(key) ? await keyOf(label) : "";
          return (response: Response): Said | null => {
            if (key === "people") return together(response, rule);
            if (key === "adjudicated") return response.adjudicated;
            if (key.startsWith("e")) return response.evaluators.get(label) ?? null;
            if (key.startsWith("s"))
              return [...response.raters.values()][Number(key[1]) - 1] ?? null;
            return response.raters.get(rater) ?? null;
          };
        };
        const [one, other] = [await sideOf(first), await sideOf(second)];
        // The paper's rows are of what both raters and the evaluator judged, each mode by itself.
        const judge = report.paper?.evaluator?.name;
        const among = (response: Response, modes: readonly Mode[]) =>
          judge === undefined ||
          modes.every((mode) => (response.evaluators.get(judge)?.[mode] ?? null) !== null);
        for (const [mode, modes] of Object.entries(MODES) as [keyof typeof MODES, Mode[]][])
          for (const [scope, belongs] of Object.entries(SCOPES) as [
            keyof typeof SCOPES,
            (response: Response) => boolean,
          ][]) {
            const both = responses.filter(belongs).flatMap((response) => {
              const [a, b] = [one(response), other(response)];
              if (pairing === "paper" && response.raters.size < 2) return [];
              return a === null ||
                b === null ||
                !among(response, modes) ||
                modes.some((each) => a[each] === null || b[each] === null)
                ? []
                : [modes.map((each) => [a[each], b[each]] as [boolean, boolean])];
            });
            const verdicts = both.flat();
            compared += verdicts.length;
            const cell = row[mode][scope];
            const name = [pairing, first.label, second.label, mode, scope].join(" ");
            const count = (a: boolean, b: boolean) =>
              verdicts.filter(([x, y]) => x === a && y === b).length;
            expect(cell, name).toMatchObject({
              responses: both.length,
              verdicts: verdicts.length,
              confusion: [
                [count(false, false), count(false, true)],
                [count(true, false), count(true, true)],
              ],
            });
            if (verdicts.length === 0) continue;
            const of = (coefficient: "cohen" | "gwetAC1" | "krippendorff" | "percent") =>
              cell.coefficients[coefficient].value;
            expect(of("percent"), name).toBeCloseTo(percent(verdicts), 10);
            expect(of("gwetAC1"), name).toBeCloseTo(ac1(verdicts), 10);
            for (const [coefficient, expected] of [
              ["cohen", defined(cohen(verdicts))],
              ["krippendorff", defined(alpha(verdicts))],
            ] as const)
              if (expected === null) expect(of(coefficient), name).toBeNull();
              else expect(of(coefficient), name).toBeCloseTo(expected, 10);
          }
      }
    }
    expect(compared).toBeGreaterThan(1_000);
  });
});

describe("what can be followed up", () => {
  it("is a campaign or a follow-up with ratings by answers that changed since, until another has taken them over", async () => {
    const ids = (of: Awaited<ReturnType<typeof listToFollowUp>>) =>
      of.campaigns.map(({ id }) => id);
    // Both changes are taken over.
    expect(await listToFollowUp(maintainer, campaigns.slice(0, 1))).toEqual({
      campaigns: [],
      followUps: 2,
    });
    const { questionId } = await db.releaseEntry.findFirstOrThrow({
      where: { releaseId: made.releaseId, position: { in: [1, 3] } },
    });
    await changeAnswers(maintainer, [questionId], { since: "2026-09-07", after: AUGUST });
    expect(ids(await listToFollowUp(maintainer, campaigns.slice(0, 1)))).toEqual([campaigns[0]]);
    expect(ids(await listToFollowUp(maintainer, campaigns.slice(1)))).toEqual([]);
    const rated = notEmpty(lines.filter((line) => Number(line.campaign_id) === campaigns[2]));
    await changeAnswers(maintainer, [Number(rated[0]!.question_id!.slice(1))], {
      since: "2026-10-05",
      after: "2026-09-07",
    });
    expect(ids(await listToFollowUp(maintainer, campaigns.slice(0, 1)))).toEqual([
      campaigns[0],
      campaigns[2],
    ]);
    expect(await followUpsOffered(maintainer, true, null)).toBeNull();
    expect(ids((await followUpsOffered(maintainer, true, campaigns[0]))!)).toEqual([
      campaigns[0],
      campaigns[2],
    ]);
    expect(await followUpsOffered(maintainer, false, campaigns)).toBeUndefined();
    expect(await followUpsOffered(researcher, true, campaigns)).toBeUndefined();
    await expect(listToFollowUp(researcher, campaigns)).rejects.toThrow();
  });
});

it("says of addresses from before follow-ups counted that numbers may differ, where there are any", async () => {
  await cameInOn("2026-11-26");
  const state = writeState(value(await currentSnapshot(researcher)));
  const earlier = async (campaign: readonly number[]) =>
    (await getAgreementReport(researcher, requestOf(campaign, { state }))).inputs.earlier;
  expect(await earlier(campaigns.slice(0, 1))).toBe(true);
  expect(await earlier(campaigns.slice(2))).toBe(false);
  // Whoever chose all of them reads the same numbers as then.
  expect(await earlier(campaigns)).toBe(false);
  await cameInOn("2026-12-01");
  expect(await earlier(campaigns.slice(0, 1))).toBe(false);
});
