import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "csv-parse/sync";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { writeTable } from "@/lib/reporting/files/write-table";
import { reportFile, REPORTS } from "@/lib/reporting/reports";
import { expectedWilson } from "@/lib/statistics/wilson.oracle";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { freshqa } from "@/prisma/testing/command-line";
import { exported } from "@/prisma/testing/exported-judgments";
import { yes, type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { notEmpty } from "@/prisma/testing/not-empty";
import { agreementReportTable } from "./file-tables";
import { getAgreementReport, listDisagreements } from "./queries";
import { agreementRequest, disagreementsRequest, type AgreementReport } from "./schema";

afterAll(disconnect);

type Said = readonly [relaxed: boolean, strict: boolean];
const BOTH: Said = [true, true];
const RELAXED: Said = [true, false];
const NONE: Said = [false, false];
interface Judged {
  first: Said;
  second: Said;
  evaluator: Said;
}
const times = (count: number, first: Said, second: Said, evaluator: Said): Judged[] =>
  Array.from({ length: count }, () => ({ first, second, evaluator }));

/** The paper's hundred responses: fifty with a valid, fifty with a false premise. */
const VALID: Judged[] = [
  ...times(30, BOTH, BOTH, BOTH),
  ...times(8, RELAXED, RELAXED, RELAXED),
  ...times(10, NONE, NONE, NONE),
  ...times(1, RELAXED, NONE, RELAXED),
  ...times(1, NONE, NONE, RELAXED),
];
const FALSE_PREMISE: Judged[] = [
  ...times(22, BOTH, BOTH, BOTH),
  ...times(20, NONE, NONE, NONE),
  ...times(3, BOTH, RELAXED, BOTH),
  ...times(1, RELAXED, BOTH, BOTH),
  ...times(2, RELAXED, RELAXED, BOTH),
  ...times(2, NONE, NONE, RELAXED),
];
/** Table 2 of the paper: Relaxed, Strict and all, each over all questions, those with a valid and with a false premise. */
const TABLE_2 = [
  [99, 98, 100, 96, 100, 92, 97.5, 99, 96],
  [97, 98, 96, 97, 100, 94, 97, 99, 95],
  [96, 96, 96, 95, 100, 90, 95.5, 98, 93],
];
const MODES = [
  ["relaxed", [0]],
  ["strict", [1]],
  ["all", [0, 1]],
] as const;

/** Percentages as one counts them: a mark for each equal verdict. */
function counted(one: keyof Judged, other: keyof Judged): number[] {
  return MODES.flatMap(([, verdicts]) =>
    [[...VALID, ...FALSE_PREMISE], VALID, FALSE_PREMISE].map((responses) => {
      let equal = 0;
      for (const response of responses)
        for (const at of verdicts) if (response[one][at] === response[other][at]) equal++;
      return (100 * equal) / (responses.length * verdicts.length);
    }),
  );
}

const researcherOf = (made: RatingSampleMade): Actor => ({
  userId: made.researcherId,
  name: "Researcher",
  roles: ["researcher"],
  via: "web",
});

/** Enters what both raters and the evaluator say of the hundred responses. @returns the evaluator's id */
async function enter(made: RatingSampleMade): Promise<number> {
  const evaluator = await db.evaluator.create({
    data: { name: "FreshEval", family: "FreshEval", createdById: made.maintainerId },
  });
  const tasks = await db.ratingTask.findMany({
    where: { campaignId: made.campaignId },
    include: { response: { include: { revision: { select: { falsePremise: true } } } } },
    orderBy: { id: "asc" },
  });
  for (const [falsePremise, all] of [
    [false, VALID],
    [true, FALSE_PREMISE],
  ] as const) {
    const own = tasks.filter(({ response }) => response!.revision.falsePremise === falsePremise);
    expect(own.length).toBeGreaterThanOrEqual(all.length);
    for (const [at, said] of all.entries()) {
      const { id: taskId, responseId, revisionId } = own[at]!;
      for (const [slot, [relaxed, strict]] of [said.first, said.second].entries()) {
        const judgment = await db.judgment.create({
          data: {
            taskId,
            campaignId: made.campaignId,
            responseId,
            revisionId,
            raterId: made.raterIds[slot]!,
            relaxed,
            strict,
            relaxedReason: relaxed ? null : "wrong-primary-answer",
            strictReason: strict ? null : relaxed ? "hallucination" : "wrong-primary-answer",
            activeMs: 5_000,
            clientKey: crypto.randomUUID(),
          },
        });
        await db.assignment.updateMany({
          where: { taskId, raterId: made.raterIds[slot]! },
          data: { status: "judged", judgmentId: judgment.id, openedAt: new Date() },
        });
      }
      const [relaxed, strict] = said.evaluator;
      for (const verdict of [{ relaxed }, { strict }])
        await db.automaticVerdict.create({
          data: {
            responseId: responseId!,
            evaluatorId: evaluator.id,
            revisionId,
            explanation: "It says why.",
            ...verdict,
          },
        });
    }
  }
  return evaluator.id;
}

describe("table 2 of the paper", () => {
  let made: RatingSampleMade;
  let researcher: Actor;
  let evaluatorId: number;
  let report: AgreementReport;
  let address: Record<string, string>;
  beforeAll(async () => {
    made = await withConnection((client) =>
      makeRating(client, { name: "Table 2", questions: 240, judged: 0 }),
    );
    researcher = researcherOf(made);
    evaluatorId = await enter(made);
    address = { campaign: String(made.campaignId), pairing: "paper" };
    report = await getAgreementReport(researcher, agreementRequest.parse(address));
  }, 120_000);

  const rows = (of: AgreementReport) =>
    of.pairs.rows.map(({ row }) =>
      MODES.flatMap(([mode]) =>
        (["overall", "vp", "fp"] as const).map(
          (scope) => (100 * row[mode][scope].agreed) / row[mode][scope].verdicts,
        ),
      ),
    );

  it("comes out of the judgments entered: over 100 responses, 50 of each premise, and 200 verdicts", () => {
    const byHand = [
      counted("first", "second"),
      counted("evaluator", "first"),
      counted("evaluator", "second"),
    ];
    expect(byHand).toEqual(TABLE_2);
    expect(rows(report)).toEqual(TABLE_2);
    expect(report.pairs.rows.map(({ first, second }) => [first.label, second.label])).toEqual([
      ["Rater 1", "Rater 2"],
      ["FreshEval", "Rater 1"],
      ["FreshEval", "Rater 2"],
    ]);
    for (const { row } of report.pairs.rows) {
      expect(
        [row.relaxed.overall, row.relaxed.vp, row.relaxed.fp].map((cell) => cell.verdicts),
      ).toEqual([100, 50, 50]);
      expect([row.all.overall, row.all.vp, row.all.fp].map((cell) => cell.verdicts)).toEqual([
        200, 100, 100,
      ]);
    }
    expect(report.paper).toMatchObject({
      evaluator: { id: evaluatorId, family: "FreshEval", version: 1 },
      responses: 100,
      without: { relaxed: 0, strict: 0 },
    });
    // The text: FreshEval agrees with raters on average in 96.5% and 96%.
    const average = report.paper!.average!;
    expect([average.relaxed.overall!, average.strict.overall!].map((share) => share * 100)).toEqual(
      [expect.closeTo(96.5, 10), expect.closeTo(96, 10)],
    );
  });

  it("has intervals: Wilson's for one verdict a response", () => {
    for (const { row } of report.pairs.rows)
      for (const mode of ["relaxed", "strict"] as const)
        for (const scope of ["overall", "vp", "fp"] as const) {
          const { agreed, verdicts, coefficients } = row[mode][scope];
          const { low, high } = expectedWilson(agreed, verdicts)!;
          expect(coefficients.percent.low!).toBeCloseTo(low, 10);
          expect(coefficients.percent.high!).toBeCloseTo(high, 10);
        }
    for (const { row } of report.pairs.rows) {
      const { low, high, value } = row.all.overall.coefficients.percent;
      expect(low! < value! && value! < high!).toBe(true);
    }
  });

  it("is the same on the page, in CSV, LaTeX, Markdown and JSON, and on the command line", async () => {
    const own = { campaign: address.campaign!, table: "paper" };
    const csv = await reportFile(REPORTS.agreement, researcher, own, "csv");
    const told = await freshqa([
      "report",
      "agreement",
      "--campaign",
      address.campaign!,
      "--table",
      "paper",
      "--format",
      "csv",
    ]);
    expect(told.status).toBe(0);
    for (const text of [writeTable(csv.table, "csv"), told.stdout.toString()]) {
      const records = parse(text, { columns: true }) as Record<string, string>[];
      expect(records).toHaveLength(4 * 9);
      const shares = records.map((record) => Number(record["Percent agreement"]));
      for (const [at, expected] of TABLE_2.flat().entries())
        expect(shares[at], JSON.stringify(records[at])).toBeCloseTo(expected, 10);
      expect(records.slice(0, 27).map((record) => Number(record.Verdicts))).toEqual(
        TABLE_2.flatMap(() => [100, 50, 50, 100, 50, 50, 200, 100, 100]),
      );
      expect([...new Set(records.map((record) => record["Evaluator version"]))].sort()).toEqual([
        "",
        "1",
      ]);
      expect(shares[27]).toBeCloseTo(96.5, 10);
      expect(records[27]!.Raters).toBe("Average");
    }
    for (const format of ["markdown", "latex"] as const) {
      const file = await reportFile(REPORTS.agreement, researcher, own, format);
      const text = writeTable(file.table, format);
      expect(text).toContain("Exact agreement of Rater 1, Rater 2 and FreshEval in Table 2");
      const cells = file.table.rows.slice(0, 3).map((row) => row.slice(1).map((cell) => cell.text));
      expect(cells).toEqual(TABLE_2.map((row) => row.map((share) => share.toFixed(1))));
      for (const share of new Set(cells.flat())) expect(text).toContain(share);
      expect(text).toContain("n 200");
      expect(text).toContain("96.5");
    }
    const json = await freshqa([
      "report",
      "agreement",
      "--campaign",
      address.campaign!,
      "--pairing",
      "paper",
      "--evaluator",
      "FreshEval",
      "--json",
    ]);
    expect(rows(JSON.parse(json.stdout.toString()) as AgreementReport)).toEqual(TABLE_2);
  }, 60_000);

  it("leads to the very disagreements, with the evaluator's explanation", async () => {
    for (const { first, second, row } of notEmpty(report.pairs.rows))
      for (const [mode] of MODES)
        for (const scope of ["overall", "vp", "fp"] as const) {
          const list = await listDisagreements(
            researcher,
            disagreementsRequest.parse({
              campaign: address.campaign,
              first: first.key,
              second: second.key,
              mode,
              scope,
              evaluator: evaluatorId,
            }),
          );
          for (const one of list.rows) {
            const said = one.verdicts.find(({ who }) => who === "FreshEval")!;
            expect(said.automatic).toEqual(
              ["relaxed", "strict"].map((each) => ({
                mode: each,
                explanation: "It says why.",
                item: null,
              })),
            );
            expect(one.verdicts.map(({ who }) => who)).toEqual(["Rater 1", "Rater 2", "FreshEval"]);
          }
          if (mode !== "all")
            expect(list.total, `${first.label} ${second.label} ${mode} ${scope}`).toBe(
              row[mode][scope].verdicts - row[mode][scope].agreed,
            );
          else
            expect(list.total).toBeLessThanOrEqual(row.all[scope].verdicts - row.all[scope].agreed);
        }
  });

  it("says which responses have no verdict of the evaluator, and compares all three over the others", async () => {
    const second = await db.evaluator.create({
      data: {
        name: "FreshEval, version 2",
        family: "FreshEval",
        version: 2,
        createdById: made.maintainerId,
      },
    });
    const said = await db.automaticVerdict.findMany({
      where: { evaluatorId },
      orderBy: { id: "asc" },
    });
    // The second version says the same, but not in Strict of the first ten responses and nothing of the next ten.
    const responses = [...new Set(said.map(({ responseId }) => responseId))];
    for (const { relaxed, strict, responseId, revisionId } of said) {
      const at = responses.indexOf(responseId);
      if ((at >= 10 && at < 20) || (at < 10 && strict !== null)) continue;
      await db.automaticVerdict.create({
        data: { responseId, revisionId, evaluatorId: second.id, relaxed, strict },
      });
    }
    const newest = await getAgreementReport(researcher, agreementRequest.parse(address));
    expect(newest.paper).toMatchObject({
      evaluator: { name: "FreshEval, version 2" },
      responses: 100,
      without: { relaxed: 10, strict: 20 },
    });
    // Those left out are of the thirty on which all agree.
    for (const { row } of newest.pairs.rows)
      expect([
        row.relaxed.overall.verdicts,
        row.strict.overall.verdicts,
        row.all.overall.verdicts,
      ]).toEqual([90, 80, 160]);
    expect(newest.pairs.rows.map(({ row }) => row.relaxed.overall.agreed)).toEqual([89, 87, 86]);
    expect(newest.pairs.rows.map(({ row }) => row.strict.overall.agreed)).toEqual([76, 77, 75]);
    expect(
      newest.paper!.versions.map(({ evaluator, row }) => [
        evaluator.name,
        row.relaxed.overall.responses,
      ]),
    ).toEqual([
      ["FreshEval, version 2", 89],
      ["FreshEval", 99],
    ]);
    // The first version is asked for by its number.
    expect(
      rows(
        await getAgreementReport(
          researcher,
          agreementRequest.parse({ ...address, evaluator: String(evaluatorId) }),
        ),
      ),
    ).toEqual(TABLE_2);
    await expect(
      getAgreementReport(researcher, agreementRequest.parse({ ...address, evaluator: "99999" })),
    ).rejects.toBeInstanceOf(NotFound);
    const text = writeTable(agreementReportTable(newest, "paper"), "markdown");
    expect(text).toContain("Without one: Relaxed 10, Strict 20; not counted as incorrect.");
  });
});

describe("the paper's rows of three raters, two to a response, from the exported judgments", () => {
  let made: RatingSampleMade;
  let researcher: Actor;
  let lines: Line[];
  let unrated: AgreementReport;
  beforeAll(async () => {
    made = await withConnection((client) =>
      makeRating(client, {
        name: "Slots",
        questions: 90,
        raters: 3,
        ratingsPerResponse: 2,
        overlap: 70,
        agreement: 0.7,
        corrected: 0.1,
        gold: 0.1,
        adjudicated: 0.5,
        evaluators: [0.8],
      }),
    );
    researcher = researcherOf(made);
    lines = await exported(researcher, made.campaignId);
    unrated = await getAgreementReport(
      researcher,
      agreementRequest.parse({
        campaign: made.campaignId,
        pairing: "paper",
        category: "false-premise",
        hops: "multi-hop",
        split: "DEV",
      }),
    );
  });

  const machine = (line: Line) =>
    (JSON.parse(line.automatic_verdicts!) as { relaxed: boolean; strict: boolean }[])[0]!;
  const own = (line: Line) => ({ relaxed: yes(line.relaxed!), strict: yes(line.strict!) });
  const byTask = () => {
    const tasks = new Map<string, Line[]>();
    for (const line of lines.filter((one) => yes(one.counts!)))
      tasks.set(line.task_id!, [...(tasks.get(line.task_id!) ?? []), line]);
    return [...tasks.values()];
  };
  /** Of each response that both rated: what they and the evaluator say. */
  const triples = (between: readonly [string, string] | null) =>
    byTask().flatMap((task) => {
      const bySlot = task.toSorted((a, b) => Number(a.slot) - Number(b.slot));
      const [one, other] =
        between === null ? bySlot : between.map((name) => task.find((line) => line.rater === name));
      return one && other ? [[own(one), own(other), machine(one)] as const] : [];
    });

  it.each([null, ["Rater 1", "Rater 2"], ["Rater 3", "Rater 1"]] as const)(
    "between %s",
    async (between) => {
      const expected = triples(between);
      expect(expected.length).toBeGreaterThan(10);
      const key = (name: string) => `r${made.campaignId}-${name.slice("Rater ".length)}`;
      const report = await getAgreementReport(
        researcher,
        agreementRequest.parse({
          campaign: made.campaignId,
          pairing: "paper",
          ...(between && { between: between.map(key) }),
        }),
      );
      expect(report.pairs.rows).toHaveLength(3);
      for (const [at, [x, y]] of (
        [
          [0, 1],
          [2, 0],
          [2, 1],
        ] as const
      ).entries())
        for (const mode of ["relaxed", "strict"] as const)
          expect(report.pairs.rows[at]!.row[mode].overall, `${at} ${mode}`).toMatchObject({
            verdicts: expected.length,
            agreed: expected.filter((said) => said[x][mode] === said[y][mode]).length,
            confusion: [
              [false, true].map(
                (b) => expected.filter((said) => !said[x][mode] && said[y][mode] === b).length,
              ),
              [false, true].map(
                (b) => expected.filter((said) => said[x][mode] && said[y][mode] === b).length,
              ),
            ],
          });
      expect(report.paper!.raters.map(({ label }) => label)).toEqual(
        between ?? ["First rating", "Second rating"],
      );
      expect(report.paper!.choices.raters).toHaveLength(3);
    },
  );

  it("has no rows where no response has two ratings, and refuses raters that are not there", async () => {
    expect(unrated.paper!.responses === 0 ? unrated.pairs.rows : []).toEqual([]);
    const ask = (between: string) =>
      getAgreementReport(
        researcher,
        agreementRequest.parse({ campaign: made.campaignId, pairing: "paper", between }),
      );
    await expect(ask(`r${made.campaignId}-9,s1`)).rejects.toBeInstanceOf(NotFound);
    for (const between of ["s1", "s1,s1", "s1,e1", "s1,s2,s1,r1-1"])
      expect(
        agreementRequest.schema.safeParse({ campaign: made.campaignId, between }).success,
        between,
      ).toBe(false);
  });
});
