import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRelease } from "./read-release";
import {
  fileLayoutSchema,
  OFFICIAL_LAYOUT,
  type FileLayout,
  type Finding,
  type ReadOptions,
} from "./release-file";
import { beyondRemarks, cellText, drain, inPieces, joined, sourceRow } from "./release-samples";
import { writeCsv } from "./write-csv";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { notEmpty } from "@/prisma/testing/not-empty";

const HEADER = RELEASE_COLUMNS.join(",");
const row = (
  id: string,
  rest = "TEST,Who?,2024,N/A,FALSE,one-hop,never-changing,N/A,Ann,,,,,,,,,,",
): string => `${id},${rest}`;

async function read(
  file: string | Uint8Array,
  sizes: number[] = [65_536],
  options: ReadOptions = {},
) {
  const findings: Finding[] = [];
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  return {
    ...(await drain(
      readRelease(
        { format: "csv", bytes: inPieces(bytes, sizes) },
        (finding) => findings.push(finding),
        options,
      ),
    )),
    findings,
  };
}

async function again(file: string | Uint8Array, sizes?: number[]): Promise<Buffer> {
  const { rows, layout, findings } = await read(file, sizes);
  expect(findings.filter((finding) => finding.severity === "error")).toEqual([]);
  return Buffer.from(
    await joined(writeCsv([rows], fileLayoutSchema.parse(JSON.parse(JSON.stringify(layout))))),
  );
}

const releases = process.env.FRESHQA_RELEASES_DIR ?? path.resolve("../shared/data/freshqa");
const haveReleases = existsSync(path.join(releases, "FreshQA_v04072025.csv"));
if (!haveReleases)
  process.stderr.write(`skipped: tests on real releases, for want of ${releases}\n`);

describe.runIf(haveReleases)("real releases", () => {
  for (const name of ["FreshQA_v12182024.csv", "FreshQA_v04072025.csv"]) {
    test(`${name} comes out byte for byte, with nothing to report`, async () => {
      const bytes = readFileSync(path.join(releases, name));
      const { rows, findings } = await read(bytes);
      expect(findings).toEqual([]);
      expect(rows).toHaveLength(600);
      expect(notEmpty(rows).every(({ style }) => style === 0)).toBe(true);
      expect((await again(bytes)).equals(bytes)).toBe(true);
      for (const size of [3, 1021]) expect((await again(bytes, [size])).equals(bytes)).toBe(true);
    });
  }

  test("the official layout is that of the release of April 7, 2025", async () => {
    const { layout } = await read(readFileSync(path.join(releases, "FreshQA_v04072025.csv")));
    expect(layout).toEqual(OFFICIAL_LAYOUT);
  });
});

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A file that the reader has to accept: its bytes are assembled here by other means than the writer's. */
const acceptableFile = fc
  .record({
    order: fc.shuffledSubarray([...RELEASE_COLUMNS], { minLength: 20, maxLength: 20 }),
    rows: fc.array(sourceRow, { minLength: 1, maxLength: 6 }),
    needless: fc.infiniteStream(fc.boolean()),
    mixed: fc.boolean(),
    newlines: fc.infiniteStream(fc.constantFrom("\r\n", "\n")),
    newline: fc.constantFrom("\r\n", "\n"),
    ending: fc.constantFrom(
      "",
      "\n",
      "\r\n",
      "\n\n",
      "\r\n\r\n\n",
      `\r\n${",".repeat(19)}`,
      `\n"",${",".repeat(18)}\r\n`,
    ),
    preamble: fc.constantFrom(
      "",
      OFFICIAL_LAYOUT.preamble!,
      "Warning\n\n",
      '"a ""b"", c\r\nd"\r\n',
    ),
    bom: fc.boolean(),
  })
  .map(({ order, rows, needless, mixed, newlines, newline, ending, preamble, bom }) => {
    const cell = (text: string): string =>
      /[",\r\n]/.test(text) || needless.next().value ? quoted(text) : text;
    const end = (): string => (mixed ? newlines.next().value! : newline);
    const lines = [
      order as string[],
      ...rows.map((row) => order.map((name) => row.cells[RELEASE_COLUMNS.indexOf(name)]!)),
    ].map((cells) => cells.map(cell).join(","));
    const text =
      (bom ? "\uFEFF" : "") + preamble + lines.reduce((all, line) => all + end() + line) + ending;
    return { text, rows };
  });

describe("what is read can be written again", () => {
  test("any acceptable file comes out byte for byte, wherever its bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        acceptableFile,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async ({ text, rows }, sizes) => {
          const bytes = Buffer.from(text);
          const { rows: found } = await read(bytes, sizes);
          expect(found.map(({ cells }) => cells)).toEqual(rows.map(({ cells }) => cells));
          expect((await again(bytes, sizes)).toString()).toBe(text);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("the cut between two chunks may stand at every single byte", async () => {
    const bytes = Buffer.from(
      `\uFEFF${OFFICIAL_LAYOUT.preamble}${HEADER}\r\n${row("0", 'TEST,"Wer, 😀 ""é""\r\n?",2024,N/A,FALSE,one-hop,never-changing,N/A,e\u0301👩‍👩‍👧,日,,,,,,,,,')}\r\n${row("1")}\n`,
    );
    for (let at = 1; at < bytes.length; at++)
      expect((await again(bytes, [at, bytes.length])).equals(bytes)).toBe(true);
  });

  test("rows in the official form are read back, and csv-parse understands them in the same way", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sourceRow, { minLength: 1, maxLength: 8 }), async (rows) => {
        const text = await joined(writeCsv([rows.slice(0, 2), rows.slice(2)], OFFICIAL_LAYOUT));
        const { rows: found, findings, layout } = await read(text);
        expect(beyondRemarks(findings)).toEqual([]);
        expect(layout).toEqual(OFFICIAL_LAYOUT);
        expect(found.map(({ cells, style }) => ({ cells, style }))).toEqual(
          rows.map(({ cells }) => ({ cells, style: 0 })),
        );
        const parsed: unknown = parse(text, { record_delimiter: ["\r\n", "\n"] });
        expect((parsed as string[][]).slice(3)).toEqual(rows.map(({ cells }) => cells));
      }),
      { numRuns: 150 },
    );
  });

  test("a style that no longer fits a changed cell does not break the record", async () => {
    await fc.assert(
      fc.asyncProperty(
        sourceRow,
        fc.integer({ min: 0, max: 2 ** 21 - 1 }),
        async (source, style) => {
          const { rows } = await read(
            await joined(writeCsv([[{ ...source, style }]], OFFICIAL_LAYOUT)),
          );
          expect(rows[0]?.cells).toEqual(source.cells);
        },
      ),
    );
  });

  test("an unquoted lone CR is kept as it is", async () => {
    const text = `${HEADER}\n${row("0", "TEST,Who\r?,2024,N/A,FALSE,one-hop,never-changing,N/A,Ann,,,,,,,,,,x\r")}\r\n${row("1")}\r`;
    expect((await again(text)).toString()).toBe(text);
  });

  test("the preamble can be left out", async () => {
    const { rows } = await read(`${HEADER}\n${row("0")}`);
    expect(await joined(writeCsv([rows], OFFICIAL_LAYOUT, { preamble: false }))).toBe(
      `${HEADER}\r\n${row("0")}`,
    );
  });
});

describe("what is wrong is named, all at once", () => {
  const codes = (findings: Finding[]) =>
    findings.map(({ record, line, column, code }) => [record, line, column, code]);

  test("record and physical line of each row", async () => {
    const { rows } = await read(
      `${OFFICIAL_LAYOUT.preamble}${HEADER}\r\n${row("0", 'TEST,"a\r\nb\nc",2024,N/A,FALSE,one-hop,never-changing,N/A,Ann,,,,,,,,,,')}\r\n${row("1")}`,
    );
    expect(rows.map(({ record, line }) => [record, line])).toEqual([
      [4, 4],
      [5, 7],
    ]);
  });

  test("missing, unknown and repeated columns, and an eleventh answer", async () => {
    const header = HEADER.replace("note", "remark").replace("answer_3", "answer_2") + ",answer_10";
    const { rows, layout, findings } = await read(`${header}\n${row("0")},\n`);
    expect(codes(findings)).toEqual([
      [1, 1, "answer_3", "missing-column"],
      [1, 1, "note", "missing-column"],
      [1, 1, "answer_2", "repeated-column"],
      [1, 1, "remark", "unknown-column"],
      [1, 1, "answer_10", "eleventh-answer"],
    ]);
    expect([rows, layout]).toEqual([[], null]);
  });

  test("no header", async () => {
    expect(codes((await read("a,b,c\n1,2,3\n")).findings)).toEqual([
      [null, undefined, null, "missing-header"],
    ]);
    expect(codes((await read(`${row("0")}\n`.repeat(100))).findings)).toEqual([
      [null, undefined, null, "missing-header"],
    ]);
    expect(
      codes((await read(`${HEADER}\r${row("0")}\r`)).findings).map(([, , , code]) => code),
    ).toEqual(["lone-cr"]);
  });

  test("too many and too few cells, and empty records between rows; the sound rows are kept", async () => {
    const { rows, findings } = await read(
      [HEADER, row("0"), `${row("1")},x`, "2,TEST", "", row("3"), ""].join("\n"),
    );
    expect(codes(findings)).toEqual([
      [3, 3, null, "too-many-cells"],
      [4, 4, null, "too-few-cells"],
      [5, 5, null, "empty-record"],
    ]);
    expect(rows.map(({ cells }) => cells[0])).toEqual(["0", "3"]);
  });

  test("a quote without a partner is named where it opened, and reading goes on after it", async () => {
    const bad = row("1", 'TEST,"Who said?,2024,N/A,FALSE,one-hop,never-changing,N/A,Ann,,,,,,,,,,');
    const fine = row(
      "2",
      'TEST,"Who, then?",2024,N/A,FALSE,one-hop,never-changing,N/A,Ann,,,,,,,,,,',
    );
    for (const sizes of [[65_536], [1], [13, 4]]) {
      const { rows, findings } = await read(
        [HEADER, row("0"), bad, fine, row("3"), ""].join("\r\n"),
        sizes,
      );
      expect(codes(findings)).toEqual([[3, 3, "question", "unbalanced-quotes"]]);
      expect(rows.map(({ cells, record, line }) => [cells[0], record, line])).toEqual([
        ["0", 2, 2],
        ["2", 4, 4],
        ["3", 5, 5],
      ]);
    }
    const last = await read([HEADER, row("0"), bad, row("2")].join("\n"));
    expect(codes(last.findings)).toEqual([[3, 3, "question", "unbalanced-quotes"]]);
    expect(last.rows.map(({ cells }) => cells[0])).toEqual(["0", "2"]);
  });

  test("a quote in the middle of a cell", async () => {
    const { rows, findings } = await read(
      [
        HEADER,
        row("0", 'TEST,A 5" disk?,2024,,,,,,,,,,,,,,,,'),
        row("1", 'TEST,"A" disk?,2024,,,,,,,,,,,,,,,,'),
        row("2"),
      ].join("\n"),
    );
    // The first is the same to any reader, and handed out with its error; the second is not.
    expect(
      findings.map(({ line, column, code, severity, value }) => [
        line,
        column,
        code,
        severity,
        value,
      ]),
    ).toEqual([
      [2, "question", "unescaped-quotes", "error", 'A 5" disk?'],
      [3, "question", "misplaced-quote", "error", '"A" disk?,2024,,,,,,,,,,,,,,,,'],
    ]);
    expect(rows.map(({ cells }) => cells[0])).toEqual(["0", "2"]);
  });

  test("a stray quote at the start of a long file does not take it into memory as one cell", async () => {
    const { rows, findings } = await read(
      [
        HEADER,
        row("0", 'TEST,"oops,2024,,,,,,,,,,,,,,,,'),
        ...Array.from({ length: 60_000 }, (_, id) => row(String(id))),
      ].join("\n"),
    );
    expect(codes(findings)).toEqual([[2, 2, "question", "unbalanced-quotes"]]);
    expect(rows).toHaveLength(60_000);
  });

  test("UTF-16, with a byte-order mark and without", async () => {
    const text = `${HEADER}\r\n${row("0")}`;
    const utf16 = Buffer.from(text, "utf16le");
    for (const bytes of [
      utf16,
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
      Buffer.from(utf16).swap16(),
    ]) {
      expect(
        (await read(bytes)).findings.map(({ code, value }) => [code, value?.slice(0, 6)]),
      ).toEqual([["wrong-encoding", "UTF-16"]]);
    }
  });

  test("bytes that are not UTF-8 are named with record, column and byte; the other rows are kept", async () => {
    const bytes = Buffer.from(
      `${HEADER}\n${row("0")}\n${row("1").replace("Who?", "Café?")}\n${row("2").replace("Who?", "Ünï?")}\n`,
      "latin1",
    );
    for (const sizes of [[1], [65_536]]) {
      const { rows, findings } = await read(bytes, sizes);
      expect(codes(findings)).toEqual([
        [3, 3, "question", "wrong-encoding"],
        [4, 4, "question", "wrong-encoding"],
      ]);
      expect(findings.map(({ value }) => value)).toEqual(["Caf\\xE9?", "\\xDCn\\xEF?"]);
      expect(rows).toHaveLength(1);
    }
  });

  test("mojibake is suspected, but the row is kept", async () => {
    const { rows, findings } = await read(
      [
        HEADER,
        row("0"),
        row("1").replace("Who?", "CafÃ©?"),
        row("2").replace("Ann", "donâ€™t"),
        row("3").replace("Ann", "\uFFFD"),
        row("4").replace("Who?", "São João, Århus, €"),
        "",
      ]
        .join("\n")
        .replace("São João, Århus, €", '"São João, Århus, €"'),
    );
    expect(
      findings.map(({ record, column, code, severity }) => [record, column, code, severity]),
    ).toEqual([
      [3, "question", "mojibake-suspected", "suspect"],
      [4, "answer_0", "mojibake-suspected", "suspect"],
      [5, "answer_0", "mojibake-suspected", "suspect"],
    ]);
    expect(rows).toHaveLength(5);
  });

  test("empty, binary, too large, no rows", async () => {
    const only = async (file: string | Uint8Array, options?: ReadOptions) =>
      (await read(file, [1000], options)).findings.map(({ code }) => code);
    expect(await only("")).toEqual(["empty-file"]);
    expect(await only("\uFEFF")).toEqual(["empty-file"]);
    expect(await only("\r\n \n")).toEqual(["empty-file"]);
    expect(await only(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2]))).toEqual(["binary-file"]);
    expect(
      await only(Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))),
    ).toEqual(["binary-file"]);
    expect(await only(`${HEADER}\n${row("0")}\n`.repeat(99), { maxBytes: 5000 })).toContain(
      "too-large",
    );
    expect(await only(`${HEADER}\n`)).toEqual(["no-rows"]);
    expect(await only(`${HEADER}\n${",".repeat(19)}\n`)).toEqual(["no-rows"]);
  });

  test("a NUL in a later record", async () => {
    const { rows, findings } = await read(
      `${HEADER}\n${`${row("0")}\n`.repeat(200)}${row("1").replace("Ann", "A\0n")}`,
    );
    expect(codes(findings)).toEqual([[202, 202, "answer_0", "nul-character"]]);
    expect(rows).toHaveLength(200);
  });

  test("a reader that stops early closes the source", async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.alloc(10_000, "x,y\n");
      } finally {
        closed = true;
      }
    }
    const findings: Finding[] = [];
    await drain(
      readRelease({ format: "csv", bytes: source() }, (finding) => findings.push(finding)),
    );
    expect([closed, findings.map(({ code }) => code)]).toEqual([true, ["missing-header"]]);
  });

  test("no text whatever makes the reader throw, and what it accepts it gives again", async () => {
    const messy = fc
      .array(
        fc.oneof(
          cellText,
          fc.constantFrom(
            ",",
            '"',
            "\n",
            "\r\n",
            `${HEADER}\n`,
            `${row("1")}\n`,
            HEADER,
            ",".repeat(19),
          ),
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(messy, fc.integer({ min: 1, max: 50 }), async (text, size) => {
        const { rows, layout, findings } = await read(text, [size]);
        const whole = await read(text);
        expect([rows, layout, findings]).toEqual([whole.rows, whole.layout, whole.findings]);
        if (!findings.some(({ severity }) => severity === "error"))
          expect(await joined(writeCsv([rows], layout as FileLayout))).toBe(text);
      }),
      { numRuns: 400 },
    );
  });
});
