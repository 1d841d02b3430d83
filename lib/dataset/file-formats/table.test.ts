import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRecords } from "./read-records";
import { readRelease } from "./read-release";
import type { Finding, ReleaseFormat } from "./release-file";
import { cellText, inPieces, sourceRow } from "./release-samples";
import { readTable } from "./table";
import type { TableEnd, TableOptions, TableRow, TableSource } from "./table-rows";
import { workbook } from "./workbook-samples";
import { encodeXlsxText } from "./xlsx-text";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { notEmpty } from "@/prisma/testing/not-empty";

type Table = { names: readonly string[]; rows: readonly (readonly string[])[] };

const FORMATS = ["csv", "xlsx", "json", "jsonl"] as const;
const OPTIONS: TableOptions = {
  header: ({ cells }) => (cells.includes("question") ? { names: cells, exact: false } : null),
  noHeader: "no-columns",
  sheet: () => false,
  otherSheet: "first",
  suspects: true,
};

/** The same table as a file of each format. */
async function filesOf({ names, rows }: Table, size = 65_536): Promise<TableSource[]> {
  const objects = rows.map((cells) =>
    Object.fromEntries(names.map((name, at) => [name, cells[at]])),
  );
  const cell = (text: string) =>
    `<c t="inlineStr"><is><t xml:space="preserve">${encodeXlsxText(text)}</t></is></c>`;
  const sheet = [names, ...rows].map((cells) => `<row>${cells.map(cell).join("")}</row>`).join("");
  const bytes = (text: string) => inPieces(Buffer.from(text), [size]);
  return [
    // Quoted throughout, so that a record of one empty cell is a record.
    { format: "csv", bytes: bytes(stringify([names, ...rows] as string[][], { quoted: true })) },
    { format: "xlsx", file: await workbook({ data: sheet }) },
    { format: "json", bytes: bytes(JSON.stringify(objects, null, 1)) },
    { format: "jsonl", bytes: bytes(objects.map((each) => JSON.stringify(each)).join("\n")) },
  ];
}

async function drained<Batch, End>(reader: AsyncGenerator<Batch, End>) {
  const batches: Batch[] = [];
  for (;;) {
    const next = await reader.next();
    if (next.done) return { batches, end: next.value };
    batches.push(next.value);
  }
}

async function read(source: TableSource, options: Partial<TableOptions> = {}) {
  const findings: Finding[] = [];
  const { batches, end } = await drained(
    readTable(source, (finding) => findings.push(finding), { ...OPTIONS, ...options }),
  );
  return { rows: batches.flatMap(({ rows }) => rows), end, findings };
}

/** What does not depend on the format. */
const common = ({
  rows,
  end,
  findings,
}: {
  rows: TableRow[];
  end: TableEnd | null;
  findings: Finding[];
}) => ({
  columns: end?.columns ?? null,
  count: end?.rows ?? null,
  findings,
  rows: rows.map(({ cells, remarks }) => ({
    // A sheet leaves empty cells out at the end of a row.
    cells: Array.from(end?.columns ?? [], (_, at) => cells[at] ?? ""),
    remarks,
  })),
});

const columnName = fc.stringMatching(/^[a-z][a-z_]{0,7}$/).map((name) => `x${name}`);
const table: fc.Arbitrary<Table> = fc
  .uniqueArray(columnName, { minLength: 1, maxLength: 5 })
  .chain((names) =>
    fc.record({
      names: fc.constant(["question", ...names]),
      rows: fc.array(
        fc
          .array(cellText, { minLength: names.length + 1, maxLength: names.length + 1 })
          .filter((cells) => cells.some((text) => text !== "")),
        { minLength: 1, maxLength: 8 },
      ),
    }),
  );

describe("the same table in CSV, XLSX, JSON and JSON Lines", () => {
  test("reads the same, cells and remarks, wherever its bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 80 }), async (wanted, size) => {
        for (const source of notEmpty(await filesOf(wanted, size))) {
          const found = common(await read(source));
          expect(found).toMatchObject({
            columns: wanted.names,
            count: wanted.rows.length,
            findings: [],
          });
          expect(found.rows.map(({ cells }) => cells)).toEqual(wanted.rows);
          const [csv] = await filesOf(wanted);
          expect(found).toEqual(common(await read(csv!)));
        }
      }),
      { numRuns: 100 },
    );
  });

  test("reads the same as responses", async () => {
    await fc.assert(
      fc.asyncProperty(table, async (wanted) => {
        for (const source of notEmpty(await filesOf(wanted))) {
          const findings: Finding[] = [];
          const { batches, end } = await drained(
            readRecords(source, (finding) => findings.push(finding), {
              isHeader: (cells) => cells.includes("question"),
              isSheet: () => false,
            }),
          );
          expect([end, findings]).toEqual([wanted.names, []]);
          expect(
            batches
              .flat()
              .map(({ cells, fault }) => [wanted.names.map((_, at) => cells[at] ?? ""), fault]),
          ).toEqual(wanted.rows.map((cells) => [cells, null]));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("reads the same as a release", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sourceRow, { minLength: 1, maxLength: 4 }), async (rows) => {
        const wanted = { names: RELEASE_COLUMNS, rows: rows.map(({ cells }) => cells) };
        const remarks: unknown[] = [];
        for (const source of notEmpty(await filesOf(wanted))) {
          const findings: Finding[] = [];
          const { batches, end } = await drained(
            readRelease(source, (finding) => findings.push(finding)),
          );
          expect(end?.format).toBe(source.format);
          expect(batches.flat().map(({ cells }) => cells)).toEqual(wanted.rows);
          remarks.push(
            findings.map(({ column, code, severity, value }) => [column, code, severity, value]),
          );
        }
        expect(new Set(remarks.map((of) => JSON.stringify(of))).size).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  test("is found to be damaged in the same words", async () => {
    const damaged = {
      names: ["question", "answer"],
      rows: [
        ["Who?", "a\0b"],
        ["What?", "CafÃ©"],
      ],
    };
    for (const source of notEmpty(await filesOf(damaged)))
      expect((await read(source)).rows.map(({ remarks }) => remarks)).toEqual([
        [{ code: "nul-character", severity: "error", cell: 1, value: "a\\0b" }],
        [{ code: "mojibake-suspected", severity: "suspect", cell: 1, value: "CafÃ©" }],
      ]);
  });

  test("is refused for too many rows, too many bytes, too many columns or nothing in it", async () => {
    const codes = async (of: Table, options: Partial<TableOptions>) => {
      const found: Record<string, unknown> = {};
      for (const source of notEmpty(await filesOf(of))) {
        const { end, findings } = await read(source, options);
        expect(end).toBeNull();
        found[source.format] = findings.map(({ code }) => code);
      }
      return found;
    };
    const all = (code: string, but: Partial<Record<ReleaseFormat, string>> = {}) =>
      Object.fromEntries(FORMATS.map((format) => [format, [but[format] ?? code]]));
    const long = { names: ["question"], rows: Array.from({ length: 40 }, (_, at) => [`Q${at}`]) };
    expect(await codes(long, { maxRows: 39 })).toEqual(all("too-many-rows"));
    for (const source of notEmpty(await filesOf(long)))
      expect((await read(source, { maxRows: 40 })).rows).toHaveLength(40);
    expect(await codes(long, { maxBytes: 100, maxInflated: 100 })).toEqual(all("too-large"));
    const names = ["question", ...Array.from({ length: 300 }, (_, at) => `c${at}`)];
    expect(await codes({ names, rows: [names] }, {})).toEqual(all("too-many-columns"));
    const nothing: TableSource[] = [
      { format: "csv", bytes: inPieces(Buffer.from("\n"), [1]) },
      { format: "xlsx", file: await workbook({ data: "" }) },
      { format: "json", bytes: inPieces(Buffer.from(" "), [1]) },
      { format: "jsonl", bytes: inPieces(Buffer.from("\n"), [1]) },
    ];
    for (const source of nothing)
      expect((await read(source)).findings.map(({ code }) => code)).toEqual(["empty-file"]);
  });

  test("closes its source where an importer stops early", async () => {
    let closed = false;
    const bytes = (async function* () {
      try {
        yield Buffer.from("question\n");
        for (;;) yield Buffer.from("Who?\n".repeat(20_000));
      } finally {
        closed = true;
      }
    })();
    for await (const _ of readRecords({ format: "csv", bytes }, () => {}, {
      isHeader: () => true,
      isSheet: () => false,
    }))
      break;
    expect(closed).toBe(true);
  });
});
