import { existsSync, readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { acceptReading } from "./reading-commands";
import { cancelImport } from "./applying-commands";
import { planAgain } from "./planning-commands";
import { describeFinding } from "./finding-messages";
import type { Reading } from "@/lib/dataset/file-formats/reading";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { addMaintainer, APRIL, importing } from "@/prisma/testing/imports";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { headerRow, inline, workbook } from "@/lib/dataset/file-formats/workbook-samples";
import { importPlan } from "./plan-queries";
import { importProgress } from "./queries";
import { countGained, rowsAsRead } from "./file-queries";

const row = (id: string, question: string, answer = "Yes") => [
  id,
  "TEST",
  question,
  "2024",
  "N/A",
  "FALSE",
  "one-hop",
  "slow-changing",
  "N/A",
  answer,
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
];
const csv = (rows: string[][], separator = ",") =>
  rows.map((cells) => cells.join(separator)).join("\r\n");
let actor: Actor;
const { plan: planned, apply, exported } = importing(() => actor);

beforeAll(async () => {
  actor = await addMaintainer("mara@readings.example");
});
beforeEach(emptyDataset);

async function read(
  content: string | Buffer,
  {
    name = "some.csv",
    ...given
  }: { name?: string; reading?: Reading; limits?: { maxRows?: number; maxInflated?: number } } = {},
) {
  const plan = await planned(content, name, given);
  const { importId } = plan;
  const found = await db.importFinding.findMany({ where: { importId }, orderBy: { id: "asc" } });
  return {
    importId,
    plan,
    found: found.map(
      ({ record, column, code, severity, value }) =>
        [record, column, code, severity, value] as const,
    ),
  };
}

async function accept(importId: number, rows?: "unescaped-quotes" | "formula-without-result") {
  const accepted = await acceptReading(actor, { importId, ...(rows && { rows }) });
  if (!accepted.ok) throw new Error(accepted.refusal.code);
  await planAgain(actor, { importId });
  return importPlan(actor, importId);
}

describe("a file that differs from the official form in its form alone", () => {
  const rows = [row("0", "Who is it?"), row("1", "Where, then?")];
  const plain = [[...RELEASE_COLUMNS], ...rows];
  const spaced = RELEASE_COLUMNS.map((name) => name.toUpperCase().replaceAll("_", " "));

  it.each<[string, string | Buffer | (() => Promise<Buffer>), string, Reading]>([
    ["semicolons", csv(plain, ";"), "some.csv", { separator: "semicolon" }],
    ["tabs", csv(plain, "\t"), "some.tsv", { separator: "tab" }],
    [
      "semicolons, other names and a byte-order mark",
      `\uFEFF${csv([spaced, ...rows], ";")}`,
      "some.csv",
      { separator: "semicolon", header: "relaxed" },
    ],
    [
      "header in capitals with spaces",
      csv([
        spaced.map((name) => ` ${name} `),
        ...rows.map((cells) => cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell))),
      ]),
      "some.csv",
      { header: "relaxed" },
    ],
    [
      "trailing commas",
      csv(
        plain.map((cells) => [
          ...cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)),
          "",
        ]),
      ),
      "some.csv",
      { header: "relaxed" },
    ],
    [
      "trailing commas of the rows alone",
      csv(
        plain.map((cells, at) => [
          ...cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)),
          ...(at === 0 ? [] : ["", ""]),
        ]),
      ),
      "some.csv",
      { header: "relaxed" },
    ],
    [
      "a sheet of another name",
      () =>
        workbook({
          notes: `<row>${inline("Just a note")}</row>`,
          demo:
            headerRow() + rows.map((cells) => `<row>${cells.map(inline).join("")}</row>`).join(""),
        }),
      "some.xlsx",
      { sheet: "demo" },
    ],
    [
      "a sheet with other names",
      () =>
        workbook({
          freshqa:
            headerRow(spaced) +
            rows.map((cells) => `<row>${cells.map(inline).join("")}</row>`).join(""),
        }),
      "some.xlsx",
      { header: "relaxed" },
    ],
  ])(
    "is offered to be read so, and imported only once someone agrees: %s",
    async (_, made, name, reading) => {
      const content = typeof made === "function" ? await made() : made;
      const { importId, plan } = await read(content, { name });
      expect([plan.status, plan.reading]).toEqual(["offered", reading]);
      expect((await rowsAsRead(actor, importId)).map(({ cells }) => cells)).toEqual(
        rows.map((cells) => cells.slice(1)),
      );
      expect(await apply(importId)).toMatchObject({ ok: false, refusal: { code: "not-planned" } });
      expect(await db.questionHead.count()).toBe(0);

      expect(await accept(importId)).toMatchObject({
        status: "planned",
        reading,
        counts: { rows: 2, new: 2, bad: 0, suspect: 0, unreadable: 0 },
      });
      expect(await apply(importId)).toMatchObject({ ok: true, value: { created: 2 } });
      expect(await exported()).toBe(
        OFFICIAL_LAYOUT.preamble +
          csv(plain.map((cells) => cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)))),
      );
      const audit = await db.auditEvent.findFirstOrThrow({
        where: { type: "import.reading-chosen" },
        orderBy: { id: "desc" },
      });
      expect(audit.data).toMatchObject({ importId });
      expect(await acceptReading(actor, { importId })).toMatchObject({
        ok: false,
        refusal: { code: "not-offered" },
      });

      // Said beforehand, nothing is asked.
      expect((await read(content, { name, reading })).plan).toMatchObject({
        status: "planned",
        reading,
        counts: { exact: 2, unchanged: 2 },
      });
    },
  );

  it("is thrown away when someone does not agree", async () => {
    const { importId } = await read(csv(plain, ";"));
    expect(await cancelImport(actor, { importId })).toMatchObject({ ok: true });
    expect((await importProgress(actor, importId)).status).toBe("cancelled");
    expect(await db.importRow.count({ where: { importId } })).toBe(0);
  });

  it("is read in the official form where it has it, and round-trips byte for byte", async () => {
    const text = csv(
      plain.map((cells) => cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell))),
    );
    const { importId, plan } = await read(text);
    expect([plan.status, plan.reading]).toEqual(["planned", {}]);
    await apply(importId);
    expect(await exported()).toBe(text);
  });

  it("that cannot be read either is refused with its separator named and the missing columns first", async () => {
    const names = ["answer_10", "Topic", ...RELEASE_COLUMNS.slice(0, 18)];
    const { plan, found } = await read(csv([names], ";"));
    expect(plan.status).toBe("refused");
    expect(found.map(([, column, code]) => [column, code])).toEqual([
      [null, "other-separator"],
      ["answer_9", "missing-column"],
      ["note", "missing-column"],
      ["answer_10", "eleventh-answer"],
      ["Topic", "unknown-column"],
      [null, "no-rows"],
    ]);
    expect(
      describeFinding({
        record: null,
        column: null,
        code: "other-separator",
        severity: "error",
        value: found[0]![4],
      }).problem,
    ).toContain("separated by semicolons");
  });

  it("names a column without a name by its place where its cells are not empty", async () => {
    const { plan, found } = await read(
      csv([
        [...RELEASE_COLUMNS, ""],
        [...row("0", "Who?"), "left behind"],
      ]),
      { reading: { header: "relaxed" } },
    );
    expect([plan.status, found.map(([record, , code]) => [record, code])]).toEqual([
      "refused",
      [[2, "too-many-cells"]],
    ]);
    const wrong = await read(csv([[...RELEASE_COLUMNS.slice(0, 19), "", "remark"]]));
    expect(wrong.found.map(([, column, code, , value]) => [column, code, value])).toEqual([
      ["note", "missing-column", null],
      [null, "unnamed-column", "column 20"],
      ["remark", "unknown-column", "remark"],
      [null, "no-rows", null],
    ]);
  });
});

describe("unescaped quotes inside cells", () => {
  it.runIf(existsSync(APRIL))(
    "of seven rows among six hundred: left out as errors with the cells as read, or taken by one answer",
    async () => {
      const official = readFileSync(APRIL, "utf8");
      const records = parse(official, { relax_column_count: true }) as string[][];
      const places = [324, 347, 351, 438, 445, 547, 601];
      const cell = (text: string) =>
        /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
      const lines = records.map((cells, at) =>
        cells
          .map((text, column) =>
            places.includes(at + 1) && column === 18 ? 'Josef "Sepp" Hochreiter' : cell(text),
          )
          .join(","),
      );
      const { importId, plan, found } = await read(lines.join("\r\n"));
      expect(plan).toMatchObject({
        status: "planned",
        counts: { rows: 600, bad: 7, unreadable: 0 },
      });
      expect(found.filter(([, , code]) => code === "unescaped-quotes")).toEqual(
        places.map((record) => [
          record,
          "answer_9",
          "unescaped-quotes",
          "error",
          'Josef "Sepp" Hochreiter',
        ]),
      );
      expect(await apply(importId)).toMatchObject({ ok: false, refusal: { code: "bad-rows" } });
      expect(
        (await rowsAsRead(actor, importId, "unescaped-quotes")).map(({ record, cells }) => [
          record,
          cells[17],
        ]),
      ).toEqual(places.slice(0, 5).map((record) => [record, 'Josef "Sepp" Hochreiter']));

      expect(await countGained(actor, importId, "unescaped-quotes")).toBe(7);
      expect(await accept(importId, "unescaped-quotes")).toMatchObject({
        status: "planned",
        reading: { quotes: "literal" },
        counts: { rows: 600, new: 600, bad: 0 },
      });
      expect(await apply(importId)).toMatchObject({ ok: true, value: { created: 600 } });
      const again = parse(await exported(), { relax_column_count: true }) as string[][];
      expect(again.slice(3)).toEqual(
        records
          .slice(3)
          .map((cells, at) =>
            cells.map((text, column) =>
              places.includes(at + 4) && column === 18 ? 'Josef "Sepp" Hochreiter' : text,
            ),
          ),
      );
    },
    60_000,
  );

  it("beside another error leave the row out; a repeated question is found among the rows taken", async () => {
    const { importId, plan } = await read(
      csv([
        [...RELEASE_COLUMNS],
        row("0", 'Who is 5" tall?'),
        row("1", 'Who is 5" tall?'),
        row("2", "Who?", 'a "b"').map((text, at) => (at === 4 ? "someday" : text)),
        row("3", "Fine?"),
      ]),
    );
    expect(plan.counts).toMatchObject({ rows: 4, bad: 3 });
    expect(await accept(importId, "unescaped-quotes")).toMatchObject({
      counts: { rows: 4, bad: 2, new: 2 },
    });
    expect(await acceptReading(actor, { importId, rows: "unescaped-quotes" })).toMatchObject({
      ok: false,
      refusal: { code: "not-offered" },
    });
  });

  it("that leave open where a cell ends stay errors, and their value ends with the row", async () => {
    const { plan, found } = await read(
      csv([
        [...RELEASE_COLUMNS],
        row("0", 'Who "a, b" is?'),
        row("1", "Fine?"),
        row("2", '"Who" is it?'),
        row("3", "Fine too?"),
      ]),
    );
    expect(plan.counts).toMatchObject({ rows: 2, unreadable: 2 });
    expect(
      found.map(([record, column, code, , value]) => [record, column, code, value?.includes("\n")]),
    ).toEqual([
      [2, "question", "misplaced-quote", false],
      [4, "question", "misplaced-quote", false],
    ]);
  });
});

describe("what is found at its place", () => {
  const one = (question: string, answer = "Yes") =>
    read(csv([[...RELEASE_COLUMNS], row("0", "Fine?"), row("1", question, answer)]));

  it.each([
    ["zero\u200Bwidth", "invisible-character", "U+200B zero width space"],
    ["a\u2066isolate\u2069 here", "invisible-character", "U+2066 left-to-right isolate"],
    ["evil\u202Etxt", "invisible-character", "U+202E right-to-left override"],
    ["inner\uFEFFmark", "invisible-character", "U+FEFF byte-order mark"],
    ["Latin\u200Djoiner", "invisible-character", "U+200D zero width joiner"],
    ["left\u200Eto right", "invisible-character", "U+200E left-to-right mark"],
    ["tagged\u{E0041}", "invisible-character", "U+E0041"],
    ["odd\uFFFEone", "noncharacter", "U+FFFE"],
    ["odd\uFFFFone", "noncharacter", "U+FFFF"],
    ["odd\u{1FFFF}one", "noncharacter", "U+1FFFF"],
    ["Which Pok鑼卪on game is it?", "mojibake-suspected", "Pok鑼卪on"],
    ["What was Hinton閳ユ獨 prize?", "mojibake-suspected", "Hinton"],
    ["Who is Pel鑼?", "mojibake-suspected", "Pel"],
    ["'=1+1", "guarded-cell", "'=1+1"],
  ])("%j is suspect", async (answer, code, value) => {
    const { plan, found } = await one("Who?", answer);
    expect(plan.counts).toMatchObject({ rows: 2, suspect: 1 });
    expect(found).toEqual([[3, "answer_0", code, "suspect", expect.stringContaining(value)]]);
  });

  it.each([
    "👩‍👩‍👧 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿 and ❤️",
    "می‌خواهم",
    "क्‍ष",
    "שלום \u200Fעולם",
    "金",
    "BTS (방탄소년단) 'Butter' Official MV",
    "Huawei华为 and Xiaomi小米",
    "Tシャツ",
    "Ελλάδα",
    "naïve café – “quotes”…",
  ])("%j is not", async (answer) => expect((await one("Who?", answer)).found).toEqual([]));

  it("a NUL is an error of its cell, also near the beginning of a file", async () => {
    const { plan, found } = await one("Who\0?");
    expect(found).toEqual([[3, "question", "nul-character", "error", "Who\\0?"]]);
    expect(plan).toMatchObject({ status: "planned", counts: { rows: 1, unreadable: 1 } });
  });

  it("the same id twice, and a date that someone else reads day first", async () => {
    const { found } = await read(
      csv([
        [...RELEASE_COLUMNS],
        row("7", "One?"),
        row("7", "Two?").map((text, at) => (at === 4 ? "1/4/2025" : text)),
      ]),
    );
    expect(found).toEqual([
      [3, "next_review", "month-first-date", "notice", "1/4/2025"],
      [3, "id", "repeated-id", "notice", "7"],
    ]);
    expect(
      describeFinding({
        record: 3,
        column: "next_review",
        code: "month-first-date",
        severity: "notice",
        value: "1/4/2025",
      }).problem,
    ).toContain("January 4, 2025");
  });

  it("JSON Lines that begin with a comment are told so in the words of JSON", async () => {
    const { found } = await read('// exported today\n{"question":"Who?"}\n', {
      name: "some.jsonl",
    });
    expect(found[0]).toEqual([1, null, "not-json", "error", "// exported today"]);
    expect(
      describeFinding({
        record: 1,
        column: null,
        code: "not-json",
        severity: "error",
        value: "// exported today",
      }).problem,
    ).toContain("JSON has no comments");
  });

  it("other sheets, hidden rows and columns, numbers that the sheet shows otherwise", async () => {
    const cells = (question: string, answer: string) =>
      [
        inline("1"),
        inline("TEST"),
        inline(question),
        inline("2024"),
        inline("N/A"),
        inline("FALSE"),
        inline("one-hop"),
        inline("slow-changing"),
        inline("N/A"),
        answer,
      ].join("");
    const file = await workbook(
      {
        freshqa:
          `${headerRow()}<row>${cells("Shown?", '<c s="4"><v>0.35</v></c>')}</row><row hidden="1">${cells("Hidden?", '<c s="5"><v>1234567.5</v></c>')}</row>` +
          `<row>${cells("Long?", "<c><v>12345678901234567</v></c>")}</row><row>${cells("Plain?", "<c><v>42</v></c>")}</row>`,
        more: `${headerRow()}<row>${inline("1")}</row>`,
        third: headerRow(),
      },
      {
        before: '<cols><col min="9" max="9" hidden="1"/></cols>',
        styles: '<xf numFmtId="9"/><xf numFmtId="4"/>',
      },
    );
    const { plan, found } = await read(file, { name: "some.xlsx" });
    expect(plan).toMatchObject({ status: "planned", counts: { rows: 4, suspect: 3 } });
    expect(found.filter(([, , code]) => code !== "repeated-id")).toEqual([
      [3, null, "hidden-row", "notice", null],
      [2, "answer_0", "formatted-number", "suspect", "0.35, shown as 35%"],
      [3, "answer_0", "formatted-number", "suspect", "1234567.5, shown as 1,234,567.50"],
      [4, "answer_0", "imprecise-number", "suspect", "12345678901234567"],
      [null, "source", "hidden-column", "notice", null],
      [null, null, "ignored-sheet", "notice", "“more” (2 rows)"],
      [null, null, "ignored-sheet", "notice", "“third” (1 row)"],
    ]);
    // Each by its name on the plan's page.
    expect(
      plan.findings
        .filter(({ code }) => code === "ignored-sheet")
        .map(({ count, examples }) => [count, examples[0]!.value]),
    ).toEqual([
      [1, "“more” (2 rows)"],
      [1, "“third” (1 row)"],
    ]);
    expect((await rowsAsRead(actor, plan.importId)).map(({ cells: texts }) => texts[8])).toEqual([
      "0.35",
      "1234567.5",
      "12345678901234567",
      "42",
    ]);
  });

  it("a formula without a stored result empties no answer unless someone says so", async () => {
    const first = await read(csv([[...RELEASE_COLUMNS], row("0", "Who?", "Ann")]));
    await apply(first.importId);
    const cells = row("0", "Who?")
      .map((text, at) => (at === 9 ? `<c t="str"><f>A1</f></c>` : inline(text)))
      .join("");
    const { importId, plan, found } = await read(
      await workbook({ freshqa: `${headerRow()}<row>${cells}</row>` }),
      { name: "some.xlsx" },
    );
    expect(found.filter(([, , , severity]) => severity !== "notice")).toEqual([
      [2, "answer_0", "formula-without-result", "error", null],
    ]);
    expect(plan.counts).toMatchObject({ rows: 1, bad: 1 });
    expect(await apply(importId, { acceptSuspect: true })).toMatchObject({
      ok: false,
      refusal: { code: "bad-rows" },
    });
    expect(await db.questionHead.findFirstOrThrow()).toMatchObject({ primaryAnswer: "Ann" });
    expect(await accept(importId, "formula-without-result")).toMatchObject({
      reading: { formulas: "empty" },
      counts: { bad: 0, changed: 1 },
    });
    expect(await apply(importId)).toMatchObject({ ok: true, value: { changed: 1 } });
    expect(await db.questionHead.findFirstOrThrow()).toMatchObject({ primaryAnswer: "" });
  });
});

describe("limits are met early and said", () => {
  const many = Array.from({ length: 40 }, (_, at) => row(String(at), `Question ${at}?`));

  it.each<[string, () => string | Buffer | Promise<Buffer>, string]>([
    ["CSV", () => csv([[...RELEASE_COLUMNS], ...many]), "some.csv"],
    [
      "JSON Lines",
      () => many.map(([, , question]) => JSON.stringify({ question })).join("\n"),
      "some.jsonl",
    ],
    ["JSON", () => JSON.stringify(many.map(([, , question]) => ({ question }))), "some.json"],
    [
      "XLSX by its rows",
      () =>
        workbook({
          freshqa:
            headerRow() + many.map((cells) => `<row>${cells.map(inline).join("")}</row>`).join(""),
        }),
      "some.xlsx",
    ],
    [
      "XLSX by its dimension",
      () =>
        workbook(
          { freshqa: headerRow() + headerRow() },
          { before: '<dimension ref="A1:T10000001"/>' },
        ),
      "some.xlsx",
    ],
  ])("rows: %s", async (_, make, name) => {
    const { plan, found } = await read(await make(), { name, limits: { maxRows: 30 } });
    expect(plan.status).toBe("refused");
    expect(found.filter(([, , , severity]) => severity === "error")).toEqual([
      [null, null, "too-many-rows", "error", "more than 30"],
    ]);
    expect(await db.importRow.count({ where: { importId: plan.importId } })).toBe(0);
  });

  it("bytes that a workbook inflates to, and characters of one cell", async () => {
    const sheet =
      headerRow() + many.map((cells) => `<row>${cells.map(inline).join("")}</row>`).join("");
    expect(
      (
        await read(await workbook({ freshqa: sheet }), {
          name: "some.xlsx",
          limits: { maxInflated: 10_000 },
        })
      ).found,
    ).toEqual([[null, null, "too-large", "error", expect.stringMatching(/inflates? to/)]]);
    const huge = await workbook({
      freshqa: `${headerRow()}<row>${inline("x".repeat(3_000_000))}</row>`,
    });
    expect((await read(huge, { name: "some.xlsx" })).found).toEqual([
      [null, null, "too-large", "error", "a cell has more than 2,000,000 characters"],
    ]);
    const shared = await workbook(
      { freshqa: `${headerRow()}<row><c t="s"><v>0</v></c></row>` },
      { strings: `<si>${"<t>xxxxxxxxxx</t>".repeat(250_000)}</si>` },
    );
    expect((await read(shared, { name: "some.xlsx" })).found).toEqual([
      [null, null, "too-large", "error", "a cell has more than 2,000,000 characters"],
    ]);
  });
});
