import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRelease } from "./read-release";
import { fileLayoutSchema, type Finding } from "./release-file";
import { beyondRemarks, drain, inPieces, joined, sourceRow } from "./release-samples";
import { writeJsonLines } from "./write-json-lines";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";

async function read(
  format: "json" | "jsonl",
  text: string | Uint8Array,
  sizes: number[] = [65_536],
) {
  const findings: Finding[] = [];
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const { rows, layout } = await drain(
    readRelease({ format, bytes: inPieces(bytes, sizes) }, (finding) => findings.push(finding)),
  );
  const field = (at: number, name: (typeof RELEASE_COLUMNS)[number]) =>
    rows[at]?.cells[RELEASE_COLUMNS.indexOf(name)];
  return {
    rows,
    layout,
    findings,
    field,
    codes: findings.map(({ record, line, column, code }) => [record, line, column, code]),
  };
}

describe("JSON", () => {
  test("rows survive, as an array or within an object, wherever the bytes are cut", async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(sourceRow, { minLength: 1, maxLength: 5 }),
        sizes,
        fc.boolean(),
        fc.boolean(),
        async (rows, sizes, wrap, pretty) => {
          const objects = rows.map(({ cells }) =>
            Object.fromEntries(RELEASE_COLUMNS.map((name, at) => [name, cells[at]])),
          );
          const text = JSON.stringify(
            wrap ? { version: { of: ["x"] }, name: "x", questions: objects } : objects,
            null,
            pretty ? 2 : 0,
          );
          // The wrapper's nested list is none of its own lists.
          const found = await read("json", text, sizes);
          expect(beyondRemarks(found.findings)).toEqual([]);
          expect(found.rows.map(({ cells }) => cells)).toEqual(rows.map(({ cells }) => cells));
          expect(found.rows.map(({ record }) => record)).toEqual(rows.map((_, at) => at + 1));
          expect(fileLayoutSchema.parse(found.layout).format).toBe("json");
        },
      ),
    );
  });

  test("numbers keep their text, true and false are spelt as in a release, null is empty", async () => {
    const { field, findings } = await read(
      "json",
      '[{"id": 1.0, "question": "Q", "effective_year": 2024, "answer_0": 1e5, "answer_1": 12345678901234567890, "answer_2": -0, "false_premise": true, "note": null}]',
    );
    expect(findings).toEqual([]);
    expect([
      field(0, "id"),
      field(0, "answer_0"),
      field(0, "answer_1"),
      field(0, "answer_2"),
      field(0, "false_premise"),
      field(0, "note"),
    ]).toEqual(["1.0", "1e5", "12345678901234567890", "-0", "TRUE", ""]);
  });

  test("answers and sources may be lists", async () => {
    const { field, findings } = await read(
      "json",
      '[{"question": "Q", "answers": ["a", 2, null], "source": ["https://a.example", "https://b.example"]}]',
    );
    expect(findings).toEqual([]);
    expect([
      field(0, "answer_0"),
      field(0, "answer_1"),
      field(0, "answer_2"),
      field(0, "source"),
    ]).toEqual(["a", "2", "", "https://a.example\r\nhttps://b.example"]);
  });

  test("our own additions are passed over, every other unknown field is named once", async () => {
    const { rows, codes } = await read(
      "json",
      '[{"question_id": "q1", "revision": 3, "question": "Q"},\n{"question": "Q", "topic": "x", "answer_10": "y"},\n{"question": "Q", "topic": {"a": []}},\n{"question": "Q", "__proto__": "x"}]',
    );
    expect(codes).toEqual([
      [2, 2, "topic", "unknown-column"],
      [2, 2, "answer_10", "eleventh-answer"],
      [4, 4, "__proto__", "unknown-column"],
    ]);
    expect(rows).toHaveLength(1);
  });

  test("each unusable element is named, the others are kept", async () => {
    const elements = [
      '{"question": "fine"}',
      '"text"',
      '[{"question": "x"}]',
      "7",
      '{"answers": []}',
      '{"question": "Q", "question": "R"}',
      '{"question": ["Q"]}',
      `{"question": "Q", "answers": ${JSON.stringify(Array(11).fill("a"))}}`,
      '{"question": "Q", "answers": ["a"], "answer_1": "b"}',
      '{"question": "a\\u0000b"}',
      '{"question": "a\\ud83d"}',
      '{"question": "CafÃ©"}',
    ];
    const { rows, codes } = await read("json", `[${elements.join(",\n")}]`, [5]);
    expect(codes).toEqual([
      [2, 2, null, "not-an-object"],
      [3, 3, null, "not-an-object"],
      [4, 4, null, "not-an-object"],
      [5, 5, "question", "missing-column"],
      [6, 6, "question", "repeated-column"],
      [7, 7, "question", "not-a-text"],
      [8, 8, "answers", "too-many-answers"],
      [9, 9, "answers", "answers-twice"],
      [10, 10, "question", "nul-character"],
      [11, 11, "question", "lone-surrogate"],
      [12, 12, "question", "mojibake-suspected"],
    ]);
    expect(rows.map(({ record }) => record)).toEqual([1, 12]);
  });

  test("where the text ceases to be JSON, the place is named; what came before is kept", async () => {
    const { rows, codes, layout } = await read(
      "json",
      '[{"question": "a"},\n{"question": "b"},\n{"question": c},\n{"question": "d"}]',
    );
    expect(codes).toEqual([[3, 3, null, "not-json"]]);
    expect([rows.length, layout]).toEqual([2, null]);
    expect((await read("json", '[{"question": "a"}')).codes).toEqual([[2, 1, null, "not-json"]]);
    expect((await read("json", '[{"question": 007}]')).codes).toEqual([[1, 1, null, "not-json"]]);
  });

  test("documents without a list of questions", async () => {
    const codesOf = async (text: string) =>
      (await read("json", text)).findings.map(({ code }) => code);
    expect(await codesOf("")).toEqual(["empty-file"]);
    expect(await codesOf(" \n ")).toEqual(["empty-file"]);
    expect(await codesOf("[]")).toEqual(["no-rows"]);
    expect(await codesOf('{"a": 1}')).toEqual(["not-json"]);
    expect(await codesOf('{"a": [], "b": []}')).toEqual(["not-json"]);
    expect(await codesOf('"x"')).toEqual(["not-json"]);
    expect(await codesOf("[".repeat(100_000))).toEqual(["not-an-object", "not-json"]);
  });

  test("Latin-1 is named with record and byte", async () => {
    const { codes, findings } = await read("json", Buffer.from('[{"question": "Café"}]', "latin1"));
    expect([codes, findings[0]?.value]).toEqual([
      [[1, 1, "question", "wrong-encoding"]],
      "Caf\\xE9",
    ]);
  });
});

describe("JSON Lines", () => {
  test("our own export is read back, whatever the cells hold", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sourceRow, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 60 }),
        async (rows, size) => {
          const text = await joined(
            writeJsonLines([
              rows.map(({ cells }, at) => ({ questionId: `q${at}`, revision: at, cells })),
            ]),
          );
          const found = await read("jsonl", text, [size]);
          expect(beyondRemarks(found.findings)).toEqual([]);
          expect(found.rows.map(({ cells }) => cells)).toEqual(rows.map(({ cells }) => cells));
          expect(found.rows.map(({ record, line }) => [record, line])).toEqual(
            rows.map((_, at) => [at + 1, at + 1]),
          );
        },
      ),
    );
  });

  test("a bad line is named and the next is read", async () => {
    const { rows, codes } = await read(
      "jsonl",
      '{"question": "a"}\r\n\r\n{"question": \n{"question": "b"}\n[1]\n{"question": "c"} {}\n{"question": "d"}',
    );
    expect(codes).toEqual([
      [3, 3, null, "not-json"],
      [5, 5, null, "not-an-object"],
      [6, 6, null, "not-json"],
    ]);
    expect(rows.map(({ record }) => record)).toEqual([1, 4, 7]);
  });

  test("an empty file", async () => {
    expect((await read("jsonl", "\n\n")).findings.map(({ code }) => code)).toEqual(["empty-file"]);
  });
});
