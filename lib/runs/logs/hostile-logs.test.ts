import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { ZipFile } from "yazl";
import { afterAll, describe, expect, test } from "vitest";
import { bytesOf } from "@/lib/dataset/file-formats/workbook-samples";
import { BesideVerdicts } from "./beside";
import { DocumentScanner, MAX_VALUE, parseLoose } from "./loose-json";
import { LogTable } from "./log-table";
import { readParquetLog } from "./parquet-log";
import { readLog } from "./read-log";
import { recognizeLog } from "./recognize";
import { NO_HEAD, NO_SAMPLE, type LogItem, type LogSample, UnreadableLog } from "./run-log";
import { unzstd } from "./zstd";

const folder = mkdtempSync(join(tmpdir(), "logs-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is found in a log until it is read or refused; and how many bytes were asked for. */
async function read(bytes: Uint8Array | AsyncIterable<Uint8Array>, head?: Uint8Array) {
  const path = join(folder, "log");
  const whole = bytes instanceof Uint8Array ? bytes : null;
  if (whole !== null) writeFileSync(path, whole);
  let asked = 0;
  async function* counted() {
    for await (const piece of whole === null ? (bytes as AsyncIterable<Uint8Array>) : [whole]) {
      asked += piece.length;
      yield piece;
    }
  }
  const items: LogItem[] = [];
  let refused: string | null = null;
  try {
    const recognized = recognizeLog(head ?? whole!)!;
    for await (const batch of readLog(recognized, { path, fileName: "log", bytes: counted() }))
      items.push(...batch);
  } catch (problem) {
    if (!(problem instanceof UnreadableLog)) throw problem;
    refused = [problem.finding.code, problem.finding.value].filter(Boolean).join(": ");
  }
  return {
    asked,
    refused,
    faults: items.map((item) =>
      "fault" in item ? `${item.fault}: ${item.detail ?? ""}` : "sound",
    ),
  };
}

const HEADER = JSON.stringify({
  status: "success",
  eval: { task: "t", created: "2026-01-01T00:00:00Z", model: "m" },
});
const SAMPLE = JSON.stringify({
  id: 1,
  epoch: 1,
  input: "Who?",
  output: { choices: [] },
  scores: {},
});

/** An archive as Inspect writes it. */
async function archive(entries: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries({ "header.json": HEADER, ...entries }))
    zip.addBuffer(typeof content === "string" ? Buffer.from(content) : Buffer.from(content), name);
  zip.end();
  return bytesOf(zip.outputStream as unknown as AsyncIterable<Uint8Array>);
}

/** Changes a number of an entry in the central directory; see APPNOTE.TXT 4.3.12. */
function patched(zip: Buffer, name: string, change: (bytes: Buffer, at: number) => void): Buffer {
  const bytes = Buffer.from(zip);
  for (let at = bytes.indexOf("PK\x01\x02", 0, "latin1"); at !== -1;) {
    const length = bytes.readUInt16LE(at + 28);
    if (bytes.toString("latin1", at + 46, at + 46 + length) === name) change(bytes, at);
    at = bytes.indexOf("PK\x01\x02", at + 46, "latin1");
  }
  return bytes;
}

const CRC = 16;
const SIZE = 24;
const METHOD = 10;

describe("an archive", () => {
  test("a sample with a wrong checksum is left out, and the others are read", async () => {
    const zip = await archive({
      "samples/1_epoch_1.json": SAMPLE,
      "samples/2_epoch_1.json": SAMPLE,
    });
    const damaged = patched(zip, "samples/1_epoch_1.json", (bytes, at) =>
      bytes.writeUInt32LE(1, at + CRC),
    );
    expect((await read(damaged)).faults).toEqual([
      "wrong-checksum: samples/1_epoch_1.json",
      "sound",
    ]);
  });

  test("a sample that declares 1 GB is not inflated", async () => {
    const zip = await archive({ "samples/1_epoch_1.json": SAMPLE });
    const bomb = patched(zip, "samples/1_epoch_1.json", (bytes, at) =>
      bytes.writeUInt32LE(1e9, at + SIZE),
    );
    expect((await read(bomb)).faults).toEqual([
      "too-large: samples/1_epoch_1.json: it inflates to 1,000 MB",
    ]);
  });

  test("samples that declare more than 2 GiB together are refused before any is read", async () => {
    let zip = await archive(
      Object.fromEntries(
        Array.from({ length: 50 }, (_, at) => [`samples/${at}_epoch_1.json`, SAMPLE]),
      ),
    );
    for (let at = 0; at < 50; at++)
      zip = patched(zip, `samples/${at}_epoch_1.json`, (bytes, place) =>
        bytes.writeUInt32LE(5e7, place + SIZE),
      );
    expect(await read(zip)).toMatchObject({
      refused: "too-large: its samples inflate to more than 2,147 MB",
      faults: [],
    });
  });

  test("a sample that inflates to more than it declares is left out", async () => {
    const zip = await archive({ "samples/1_epoch_1.json": " ".repeat(5_000_000) + SAMPLE });
    const bomb = patched(zip, "samples/1_epoch_1.json", (bytes, at) =>
      bytes.writeUInt32LE(200, at + SIZE),
    );
    expect((await read(bomb)).faults).toEqual([
      expect.stringMatching(/^damaged-archive: samples\/1_epoch_1.json: too many bytes/),
    ]);
  });

  test("an unknown compression, and zstd that is none, are left out", async () => {
    const zip = await archive({
      "samples/1_epoch_1.json": SAMPLE,
      "samples/2_epoch_1.json": SAMPLE,
    });
    let strange = patched(zip, "samples/1_epoch_1.json", (bytes, at) =>
      bytes.writeUInt16LE(14, at + METHOD),
    );
    strange = patched(strange, "samples/2_epoch_1.json", (bytes, at) =>
      bytes.writeUInt16LE(93, at + METHOD),
    );
    expect((await read(strange)).faults).toEqual([
      "damaged-archive: samples/1_epoch_1.json: unknown compression 14",
      "damaged-archive: samples/2_epoch_1.json: not zstd",
    ]);
  });

  test("a name that leads out of the archive, and an archive without header or journal, are refused", async () => {
    const zip = await archive({ "samples/1_epoch_1.json": SAMPLE });
    const renamed = (from: string, to: string) =>
      Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");
    const out = renamed("samples/1_epoch_1.json", "samples/../../etc.json");
    expect((await read(out)).refused).toBe("damaged-archive");
    expect((await read(renamed("header.json", "xeader.json"), zip)).refused).toBe(
      "damaged-archive: no header.json",
    );
    expect((await read(zip.subarray(0, 200), zip)).refused).toBe("damaged-archive");
  });

  test("a run that was cut off is read by its journal", async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(HEADER), "_journal/start.json");
    zip.addBuffer(Buffer.from(SAMPLE), "samples/1_epoch_1.json");
    zip.end();
    const bytes = await bytesOf(zip.outputStream as unknown as AsyncIterable<Uint8Array>);
    expect(await read(bytes)).toMatchObject({ refused: null, faults: ["sound"] });
  });
});

describe("zstd", () => {
  const frame = (window: number, blocks: Uint8Array) =>
    Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, window]), blocks]);
  /** A block that repeats one byte so many times. */
  const repeated = (times: number, last = false) =>
    Buffer.from([
      ((times << 3) & 0xff) | 2 | (last ? 1 : 0),
      (times >> 5) & 0xff,
      (times >> 13) & 0xff,
      65,
    ]);

  test("a frame of repetitions is stopped at the size that its entry declares", () => {
    // 400 kB that would become 10 GB.
    const bomb = frame(
      0x50,
      Buffer.concat([
        ...Array.from({ length: 100_000 }, () => repeated(100_000)),
        repeated(1, true),
      ]),
    );
    let most = 0;
    const drain = () => {
      for (const piece of unzstd(bomb, 10_000_000)) most = Math.max(most, piece.length);
    };
    expect(drain).toThrow("more than 10000000 bytes");
    expect(most).toBeLessThanOrEqual(131_072);
  });

  test("a window of 2 GB, a size of 1 TB, a frame that ends too early", () => {
    const drain = (bytes: Uint8Array) => () => [...unzstd(bytes, 1_000_000)];
    expect(drain(frame(0xa8, repeated(1, true)))).toThrow("window too large");
    const large = Buffer.concat([
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xc0, 0x50]),
      Buffer.from([0, 0, 0, 0, 0, 1, 0, 0]),
      repeated(1, true),
    ]);
    expect(drain(large)).toThrow("more than 1000000 bytes");
    expect(drain(frame(0x50, repeated(9).subarray(0, 3)))).toThrow("ends too early");
    expect(drain(frame(0x50, repeated(9)))).toThrow("ends too early");
    expect(
      Buffer.concat([
        ...unzstd(
          Buffer.concat([frame(0x50, repeated(3, true)), frame(0x50, repeated(2, true))]),
          9,
        ),
      ]).toString(),
    ).toBe("AAAAA");
  });
});

describe("JSON", () => {
  const LINE =
    '{"doc_id": 0, "doc": {"question": "Who?"}, "resps": [["A"]], "filtered_resps": ["A"], "filter": "none"}';

  test("a line without end is refused once it is too long", async () => {
    async function* endless() {
      yield Buffer.from(`${LINE}\n{"doc_id": 1, "doc": "`);
      for (;;) yield Buffer.alloc(65_536, 97);
    }
    const { refused, asked, faults } = await read(endless(), Buffer.from(LINE));
    expect(refused).toMatch(/^record-too-long/);
    expect(faults).toEqual(["sound"]);
    expect(asked).toBeLessThan(MAX_VALUE + 1_000_000);
  });

  test("a value without end in a document is refused once it is too long, and what is passed over is never kept", async () => {
    const start = '{"eval": {"task": "t", "created": "c"}, "reductions": ["';
    async function* endless(end: string) {
      yield Buffer.from(start);
      for (let at = 0; at < 800; at++) yield Buffer.alloc(65_536, 97);
      yield Buffer.from(`"], "samples": [${end}`);
      if (!end.endsWith("]}")) for (;;) yield Buffer.alloc(65_536, 97);
    }
    const head = Buffer.from(start);
    expect(await read(endless(`${SAMPLE}]}`), head)).toMatchObject({
      refused: null,
      faults: ["sound"],
    });
    const { refused, asked } = await read(endless('{"input": "'), head);
    expect(refused).toMatch(/^record-too-long/);
    expect(asked).toBeLessThan(800 * 65_536 + MAX_VALUE + 1_000_000);
  });

  test("what nests too deeply is refused in a document, and left out in lines", async () => {
    const deep = "[".repeat(100_000);
    const document = Buffer.from(
      `{"eval": {"task": "t", "created": "c"}, "samples": [{"id": ${deep}`,
    );
    expect((await read(document)).refused).toMatch(/^too-deep/);
    const lines = Buffer.from(`${LINE}\n{"doc_id": ${deep}${"]".repeat(100_000)}}\n${LINE}`);
    expect((await read(lines)).faults).toEqual([
      "sound",
      expect.stringMatching(/^not-json/),
      "sound",
    ]);
  });

  test("bytes of another encoding are named where they stand, and the other lines are read", async () => {
    const latin = Buffer.from(LINE.replace('"A"', '"Café"'), "latin1");
    const mixed = Buffer.concat([Buffer.from(`${LINE}\n`), latin, Buffer.from(`\n${LINE}\n`)]);
    expect((await read(mixed)).faults).toEqual([
      "sound",
      expect.stringContaining("\\xE9"),
      "sound",
    ]);
    const utf16 = Buffer.from(`\uFEFF${LINE}`, "utf16le");
    expect((await read(utf16, Buffer.from(LINE))).refused).toBe("wrong-encoding: UTF-16LE");
    const inside = await archive({
      "samples/1_epoch_1.json": Buffer.from(SAMPLE.replace("Who?", "Café?"), "latin1"),
    });
    expect((await read(inside)).faults).toEqual([
      expect.stringMatching(/^wrong-encoding: .*\\xE9/),
    ]);
  });

  test("a document that is cut off, and one with something behind it, are refused with the line", () => {
    const scan = (text: string) => {
      const scanner = new DocumentScanner((path) => (path === "a" ? "take" : "enter"));
      const found = scanner.write(text);
      scanner.end();
      return found;
    };
    expect(scan('{"a": {"b": "}\\"]"}, "c": [1, {"a": 2}]}')).toEqual([
      { path: "a", text: '{"b": "}\\"]"}', line: 1 },
    ]);
    for (const [text, code] of [
      ['{"a": 1,\n"c": [', "not-json"],
      ['{"a": 1}\n{"a": 2}', "not-json"],
      ['{"a": 1]', "not-json"],
      ["", "empty-file"],
    ] as const)
      try {
        scan(text);
        expect.unreachable(text);
      } catch (problem) {
        expect((problem as UnreadableLog).finding.code).toBe(code);
      }
  });

  test("NaN and Infinity are null outside of texts alone", () => {
    expect(parseLoose('{"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \\" -Infinity"}')).toEqual({
      a: null,
      b: [null, null],
      c: 'NaN " -Infinity',
    });
    expect(parseLoose('{"a": Nan}')).toBeUndefined();
  });
});

test("references to long texts cannot make a text that fills the memory", async () => {
  const hash = "a".repeat(32);
  const sample = JSON.stringify({
    id: 1,
    input: `attachment://${hash} `.repeat(10_000),
    output: { choices: [{ message: { content: "A" } }] },
    attachments: { [hash]: "x".repeat(100_000) },
  });
  const path = join(folder, "log");
  const bytes = Buffer.from(`{"eval": {"task": "t", "created": "c"}, "samples": [${sample}]}`);
  writeFileSync(path, bytes);
  const source = {
    path,
    fileName: "log",
    bytes: (async function* () {
      yield bytes;
    })(),
  };
  for await (const [item] of readLog(recognizeLog(bytes)!, source))
    expect("sample" in item! && item.sample.question.length).toBeLessThan(5_000_000);
});

describe("Parquet", () => {
  const refusedOf = async (bytes: Uint8Array) => (await read(bytes)).refused;
  const withFooter = (length: number) => {
    const bytes = Buffer.alloc(length + 12);
    bytes.write("PAR1", 0);
    bytes.writeUInt32LE(length, length + 4);
    bytes.write("PAR1", length + 8);
    return bytes;
  };
  const details = (text: string, rows: number) =>
    Buffer.from(
      parquetWriteBuffer({
        rowGroupSize: 1_000_000,
        columnData: [
          {
            name: "model_response",
            type: "STRING",
            data: Array.from({ length: rows }, (_, at) => at + text),
          },
        ],
      }),
    );

  test("one that is cut off, and one with a footer of megabytes, are refused", async () => {
    expect(await refusedOf(withFooter(24))).toMatch(/^damaged-parquet/);
    expect(await refusedOf(withFooter(2_000_000))).toBe("damaged-parquet: its footer is too long");
  });

  test("pages are counted by what they inflate to, whatever the file says of the whole", async () => {
    expect(await refusedOf(details("a", 10))).toBeNull();
    // PageHeader.uncompressed_page_size, the second field of the first header: 1 GB.
    const bytes = details("a", 10);
    expect(bytes[6]).toBe(0x15);
    const bomb = Buffer.concat([
      bytes.subarray(0, 7),
      Buffer.from([0x80, 0xa8, 0xd6, 0xb9, 0x07]),
      bytes.subarray(8),
    ]);
    expect(await refusedOf(bomb)).toBe("too-large: its columns inflate to too much");
  });

  test("a group of more values than two million is refused, one of fewer is read", async () => {
    const bytes = details("a", 10);
    const at = bytes.indexOf(Buffer.from([0x15, 0x14]));
    const claiming = (values: number) => {
      // Zigzag, then seven bits a byte, the least first.
      const varint: number[] = [];
      for (let left = 2 * values; left > 0; left = Math.floor(left / 128))
        varint.push((left % 128) + (left >= 128 ? 128 : 0));
      return Buffer.concat([
        bytes.subarray(0, at + 1),
        Buffer.from(varint),
        bytes.subarray(at + 2),
      ]);
    };
    expect(await refusedOf(claiming(2_000_001))).toBe("too-large: its columns inflate to too much");
    expect(await refusedOf(claiming(2_000_000))).not.toMatch(/^too-large/);
  });

  test("others are served while a group of rows is decoded", async () => {
    const bytes = details("a", 400_000);
    const path = join(folder, "log");
    writeFileSync(path, bytes);
    const begin = performance.now();
    let last = begin;
    let longest = 0;
    const turn = () => {
      const at = performance.now();
      longest = Math.max(longest, at - last);
      last = at;
    };
    let rows = 0;
    const turns = setInterval(turn, 1);
    for await (const item of readParquetLog(path)) if (item !== null) rows++;
    clearInterval(turns);
    turn();
    expect(rows).toBe(400_000);
    // Decoded where others are served, it is most of the time.
    expect(longest).toBeLessThan((performance.now() - begin) / 3);
  });

  test("a page that claims two thousand million values is refused", async () => {
    const bytes = details("a", 10);
    // PageHeader.data_page_header.num_values: 10 is 20 in zigzag, in the compact protocol's field 1 of field 5.
    const at = bytes.indexOf(Buffer.from([0x15, 0x14]));
    expect(at).toBeGreaterThan(0);
    const bomb = Buffer.concat([
      bytes.subarray(0, at + 1),
      Buffer.from([0xfe, 0xff, 0xff, 0xff, 0x0f]),
      bytes.subarray(at + 2),
    ]);
    expect(await refusedOf(bomb)).toMatch(/^(too-large|damaged-parquet)/);
  });
});

describe("a file beside a log", () => {
  const LOG = JSON.stringify({
    adapter_spec: { model: "m" },
    request_states: [{ instance: { id: "a" }, result: { completions: [{ text: "A" }] } }],
  });
  const refusedWith = async (beside: string) => {
    const path = join(folder, "scenario_state.json");
    writeFileSync(path, LOG);
    async function* bytes(text: string) {
      for (let at = 0; at < text.length; at += 65_536)
        yield Buffer.from(text.slice(at, at + 65_536));
    }
    const helm = { tool: "helm", form: "document", beside: false } as const;
    const reader = readLog(helm, { path, fileName: "scenario_state.json", bytes: bytes(LOG) }, {}, [
      {
        recognized: { ...helm, beside: true },
        source: { path: "", fileName: "stats.json", bytes: bytes(beside) },
      },
    ]);
    try {
      for await (const batch of reader) expect(batch).toHaveLength(1);
      return null;
    } catch (problem) {
      if (!(problem instanceof UnreadableLog)) throw problem;
      return [problem.finding.code, problem.finding.value].join(": ");
    }
  };
  const entry = (id: string, scores: number) => ({
    instance_id: id,
    stats: Array.from({ length: scores }, (_, at) => ({ name: { name: `s${at}` }, mean: 1 })),
  });

  test("that is cut off or nests too deeply ends the import and is named", async () => {
    expect(await refusedWith(JSON.stringify([entry("a", 2)]))).toBeNull();
    expect(await refusedWith(JSON.stringify([entry("a", 2)]).slice(0, -5))).toBe(
      "beside-unreadable: stats.json",
    );
    expect(await refusedWith(`[{"instance_id": "a", "stats": ${"[".repeat(300)}`)).toBe(
      "beside-unreadable: stats.json",
    );
  });

  test("that has millions of scores is refused before they fill the memory", () => {
    const scores = Array.from({ length: 150 }, (_, at) => ({
      scorer: `s${at}`,
      value: "correct",
      explanation: "",
    }));
    const verdicts = new BesideVerdicts("stats.json");
    // A hundred of each are kept.
    for (let at = 0; at < 20_000; at++) verdicts.add([String(at), "", "1"], scores);
    expect(() => verdicts.add(["more", "", "1"], scores)).toThrow("too-large");
    expect(verdicts.with({ ...NO_SAMPLE, sampleId: "7", epoch: "1" }).verdicts).toHaveLength(100);
  });
});

describe("what a log multiplies", () => {
  test("a sample with more than a hundred texts is left out, however many there are", async () => {
    const texts = Array.from({ length: 40_000 }, () => "");
    const line = JSON.stringify({
      doc_id: 0,
      doc: { question: "Q".repeat(1000) },
      filtered_resps: [texts],
      resps: [[]],
    });
    expect((await read(Buffer.from(line))).faults).toEqual(["too-many-texts: "]);
    const hundred = line.replace(JSON.stringify(texts), JSON.stringify(texts.slice(0, 100)));
    expect((await read(Buffer.from(hundred))).faults).toHaveLength(100);
  });

  test("rows that are too long are left out, and a log whose rows are too much in all is refused", () => {
    const item = (response: string): LogItem => ({
      record: 1,
      line: 1,
      sample: { ...NO_SAMPLE, response },
    });
    expect(new LogTable("inspect").row(item("x".repeat(16_000_001)))).toMatchObject({
      cells: [],
      fault: "record-too-long",
    });
    const table = new LogTable("inspect", 250);
    table.row(item("x".repeat(200)));
    expect(() => table.row(item("x".repeat(200)))).toThrow(UnreadableLog);
  });

  test("an explanation stands once, whatever the number of values that a score has", async () => {
    const value = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`part ${at}`, 1]));
    const log = {
      eval: { task: "t", created: "c" },
      samples: [{ id: 1, scores: { s: { value, explanation: "why" } } }],
    };
    const bytes = Buffer.from(JSON.stringify(log));
    async function* source() {
      yield bytes;
    }
    for await (const [item] of readLog(recognizeLog(bytes)!, {
      path: "",
      fileName: "",
      bytes: source(),
    })) {
      const { verdicts } = (item as { sample: LogSample }).sample;
      expect(verdicts).toHaveLength(90);
      expect(verdicts.filter(({ explanation }) => explanation === "why")).toHaveLength(1);
    }
  });

  test("twenty thousand events of one sample are one row with the last verdict, in no more than a moment", async () => {
    const event = (data: object) => ({
      run_id: "r",
      event_id: 1,
      sample_id: "s",
      type: "match",
      data,
    });
    const lines = Array.from({ length: 20_000 }, (_, at) =>
      JSON.stringify(event({ correct: at === 19_999 })),
    );
    const bytes = Buffer.from(lines.join("\n"));
    async function* source() {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    }
    const batches: LogItem[][] = [];
    for await (const batch of readLog(recognizeLog(bytes)!, {
      path: "",
      fileName: "",
      bytes: source(),
    }))
      batches.push(batch);
    // Empty ones before: whoever reads can end it.
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.flat()).toMatchObject([
      { sample: { verdicts: [{ scorer: "match", value: "correct" }] } },
    ]);
  });
});

test("names that every object has, halves of characters and NULs are texts like others", async () => {
  const table = new LogTable("inspect");
  for (const value of ["constructor", "__proto__", "toString"]) {
    const line = {
      evaluation_id: "e",
      sample_id: "s",
      interaction_type: "x",
      evaluation: { is_correct: value },
    };
    const bytes = Buffer.from(JSON.stringify(line));
    async function* source() {
      yield bytes;
    }
    for await (const [item] of readLog(recognizeLog(bytes)!, {
      path: "",
      fileName: "",
      bytes: source(),
    }))
      expect(table.row(item!).cells).toContain(value);
  }
  const odd = `${"x".repeat(199)}😀`;
  const row = table.row({
    record: 1,
    line: 1,
    sample: { ...NO_SAMPLE, variant: odd, filter: "a\0b", response: "A" },
  });
  const { parts } = table.found(NO_HEAD);
  expect(parts).toMatchObject({ variant: ["x".repeat(199)], filter: ["a\uFFFDb"] });
  expect(row.cells.slice(6, 8)).toEqual([parts.filter[0], parts.variant[0]]);
});

describe("what is taken of several unless someone chooses", () => {
  const chosenOf = (samples: Partial<LogSample>[]) => {
    const table = new LogTable("helm");
    for (const said of samples)
      table.row({ record: 1, line: 1, sample: { ...NO_SAMPLE, response: "A", ...said } });
    const { parts, chosen } = table.found(NO_HEAD);
    return { parts, chosen };
  };
  test("is what has the most responses together, not each part by itself", () => {
    expect(
      chosenOf([{ epoch: "1", response: "" }, { epoch: "1.1" }, { epoch: "1.2" }, { epoch: "1.1" }])
        .chosen.epoch,
    ).toBe("1.1");
    expect(
      chosenOf([{ filter: "maj" }, { filter: "all", epoch: "1" }, { filter: "all", epoch: "2" }]),
    ).toMatchObject({
      parts: { epoch: ["1", "2"], filter: ["maj", "all"] },
      chosen: { epoch: "1", filter: "all" },
    });
    expect(
      chosenOf([{ epoch: "", response: "" }, { epoch: "1" }, { epoch: "2" }]).chosen.epoch,
    ).toBe("1");
    expect(
      chosenOf([
        { epoch: "10", filter: "none" },
        { epoch: "2", filter: "none" },
        { epoch: "2", filter: "last" },
      ]).chosen,
    ).toEqual({ epoch: "2", filter: "last", variant: "" });
  });
});
