import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
    expect(Object.keys(answer)).toEqual(["units", "single", "raters", "values", "coefficients"]);
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
});
