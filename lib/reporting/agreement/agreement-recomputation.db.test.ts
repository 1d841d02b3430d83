import { ac1, alpha, cohen, fleissOfTwo, mean, percent, type Units } from "./agreement.oracle";
import { expectedClusteredShare } from "@/lib/statistics/clustered-share.oracle";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { disconnect, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { exported } from "@/prisma/testing/exported-judgments";
import { yes, type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { getAgreementReport, listDisagreements } from "./queries";
import { agreementRequest, disagreementsRequest, PAIRINGS, type AgreementReport } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";

/*
 * Every number of the agreement page, computed once more from nothing but the exported judgments, unit by unit and by the
 * textbook's formulas. What computes here shares no code with the product.
 */

let made: RatingSampleMade;
let actor: Actor;
let lines: Line[];
let report: AgreementReport;
beforeAll(async () => {
  // 200 responses, three raters, a fifth of the ratings missing; some corrected, some gold, some adjudicated; an evaluator.
  made = await withConnection((client) =>
    makeRating(client, {
      questions: 100,
      models: 2,
      raters: 3,
      ratingsPerResponse: 3,
      judged: 0.8,
      agreement: 0.6,
      corrected: 0.1,
      gold: 0.05,
      adjudicated: 0.5,
      flagged: 0.05,
      evaluators: [0.8],
    }),
  );
  actor = { userId: made.researcherId, name: "Researcher", roles: ["researcher"], via: "web" };
  lines = (await exported(actor, made.campaignId)).filter((line) => yes(line.counts!));
  report = await getAgreementReport(actor, agreementRequest.parse({ campaign: made.campaignId }));
});
afterAll(disconnect);

const disagreed = (input: object) =>
  listDisagreements(actor, disagreementsRequest.parse({ campaign: made.campaignId, ...input }));
type Mode = "relaxed" | "strict";
const CLOSE = 10;

function tasksOf(of: Line[]): Line[][] {
  const found = new Map<string, Line[]>();
  for (const line of of) found.set(line.task_id!, [...(found.get(line.task_id!) ?? []), line]);
  return [...found.values()];
}
const unitsOf = (of: Line[], modes: Mode[]): Units =>
  tasksOf(of).flatMap((task) => modes.map((mode) => task.map((line) => yes(line[mode]!))));
/** Wilson's interval holds every share x with (p − x)² ≤ z² x (1 − x) / n. */
function wilsonOf(p: number, n: number): { low: number; high: number } {
  const z2 = 1.959963984540054 ** 2;
  const root = Math.sqrt((2 * p + z2 / n) ** 2 - 4 * (1 + z2 / n) * p * p);
  return {
    low: (2 * p + z2 / n - root) / (2 * (1 + z2 / n)),
    high: (2 * p + z2 / n + root) / (2 * (1 + z2 / n)),
  };
}
const NONE = { low: null, high: null };
const rounded = ({ low, high }: { low: number | null; high: number | null }) => ({
  low: low === null ? null : Number(low.toFixed(CLOSE)),
  high: high === null ? null : Number(high.toFixed(CLOSE)),
});
const SCOPE = {
  overall: () => true,
  vp: (line: Line) => line.category !== "false-premise",
  fp: (line: Line) => line.category === "false-premise",
} as const;
const MODES = {
  relaxed: ["relaxed"],
  strict: ["strict"],
  all: ["relaxed", "strict"],
} as const satisfies Record<string, Mode[]>;

const weekOf = (time: string) => {
  const day = new Date(`${time.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
};

const lastWeek = (task: Line[]) =>
  weekOf(
    task
      .map((line) => line.judged_at!)
      .sort()
      .at(-1)!,
  );

describe("the agreement report, computed once more from the exported judgments", () => {
  it("has data worth it: missing ratings, disagreement, several weeks, adjudications", () => {
    expect(new Set(tasksOf(lines).map((task) => task.length))).toEqual(new Set([1, 2, 3]));
    expect(report.periods.length).toBeGreaterThanOrEqual(1);
    expect(lines.some((line) => line.adjudication_id !== "")).toBe(true);
  });

  it("counts the same", () => {
    const tasks = tasksOf(lines);
    const compared = tasks.filter((task) => task.length >= 2).length;
    expect(report.counts).toMatchObject({
      responses: tasks.length,
      compared,
      single: tasks.length - compared,
      stale: { compared: 0, single: 0 },
      judgments: lines.length,
      raters: 3,
      aside: { otherAnswers: { judgments: 0, responses: 0 } },
    });
  });

  it("has the same coefficients in each mode and scope, and the same reasons against others", () => {
    for (const [mode, modes] of Object.entries(MODES)) {
      for (const [scope, belongs] of Object.entries(SCOPE)) {
        const units = unitsOf(lines.filter(belongs), [...modes]);
        const found = report.coefficients[mode as keyof typeof MODES][scope as keyof typeof SCOPE];
        expect(found.percent.value, `${mode} ${scope}`).toBeCloseTo(percent(units), CLOSE);
        expect(found.krippendorff.value, `${mode} ${scope}`).toBeCloseTo(alpha(units), CLOSE);
        expect(found.gwetAC1.value, `${mode} ${scope}`).toBeCloseTo(ac1(units), CLOSE);
        expect(found.fleiss).toMatchObject({
          value: null,
          undefinedBecause: expect.stringContaining("ranges from 2 to 3") as unknown,
        });
        expect(found.cohen).toMatchObject({
          value: null,
          undefinedBecause: expect.stringContaining("not 3.") as unknown,
        });
        for (const { value, low, high } of [found.percent, found.krippendorff, found.gwetAC1]) {
          expect(low).toBeLessThanOrEqual(value!);
          expect(high).toBeGreaterThanOrEqual(value!);
        }
      }
    }
  });

  // The paper's rows are recomputed in paper-rows.db.test.ts.
  it.each(PAIRINGS.filter((pairing) => pairing !== "paper"))(
    "has the same table of pairs (%s), and lists the very disagreements",
    async (pairing) => {
      const base = { campaign: made.campaignId };
      const { pairs } = await getAgreementReport(
        actor,
        agreementRequest.parse({ ...base, pairing }),
      );
      type Said = Record<Mode, boolean | null>;
      const said = (line: Line): Said => ({
        relaxed: yes(line.relaxed!),
        strict: yes(line.strict!),
      });
      const human = (task: Line[]): Said => {
        const verdict = (mode: Mode) => {
          const settled = task[0]![`adjudicated_${mode}`]!;
          if (settled !== "") return yes(settled);
          const share = mean(task.map((line) => Number(yes(line[mode]!))));
          return share === 0.5 ? null : share > 0.5;
        };
        return { relaxed: verdict("relaxed"), strict: verdict("strict") };
      };
      const machine = (line: Line): Said => (JSON.parse(line.automatic_verdicts!) as Said[])[0]!;
      const settled = (line: Line): Said | null =>
        line.adjudication_id === ""
          ? null
          : { relaxed: yes(line.adjudicated_relaxed!), strict: yes(line.adjudicated_strict!) };
      expect(pairs.rows).toHaveLength({ raters: 4, automatic: 3, adjudicated: 3 }[pairing]);
      for (const { first, second, row } of notEmpty(pairs.rows)) {
        const side =
          (label: string, key: string) =>
          (task: Line[]): Said | null => {
            const own = task.find((line) => line.rater === label);
            if (key === "people") return human(task);
            if (key === "adjudicated") return settled(task[0]!);
            return key.startsWith("e") ? machine(task[0]!) : own ? said(own) : null;
          };
        const [one, other] = [side(first.label, first.key), side(second.label, second.key)];
        for (const [mode, modes] of Object.entries(MODES)) {
          for (const [scope, belongs] of Object.entries(SCOPE)) {
            const both = tasksOf(lines.filter(belongs)).flatMap((task) => {
              const [a, b] = [one(task), other(task)];
              return a === null ||
                b === null ||
                modes.some((each) => a[each] === null || b[each] === null)
                ? []
                : [modes.map((each) => [a[each], b[each]] as [boolean, boolean])];
            });
            const verdicts = both.flat();
            const cell = row[mode as keyof typeof MODES][scope as keyof typeof SCOPE];
            const count = (a: boolean, b: boolean) =>
              verdicts.filter(([x, y]) => x === a && y === b).length;
            expect(cell, `${first.label} ${second.label} ${mode} ${scope}`).toMatchObject({
              responses: both.length,
              verdicts: verdicts.length,
              agreed: verdicts.filter(([a, b]) => a === b).length,
              confusion: [
                [count(false, false), count(false, true)],
                [count(true, false), count(true, true)],
              ],
            });
            expect(cell.coefficients.percent.value).toBeCloseTo(percent(verdicts), CLOSE);
            expect(cell.coefficients.cohen.value).toBeCloseTo(cohen(verdicts), CLOSE);
            expect(cell.coefficients.fleiss.value).toBeCloseTo(fleissOfTwo(verdicts), CLOSE);
            expect(cell.coefficients.krippendorff.value).toBeCloseTo(alpha(verdicts), CLOSE);
            expect(cell.coefficients.gwetAC1.value).toBeCloseTo(ac1(verdicts), CLOSE);
            const list = await listDisagreements(
              actor,
              disagreementsRequest.parse({
                campaign: made.campaignId,
                first: first.key,
                second: second.key,
                mode,
                scope,
              }),
            );
            expect(list.total).toBe(
              both.filter((responses) => responses.some(([a, b]) => a !== b)).length,
            );
            expect(list.rows.length).toBe(Math.min(25, list.total));
            for (const [credit, value] of [
              ["first", true],
              ["second", false],
            ] as const) {
              const { total } = await listDisagreements(
                actor,
                disagreementsRequest.parse({
                  campaign: made.campaignId,
                  first: first.key,
                  second: second.key,
                  mode,
                  scope,
                  credit,
                }),
              );
              expect(total, `${first.label} ${second.label} ${mode} ${scope} ${credit}`).toBe(
                both.filter((responses) => responses.some(([a, b]) => a !== b && a === value))
                  .length,
              );
            }
          }
        }
      }
    },
  );

  it("has the same numbers part by part, and lists the disagreements of each", async () => {
    const parts: Record<string, (task: Line[]) => string> = {
      category: ([line]) => line!.category!,
      hops: ([line]) => line!.hops!,
      run: ([line]) => line!.model!,
      period: lastWeek,
    };
    for (const [name, partOf] of Object.entries(parts)) {
      const rows = report.breakdown[name as keyof AgreementReport["breakdown"]];
      const own = new Map<string, Line[][]>();
      for (const task of tasksOf(lines))
        own.set(partOf(task), [...(own.get(partOf(task)) ?? []), task]);
      expect(rows.map((row) => row.label).sort(), name).toEqual([...own.keys()].sort());
      for (const row of notEmpty(rows)) {
        const tasks = own.get(row.label)!;
        expect([row.responses, row.compared]).toEqual([
          tasks.length,
          tasks.filter((task) => task.length > 1).length,
        ]);
        for (const mode of ["relaxed", "strict"] as const) {
          const units = unitsOf(tasks.flat(), [mode]);
          expect(row[mode].coefficients.percent.value, `${name} ${row.label}`).toBeCloseTo(
            percent(units),
            CLOSE,
          );
          expect(row[mode].coefficients.krippendorff.value).toBeCloseTo(alpha(units), CLOSE);
          expect(row[mode].coefficients.gwetAC1.value).toBeCloseTo(ac1(units), CLOSE);
          const filter = {
            category: { category: row.key },
            hops: { hops: row.key },
            run: { run: row.key },
            period: { from: row.key, period: "week" },
          }[name];
          expect((await disagreed({ mode, ...filter })).total, `${name} ${row.label} ${mode}`).toBe(
            units.filter((unit) => new Set(unit).size > 1).length,
          );
        }
      }
    }
  });

  it("lists the disagreements of a week by any of its days, none of another week, and refuses what cannot be asked", async () => {
    const [week] = report.periods;
    const lastDay = new Date(Date.parse(week!) + 6 * 86_400_000).toISOString().slice(0, 10);
    const inWeek = tasksOf(lines).filter(
      (task) =>
        lastWeek(task) === week &&
        (["relaxed", "strict"] as const).some(
          (mode) => new Set(task.map((line) => line[mode])).size > 1,
        ),
    ).length;
    expect(inWeek).toBeGreaterThan(0);
    expect((await disagreed({ from: lastDay })).total).toBe(inWeek);
    expect((await disagreed({ from: "2020-01-06" })).total).toBe(0);
    for (const wrong of [
      { credit: "first" },
      { from: "last week" },
      { reason: "mood" },
      { first: "people" },
    ])
      expect(
        disagreementsRequest.schema.safeParse({ campaign: made.campaignId, ...wrong }).success,
      ).toBe(false);
  });

  it("has the same reasons", async () => {
    for (const { reason, ...given } of notEmpty(report.reasons)) {
      for (const mode of ["relaxed", "strict"] as const) {
        const own = lines.filter((line) => line[`${mode}_reason`] === reason);
        expect(given[mode], `${reason} ${mode}`).toEqual({
          judgments: own.length,
          raters: new Set(own.map((line) => line.rater)).size,
        });
        const differing = tasksOf(lines).filter(
          (task) =>
            new Set(task.map((line) => line[mode])).size > 1 &&
            task.some((line) => line[`${mode}_reason`] === reason),
        );
        expect((await disagreed({ mode, reason })).total, `${reason} ${mode}`).toBe(
          differing.length,
        );
      }
    }
  });

  it("says the same of each rater: agreement, strictness, drift, speed", () => {
    expect(report.raters.map(({ rater }) => rater.label)).toEqual([
      "Rater 1",
      "Rater 2",
      "Rater 3",
    ]);
    for (const found of notEmpty(report.raters)) {
      const own = lines.filter((line) => line.rater === found.rater.label);
      const times = own.map((line) => Number(line.active_ms)).sort((a, b) => a - b);
      const half = (times.length - 1) / 2;
      expect(found.medianActiveMs).toBeCloseTo(
        (times[Math.floor(half)]! + times[Math.ceil(half)]!) / 2,
        6,
      );
      const figures = (of: Line[]) =>
        Object.fromEntries(
          (["relaxed", "strict"] as const).map((mode) => {
            const met = of.flatMap((line) =>
              lines
                .filter((other) => other.task_id === line.task_id && other.rater !== line.rater)
                .map((other) => [yes(line[mode]!), yes(other[mode]!)] as const),
            );
            const count = (holds: (pair: readonly [boolean, boolean]) => boolean) => ({
              count: met.filter(holds).length,
              of: met.length,
            });
            const same = count(([a, b]) => a === b);
            const responses = of.map((line) => {
              const others = lines.filter(
                (other) => other.task_id === line.task_id && other.rater !== line.rater,
              );
              const points = others.filter((other) => other[mode] === line[mode]).length;
              return { points, of: others.length };
            });
            return [
              mode,
              {
                agreed: {
                  ...same,
                  ...rounded(expectedClusteredShare(responses) ?? NONE),
                },
                own: count(([a]) => a),
                others: count(([, b]) => b),
              },
            ];
          }),
        );
      const shown = ({ agreed: same, credit }: Pick<typeof found, "agreed" | "credit">) =>
        Object.fromEntries(
          (["relaxed", "strict"] as const).map((mode) => [
            mode,
            {
              agreed: { ...same[mode], ...rounded(same[mode]) },
              own: credit[mode].own,
              others: credit[mode].others,
            },
          ]),
        );
      expect(shown(found)).toEqual(figures(own));
      expect(found.judgments).toBe(own.length);
      notEmpty(found.periods).forEach((period, at) => {
        const then = own.filter(
          (line) =>
            lastWeek(lines.filter((other) => other.task_id === line.task_id)) ===
            report.periods[at],
        );
        expect(period.judgments).toBe(then.length);
        expect(shown(period)).toEqual(figures(then));
      });
      for (const mode of ["relaxed", "strict"] as const) {
        const settled = own.filter((line) => line.adjudication_id !== "");
        const same = settled.filter((line) => line[mode] === line[`adjudicated_${mode}`]);
        expect(found.adjudicated[mode]).toMatchObject({ count: same.length, of: settled.length });
        const { low, high } = wilsonOf(same.length / settled.length, settled.length);
        expect(found.adjudicated[mode].low).toBeCloseTo(low, CLOSE);
        expect(found.adjudicated[mode].high).toBeCloseTo(high, CLOSE);
      }
    }
  });
});
