import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agreementOfFile } from "@/lib/reporting/ratings-file/ratings-file";
import { provideEnvironment } from "@/lib/platform/env";
import { freshqa, freshqaProcess, json } from "@/prisma/testing/command-line";
import { notEmpty } from "@/prisma/testing/not-empty";

const folder = mkdtempSync(join(tmpdir(), "agreement-"));
afterAll(() => rmSync(folder, { recursive: true }));

// No one could reach this database.
const NO_DATABASE = { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" };
beforeAll(() => provideEnvironment(NO_DATABASE));

/** A call in this process, with its output as text. */
async function agreement(...args: string[]) {
  const run = await freshqa(["agreement", ...args]);
  return { ...run, stdout: run.stdout.toString() };
}
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const COLUMNS = ["--unit", "unit", "--rater", "rater", "--value", "value"];
const KRIPPENDORFF = ["123321412***", "1233224125**", "*33323422513", "12332441251*"].flatMap(
  (values, rater) =>
    Array.from(values, (value, unit) => `${unit + 1},${rater},${value === "*" ? "" : value}`),
);
const PATH = file("krippendorff.csv", ["unit,rater,value", ...KRIPPENDORFF].join("\r\n"));

describe("freshqa agreement", { timeout: 60_000 }, () => {
  it("answers without a database, in the form that is promised, and with the numbers that the page shows", async () => {
    const run = await freshqaProcess(["agreement", PATH, ...COLUMNS, "--json"], {
      env: NO_DATABASE,
    });
    expect(run).toMatchObject({ status: 0, stderr: "" });
    const answer = json(run) as { coefficients: Record<string, object> };
    expect(Object.keys(answer)).toEqual([
      "units",
      "single",
      "raters",
      "values",
      "coefficients",
      "answers",
    ]);
    expect(Object.keys(answer.coefficients)).toEqual([
      "percent",
      "cohen",
      "fleiss",
      "krippendorff",
      "gwetAC1",
    ]);
    for (const coefficient of notEmpty(Object.values(answer.coefficients)))
      expect(Object.keys(coefficient)).toEqual([
        "value",
        "low",
        "high",
        "n",
        "method",
        "undefinedBecause",
      ]);
    expect(answer).toMatchObject({
      units: 11,
      single: 1,
      raters: 4,
      values: 5,
      coefficients: { krippendorff: { value: expect.closeTo(0.743, 3) as number } },
    });
    const same = await agreementOfFile(
      {
        name: "krippendorff.csv",
        bytes: Buffer.from(["unit,rater,value", ...KRIPPENDORFF].join("\n")),
      },
      {
        columns: { unit: "unit", rater: "rater", value: "value" },
        level: "nominal",
      },
    );
    expect(same.ok && same.value.agreement).toEqual(answer);
  });

  it("tells people the same in lines, for any level", async () => {
    const run = await agreement(PATH, ...COLUMNS, "--level", "interval");
    expect(run.status).toBe(0);
    expect(run.stdout).toContain(
      "11 units rated by two or more; 1 unit rated once not counted; 4 raters, 5 values. 7 values missing.",
    );
    expect(run.stdout).toMatch(
      /Krippendorff’s alpha +0\.8491 .*interval; 95% jackknife interval over units/,
    );
    // In percent, as in every file.
    const { coefficients } = json(await freshqa(["agreement", PATH, ...COLUMNS, "--json"])) as {
      coefficients: { percent: { value: number } };
    };
    expect(run.stdout).toMatch(
      new RegExp(
        `Percent agreement +${(100 * coefficients.percent.value).toFixed(1)}% +\\d+\\.\\d to \\d+\\.\\d `,
      ),
    );
    expect(run.stdout).toMatch(
      /Cohen’s kappa +– +– +undefined: Cohen’s kappa is defined for two raters/,
    );
  });

  it("ends with 1 and the line of what is wrong with the file", async () => {
    const run = await agreement(
      file("twice.csv", "unit,rater,value\n1,a,x\n1,a,y"),
      ...COLUMNS,
      "--json",
    );
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("Line 3: duplicate: “a” already rated “1” in line 2.");
    expect(JSON.parse(run.stdout)).toMatchObject({ refusal: { code: "bad-ratings" } });
    const missing = await agreement(PATH, "--unit", "item", "--rater", "rater", "--value", "value");
    expect(missing).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("Columns: “unit”, “rater”, “value”.") as string,
    });
  });

  it("reads a file of another form as it is told to, says how where it is not, and refuses other readings", async () => {
    const semicolons = file(
      "semicolons.csv",
      ["unit;rater;value", ...KRIPPENDORFF.map((row) => row.replaceAll(",", ";"))].join("\n"),
    );
    const plain = await agreement(PATH, ...COLUMNS, "--json");
    expect(
      await agreement(semicolons, ...COLUMNS, "--read-as", "separator=semicolon", "--json"),
    ).toMatchObject({ status: 0, stdout: plain.stdout });
    expect(await agreement(semicolons, ...COLUMNS)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        "To read the file as it is, use --read-as separator=semicolon",
      ) as string,
    });
    for (const reading of ["separator=pipe", "header=relaxed", ""]) {
      expect(await agreement(PATH, ...COLUMNS, "--read-as", reading)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`not "${reading}"`) as string,
      });
    }
  });

  it("ends with 2 when it is called wrongly", async () => {
    expect(await agreement(PATH, "--unit", "unit", "--rater", "rater")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--value is missing") as string,
    });
    expect(await agreement(PATH, ...COLUMNS, "--level", "ratio")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("nominal, ordinal or interval") as string,
    });
  });

  it("reads the examples of the documentation by the commands that it gives", async () => {
    const text = readFileSync("docs/agreement-files.md", "utf8");
    // Those of files that are there; the others are of a campaign's own files.
    const calls = [
      ...text.matchAll(/^npm run --silent freshqa -- agreement (docs\/examples\/.*)$/gm),
    ].map(([, call]) => Array.from(call!.matchAll(/"([^"]*)"|(\S+)/g), ([, a, b]) => a ?? b!));
    expect(calls).toHaveLength(3);
    const answers = [];
    for (const call of calls) {
      const run = await agreement(...call, "--json");
      expect(run).toMatchObject({ status: 0, stderr: "" });
      answers.push(JSON.parse(run.stdout));
    }
    const [levels, rankings, pairs] = answers;
    expect(levels).toMatchObject({
      answers: { given: 46, cannotTell: 1, missing: 1 },
      ordinal: {
        weighted: { kappaQuadratic: { value: expect.any(Number) as number } },
        levels: [{ level: "0" }, { level: "1" }, { level: "2" }, { level: "3" }],
        mean: { n: 46, low: expect.any(Number) as number },
      },
    });
    expect(rankings).toMatchObject({ kind: "rankings", questions: 12, raters: 3, incomplete: 1 });
    expect(pairs).toMatchObject({ kind: "pairs", questions: 12, raters: 2, leftSide: { n: 66 } });
  });

  it("shows people ranks, win rates and strengths, the best system first", async () => {
    const rankings = await agreement("docs/examples/rankings.csv", "--kind", "rankings");
    expect(rankings).toMatchObject({ status: 0, stderr: "" });
    expect(rankings.stdout).toMatch(
      /^12 questions, 3 raters, 103 comparisons of 3 systems, 6 ties\. 1 ranking without all systems/,
    );
    expect(rankings.stdout).toMatch(
      /First places\nHuman .*\n.* to [^]*\nWith search [^]*\nBaseline /,
    );
    expect(rankings.stdout).toMatch(/Kendall’s W +12 +0\.793/);
    expect(rankings.stdout).toContain("Friedman’s χ² 11.02 with 2 degrees of freedom, p = 0.004.");
    const pairs = await agreement("docs/examples/pairs.csv", "--kind", "pairs");
    expect(pairs.stdout).toMatch(/Won by the left side +66 +0\.530\n +0\.406 to 0\.651/);
    const unordered = await agreement("docs/examples/pairs.csv", "--kind", "pairs", "--unordered");
    expect(unordered.stdout).not.toContain("left side");
  });

  it("takes other columns and texts, and refuses options that say nothing about such a file", async () => {
    const path = file("votes.csv", "q,who,one,two,won\n1,a,X,Y,X\n2,a,X,Y,=\n3,a,X,Y,Y\n4,a,X,Y,?");
    const names = ["--question", "q", "--rater", "who", "--left", "one", "--right", "two"];
    const texts = ["--preferred", "won", "--tie", "=", "--cannot-tell", "?"];
    const run = await agreement(path, "--kind", "pairs", ...names, ...texts, "--json");
    expect(run.status).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      ties: 1,
      answers: { given: 3, cannotTell: 1, cannotTellShare: 0.25 },
    });
    for (const [wrong, ...more] of [
      ["--level", "ordinal"],
      ["--system", "X"],
      ["--value", "won"],
    ]) {
      expect(
        await agreement(path, "--kind", "pairs", ...names, ...texts, wrong!, ...more),
      ).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`${wrong} is not for pairs`) as string,
      });
    }
    expect(await agreement(PATH, ...COLUMNS, "--unordered")).toMatchObject({ status: 2 });
    expect(await agreement(PATH, ...COLUMNS, "--question", "unit")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--level ordinal") as string,
    });
    expect(await agreement(path, "--kind", "votes")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("ratings, rankings or pairs") as string,
    });
  });
});
