import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { describeFinding, FORM_FINDINGS } from "./finding-messages";
import { fileError, quoteValue, type Finding } from "./release-file";
import { joined } from "./release-samples";
import { writeFindingsCsv } from "./write-findings-csv";
import { notEmpty } from "@/prisma/testing/not-empty";

const finding = (more: Partial<Finding>): Finding => ({
  record: 4,
  line: 7,
  column: "question",
  code: "misplaced-quote",
  severity: "error",
  value: "x",
  ...more,
});

test("every code has a problem and a remedy, with and without a place", () => {
  for (const code of Object.keys(FORM_FINDINGS)) {
    for (const case_ of [finding({ code }), fileError(code)]) {
      const { problem, remedy } = describeFinding(case_);
      expect(problem).toMatch(/^\S.*[.…]$/s);
      expect(remedy).toMatch(/^\S.*\.$/s);
      expect(problem).not.toContain("undefined");
    }
  }
});

test("an unknown code is told, not hidden", () => {
  expect(describeFinding(finding({ code: "odd-thing" })).problem).toContain("odd-thing");
});

test("no reader reports a code that has no words", () => {
  const folder = import.meta.dirname;
  const sources = readdirSync(folder).filter(
    (name) =>
      /^(read-|csv-|json-|xlsx-|utf8-|release-|cell-trouble)/.test(name) &&
      !name.includes(".test."),
  );
  for (const name of notEmpty(sources)) {
    const text = readFileSync(path.join(folder, name), "utf8");
    for (const [, code] of text.matchAll(
      /(?:fileError\(|code: |problem\([a-z]+, |error\()"([a-z0-9-]+)"/g,
    ))
      expect(FORM_FINDINGS, name).toHaveProperty(code!);
  }
});

test("a quoted value is cut to 200 characters, not through an emoji", () => {
  expect(quoteValue("😀".repeat(150))).toHaveLength(199);
  expect(quoteValue("a".repeat(300))).toHaveLength(200);
  expect(quoteValue("a".repeat(200))).toBe("a".repeat(200));
});

test("the report for people is CSV that runs no formula", async () => {
  const values = ["=1+1", "+1", "-1", "@x", "\t=1", "plain", 'say "hi", you', "a\nb", null];
  const text = await joined(writeFindingsCsv(values.map((value) => finding({ value }))));
  const rows = parse(text, { bom: true, columns: true, record_delimiter: "\r\n" }) as Record<
    string,
    string
  >[];
  expect(rows.map(({ value }) => value)).toEqual([
    "'=1+1",
    "'+1",
    "-1",
    "'@x",
    "'\t'=1",
    "plain",
    'say "hi", you',
    "a\nb",
    "",
  ]);
  expect(rows[0]).toMatchObject({
    record: "4",
    line: "7",
    column: "question",
    severity: "error",
    code: "misplaced-quote",
  });
});
