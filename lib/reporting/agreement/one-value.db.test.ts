import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import {
  AGREEMENT_MODES,
  COEFFICIENT_TITLES,
  COEFFICIENTS,
  SCOPES,
  type Agreement,
  type AgreementMode,
  type Coefficient,
  type CoefficientName,
  type Scope,
} from "./coefficient";
import { disconnect, withConnection } from "@/lib/platform/db";
import { formatDecimal } from "@/lib/platform/numbers";
import { writeTable } from "@/lib/reporting/files/write-table";
import { currentSnapshot } from "@/lib/reporting/snapshots/queries";
import { makeRating } from "@/prisma/factories/rating";
import { freshqa } from "@/prisma/testing/command-line";
import { getAgreementReport, getCampaignAgreement } from "./queries";
import { agreementReportTable } from "./file-tables";
import { agreementRequest, type AgreementReport } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";

/*
 * One coefficient, one value: wherever a report of two raters says a number of the same mode and questions, it says the
 * same one, with the same interval, n and method. Some responses have one rating, which once made the places differ.
 */

let campaignId: number;
let researcher: Actor;
let maintainer: Actor;
let report: AgreementReport;
let address: URLSearchParams;
beforeAll(async () => {
  const made = await withConnection((client) =>
    makeRating(client, {
      questions: 50,
      models: 2,
      raters: 2,
      overlap: 40,
      agreement: 0.7,
      corrected: 0.1,
      gold: 0.1,
      adjudicated: 0.5,
      evaluators: [0.8],
    }),
  );
  campaignId = made.campaignId;
  researcher = { userId: made.researcherId, name: "Researcher", roles: ["researcher"], via: "web" };
  maintainer = { userId: made.maintainerId, name: "Maintainer", roles: ["maintainer"], via: "web" };
  const state = await currentSnapshot(researcher);
  if (!state.ok) throw new Error(state.refusal.message);
  const request = { ...agreementRequest.parse({ campaign: campaignId }), state: state.value };
  address = new URLSearchParams(agreementRequest.query(request));
  report = await getAgreementReport(researcher, request);
});
afterAll(disconnect);

type Said = Pick<Coefficient, "value" | "low" | "high" | "n">;
const said = ({ value, low, high, n }: Coefficient): Said => ({ value, low, high, n });

/** What is said of each name, `mode scope coefficient`, and where. */
class Names {
  private readonly found = new Map<string, Map<string, Said>>();

  add(
    where: string,
    mode: AgreementMode,
    scope: Scope,
    coefficients: Partial<Agreement["coefficients"]>,
  ): void {
    for (const [name, coefficient] of Object.entries(coefficients)) {
      const key = `${mode} ${scope} ${name}`;
      if (!this.found.has(key)) this.found.set(key, new Map());
      this.found.get(key)!.set(where, said(coefficient));
    }
  }

  expectOneValueEach(least: number): void {
    expect(this.found.size).toBe(AGREEMENT_MODES.length * SCOPES.length * COEFFICIENTS.length);
    for (const [name, places] of notEmpty(this.found)) {
      expect(places.size, name).toBeGreaterThanOrEqual(least);
      const [first] = places.values();
      for (const [where, value] of notEmpty(places))
        expect(value, `${name}, ${where}`).toEqual(first);
    }
  }
}

const nameOf = (title: string) => COEFFICIENTS.find((name) => COEFFICIENT_TITLES[name] === title)!;
const modeOf = (title: string) => title.toLowerCase() as AgreementMode;
const scopeOf = (title: string): Scope =>
  (({ all: "overall", "valid premise": "vp", "false premise": "fp" }) as const)[title as "all"];
const number = (text: string) => (text === "" ? null : Number(text));

/** Files give percent agreement in percent, and coefficients as they are. */
const asFiles = (name: CoefficientName, value: number | null) =>
  value !== null && name === "percent" ? Number((100 * value).toPrecision(15)) : value;

/** The numbers of a CSV table are those of the report, by the names in it. */
function expectCsv(where: string, csv: string): void {
  const rows = parse(csv, { columns: true }) as Record<string, string>[];
  expect(
    new Set(rows.map((row) => [row.Mode, row.Questions, row.Coefficient].join())).size,
    where,
  ).toBe(AGREEMENT_MODES.length * SCOPES.length * COEFFICIENTS.length);
  for (const row of rows) {
    const name = nameOf(row.Coefficient!);
    const { value, low, high, n } =
      report.coefficients[modeOf(row.Mode!)][scopeOf(row.Questions!)][name];
    expect(
      {
        value: number(row.Value!),
        low: number(row["95% CI: Low"]!),
        high: number(row["95% CI: High"]!),
        n: Number(row.n),
      },
      `${where}: ${row.Mode} ${row.Questions} ${row.Coefficient}`,
    ).toEqual({
      value: asFiles(name, value),
      low: asFiles(name, low),
      high: asFiles(name, high),
      n,
    });
    expect(
      [
        row.Method !== "",
        (row["Undefined because"] === "") === (row.Value !== ""),
        row.State !== "",
        row["Correct answers from"],
      ],
      `${where}: method, reason, state, truth`,
    ).toEqual([true, true, true, "release"]);
  }
}

test("page, campaign page, files, command line and permanent address have one value for each name", async () => {
  expect(report.counts.single).toBeGreaterThan(20);
  expect(report.counts.compared).toBeGreaterThan(20);
  const names = new Names();
  const addReport = (where: string, of: AgreementReport) => {
    const [pair] = of.pairs.rows;
    for (const mode of AGREEMENT_MODES) {
      for (const scope of SCOPES) {
        names.add(`${where}, coefficients`, mode, scope, of.coefficients[mode][scope]);
        names.add(`${where}, pairs`, mode, scope, pair!.row[mode][scope].coefficients);
      }
    }
    const premise = of.breakdown.category.find(({ key }) => key === "false-premise")!;
    for (const mode of ["relaxed", "strict"] as const)
      names.add(`${where}, by category`, mode, "fp", premise[mode].coefficients);
  };
  addReport("page", report);
  addReport(
    "permanent address",
    await getAgreementReport(researcher, agreementRequest.parse(Object.fromEntries(address))),
  );
  addReport("JSON file", JSON.parse(JSON.stringify(report)) as AgreementReport);
  for (const { mode, coefficients } of (await getCampaignAgreement(maintainer, campaignId)).modes)
    names.add("campaign page", mode, "overall", coefficients);
  // A report of the false premises alone, and one of everything but them, say what the whole one says of these.
  for (const [scope, category] of [
    ["fp", "false-premise"],
    ["vp", "fast-changing,slow-changing,never-changing"],
  ] as const) {
    const part = await getAgreementReport(researcher, {
      ...agreementRequest.parse({ campaign: campaignId, category }),
      state: null,
    });
    for (const mode of AGREEMENT_MODES)
      names.add("filtered", mode, scope, part.coefficients[mode].overall);
  }
  expectCsv("CSV", writeTable(agreementReportTable(report, "coefficients", true), "csv"));
  expectCsv(
    "CSV of pairs",
    writeTable(
      {
        ...agreementReportTable(report, "pair-coefficients", true),
        rows: agreementReportTable(report, "pair-coefficients", true).rows.filter(
          ([raters]) => raters!.text === "Rater 1 and Rater 2",
        ),
      },
      "csv",
    ),
  );
  const run = async (...more: string[]) => {
    const words = ["report", "agreement", "--campaign", String(campaignId)];
    const { status, stdout } = await freshqa([...words, "--state", report.inputs.state!, ...more]);
    expect(status).toBe(0);
    return stdout.toString();
  };
  addReport("command line", JSON.parse(await run("--json")) as AgreementReport);
  expectCsv("command line, CSV", await run("--table", "coefficients", "--format", "csv"));
  names.expectOneValueEach(8);

  // Tables for people have the same numbers, shorter.
  const shown = (name: CoefficientName, { value, low, high }: Coefficient) =>
    [value, low, high].map((one) => formatDecimal(asFiles(name, one), name === "percent" ? 2 : 4));
  for (const [format, cut] of [
    ["markdown", /^\| (.*) \|$/],
    ["latex", /^ {4}(.*) \\\\$/],
  ] as const) {
    const lines = writeTable(agreementReportTable(report, "coefficients"), format)
      .split("\n")
      .flatMap((line) =>
        cut.exec(line)?.[1] === undefined
          ? []
          : [cut.exec(line)![1]!.split(format === "latex" ? " & " : " | ")],
      );
    let seen = 0;
    for (const [mode, scope, title, n, ...numbers] of notEmpty(lines)) {
      const name: CoefficientName | undefined =
        title === undefined ? undefined : nameOf(title.replace("'", "’"));
      if (name === undefined) continue;
      seen++;
      const coefficient = report.coefficients[modeOf(mode!)][scopeOf(scope!)][name];
      expect(
        [Number(n), ...numbers.map((text) => text.replace("$-$", "−").replace("--", "–"))],
        `${format} ${mode} ${scope} ${title}`,
      ).toEqual([coefficient.n, ...shown(name, coefficient)]);
    }
    expect(seen, format).toBe(45);
  }
}, 120_000);

test("indices, the ordinal verdict and confusion matrices are the same in the report, by category and in files", () => {
  const premise = report.breakdown.category.find(({ key }) => key === "false-premise")!;
  for (const mode of ["relaxed", "strict"] as const) {
    expect(premise[mode].indices).toEqual(report.indices[mode].fp);
    expect(premise[mode].confusion).toEqual(report.pairs.rows[0]!.row[mode].fp.confusion);
  }
  expect(premise.ordinal).toEqual(report.ordinal.fp);
  const records = (table: "indices" | "ordinal" | "part-confusion") =>
    parse(writeTable(agreementReportTable(report, table, true), "csv"), {
      columns: true,
    }) as Record<string, string>[];
  for (const mode of ["relaxed", "strict"] as const) {
    const found = records("indices").find(
      (row) => row.By === "Questions" && row.Part === "all" && modeOf(row.Mode!) === mode,
    )!;
    const { positive, negative, prevalence, bias, pabak } = report.indices[mode].overall;
    expect(
      [
        "On credit: Value",
        "On credit: Low",
        "On no credit: Value",
        "On no credit: High",
        "Prevalence index",
        "Bias index",
        "PABAK",
      ].map((title) => number(found[title]!)),
    ).toEqual([
      positive.value,
      positive.low,
      negative.value,
      negative.high,
      prevalence,
      bias,
      pabak,
    ]);
  }
  const alpha = records("ordinal").find(
    (row) =>
      row.By === "Questions" &&
      row.Part === "all" &&
      row.Coefficient === "Krippendorff’s alpha (ordinal)",
  )!;
  expect([number(alpha.Value!), number(alpha["95% CI: Low"]!), Number(alpha.n)]).toEqual([
    report.ordinal.overall.alpha.value,
    report.ordinal.overall.alpha.low,
    report.counts.compared,
  ]);
  const cells = records("part-confusion")
    .filter((row) => row.By === "Category")
    .reduce(
      (sum, row) =>
        sum +
        Object.entries(row).reduce(
          (total, [title, text]) => total + (title.startsWith("First: ") ? Number(text) : 0),
          0,
        ),
      0,
    );
  expect(cells).toBe(2 * report.counts.compared);
});
