import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { previewTable } from "./preview";
import { agreementOfFile, type RatingsRequest } from "./ratings-file";
import { ratingsRequestSchema } from "./schema";

const REQUEST: RatingsRequest = {
  columns: { unit: "unit", rater: "rater", value: "value" },
  level: "nominal",
};
const file = (text: string, name = "ratings.csv") => ({ name, bytes: Buffer.from(text) });
const csv = (...rows: string[]) => file(["unit,rater,value", ...rows].join("\n"));
const found = async (
  of: { name: string; bytes: Uint8Array },
  more: Partial<RatingsRequest> = {},
) => {
  const result = await agreementOfFile(of, { ...REQUEST, ...more });
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
};
const refused = async (
  of: { name: string; bytes: Uint8Array },
  more: Partial<RatingsRequest> = {},
) => {
  const result = await agreementOfFile(of, { ...REQUEST, ...more });
  if (result.ok) throw new Error("It was not refused.");
  return result.refusal;
};

/** A small workbook: a sheet for each list of rows, numbers as numbers. */
async function workbookOf(...sheets: string[][][]): Promise<Uint8Array> {
  const zip = new ZipFile();
  const add = (path: string, xml: string) =>
    zip.addBuffer(Buffer.from(`<?xml version="1.0"?>${xml}`), path);
  const relations = (targets: [string, string][]) =>
    `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="r${at}" Type="x/${type}" Target="${target}"/>`).join("")}</Relationships>`;
  add("_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]]));
  add("xl/_rels/workbook.xml.rels", relations(sheets.map((_, at) => ["worksheet", `s${at}.xml`])));
  add(
    "xl/workbook.xml",
    `<workbook><sheets>${sheets.map((_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="r${at}"/>`).join("")}</sheets></workbook>`,
  );
  const cell = (text: string) =>
    /^\d+$/.test(text) ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  sheets.forEach((rows, at) =>
    add(
      `xl/s${at}.xml`,
      `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData></worksheet>`,
    ),
  );
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

describe("a file of ratings", () => {
  it("gives the same numbers as CSV, JSON and JSON Lines, in any order of rows and columns", async () => {
    const rows = [
      ["1", "Ann", "yes"],
      ["1", "Ben", "yes"],
      ["2", "Ann", "no"],
      ["2", "Ben", "yes"],
      ["3", "Ben", "no"],
      ["3", "Ann", "no"],
    ];
    const objects = rows.map(([unit, rater, value]) => ({
      note: ["passed", "over"],
      value,
      unit: Number(unit),
      rater,
    }));
    const first = await found(csv(...rows.map((row) => row.join(","))));
    expect(first.agreement).toMatchObject({
      units: 3,
      raters: 2,
      values: 2,
      coefficients: { percent: { value: expect.closeTo(2 / 3, 12) as number } },
    });
    expect(first.confusion).toEqual([
      [1, 1],
      [0, 1],
    ]);
    for (const other of [
      file(JSON.stringify(objects), "ratings.json"),
      file(JSON.stringify({ ratings: objects }, null, 1), "ratings.json"),
      file(objects.map((object) => JSON.stringify(object)).join("\n"), "ratings.jsonl"),
      file(
        `\uFEFFrater;,value,unit,rater\r\n${[...rows]
          .reverse()
          .map(([unit, rater, value]) => `x,"${value}",${unit},${rater}`)
          .join("\r\n")}\r\n\r\n`,
      ),
    ])
      expect(await found(other)).toEqual(first);
  });

  it("is read from a workbook's first sheet that holds something", async () => {
    const rows = [
      ["unit", "rater", "value"],
      ["1", "a", "2"],
      ["1", "b", "3"],
      ["2", "a", "2"],
      ["2", "b", "2"],
    ];
    const workbook = await found(
      { name: "ratings.xlsx", bytes: await workbookOf([], rows) },
      { level: "interval" },
    );
    expect(workbook).toEqual(
      await found(csv(...rows.slice(1).map((row) => row.join(","))), { level: "interval" }),
    );
    expect(
      (await refused({ name: "ratings.xlsx", bytes: await workbookOf([...rows, ["2", "b", "3"]]) }))
        .message,
    ).toContain("Row 6: duplicate: “b” already rated “2” in row 5.");
  });

  it("counts units by their ratings; an empty value and what is said to mean so are missing", async () => {
    const { agreement, raters } = await found(
      csv("1,a,x", "1,b,", "2,a,NA", "2,b,*", "3,a, x ", "3,b,y", "4,,", ",,"),
      { missing: ["NA", "*"] },
    );
    expect({ agreement, raters }).toMatchObject({
      agreement: {
        units: 1,
        single: 1,
        raters: 2,
        values: 2,
        answers: { given: 3, cannotTell: 0, cannotTellShare: 0, missing: 4 },
      },
      raters: ["a", "b"],
    });
  });

  it("leaves “cannot tell” out of every number, and counts it among the answers", async () => {
    const rows = ["1,a,0", "1,b,1", "2,a,3", "2,b,?", "3,a,3", "3,b,3", "4,a,?", "4,b,?", "5,a,"];
    const request = { level: "ordinal" as const, order: ["0", "1", "2", "3"], cannotTell: ["?"] };
    const told = await found(csv(...rows), request);
    const without = await found(csv(...rows.map((row) => row.replace("?", ""))), request);
    expect(told.agreement.answers).toEqual({
      given: 5,
      cannotTell: 3,
      cannotTellShare: 3 / 8,
      missing: 1,
    });
    expect({ ...told.agreement, answers: null }).toEqual({ ...without.agreement, answers: null });
    expect(told.agreement.ordinal).toMatchObject({
      mean: { value: 2, n: 5 },
      median: { value: 3 },
      weighted: { kappaLinear: { n: 2 } },
    });
  });

  it("takes what belongs to one question together, and refuses a unit of two questions", async () => {
    const rows = Array.from({ length: 24 }, (_, at) => `${at},a,${at % 3},q${at % 12}`);
    const of = (...more: string[]) => ({
      name: "ratings.csv",
      bytes: Buffer.from(["unit,rater,value,question", ...rows, ...more].join("\n")),
    });
    const request = { level: "ordinal" as const, order: ["0", "1", "2"] };
    const columns = { ...REQUEST.columns, question: "question" };
    const together = (await found(of(), { ...request, columns })).agreement.ordinal!.mean;
    const apart = (await found(of(), request)).agreement.ordinal!.mean;
    // Each question has two equal ratings, so that its 24 ratings are worth 12.
    const width = ({ low, high }: typeof apart) => high! - low!;
    expect([together.value, apart.value]).toEqual([1, 1]);
    expect(width(together) / width(apart)).toBeCloseTo(Math.SQRT2, 0);
    expect(width(together)).toBeGreaterThan(1.2 * width(apart));
    expect((await refused(of("0,b,1,q5"), { ...request, columns })).message).toContain(
      "Line 26: “0” is of question “q5” here and of “q0” above.",
    );
    expect((await refused(of("0,b,1,"), { ...request, columns })).message).toContain(
      "Line 26: question is missing.",
    );
  });

  it("orders raters and values as people do", async () => {
    const { raters, values } = await found(
      csv("1,rater 10,10", "1,rater 2,9", "2,rater 2,10", "2,rater 10,9"),
    );
    expect({ raters, values }).toEqual({ raters: ["rater 2", "rater 10"], values: ["9", "10"] });
  });

  it("takes equal numbers for one value where values are numbers, and texts to the letter where they are not", async () => {
    const rows = ["1,a,1", "1,b,1.0", "2,a,2", "2,b,2e0"];
    expect((await found(csv(...rows), { level: "interval" })).agreement).toMatchObject({
      values: 2,
      coefficients: { krippendorff: { value: 1 } },
    });
    expect((await found(csv(...rows))).agreement.values).toBe(4);
  });

  it("orders ordinal values by number, or as told, and asks where it cannot know", async () => {
    const rows = ["1,a,low", "1,b,middle", "2,a,high", "2,b,high", "3,a,low", "3,b,low"];
    const order = ["low", "middle", "high"];
    const told = await found(csv(...rows), { level: "ordinal", order });
    expect(told.values).toEqual(order);
    const numbers = await found(
      csv(
        ...rows.map((row) => row.replace(/low|middle|high/, (word) => String(order.indexOf(word)))),
      ),
      { level: "ordinal" },
    );
    expect(numbers.agreement.coefficients).toEqual(told.agreement.coefficients);
    expect(await refused(csv(...rows), { level: "ordinal" })).toMatchObject({
      code: "no-order",
      message: expect.stringContaining(
        "List them from lowest to highest: high, low, middle.",
      ) as string,
    });
    expect(
      (await refused(csv(...rows), { level: "ordinal", order: ["low", "high"] })).message,
    ).toContain("Line 3: “middle” is not one of the possible values (low, high).");
  });
});

describe("the scale of a file of ratings", () => {
  it.each(["nominal", "ordinal"] as const)(
    "has each value once (%s level): a value twice would change the coefficients unnoticed",
    async (level) => {
      const words = "“1” is listed more than once among the possible values. List each value once.";
      const order = ["0", "1", "1", "2"];
      const file = csv("1,a,0", "1,b,1", "2,a,2", "2,b,2");
      expect(await refused(file, { level, order })).toMatchObject({
        code: "no-order",
        message: words,
      });
      const asked = {
        kind: "ratings",
        fileName: "a.csv",
        unit: "u",
        rater: "r",
        value: "v",
        level,
      };
      const parsed = ratingsRequestSchema.safeParse({ ...asked, order: order.join(", ") });
      expect(parsed.error?.issues.map(({ message }) => message)).toEqual([words]);
      expect(ratingsRequestSchema.safeParse({ ...asked, order: "0, 1, 2" }).success).toBe(true);
    },
  );

  const rows = Array.from({ length: 12 }, (_, at) => [`${at},a,yes`, `${at},b,yes`]).flat();

  it("is the values in use where no one said more: AC1 of one value stays undefined", async () => {
    expect((await found(csv(...rows))).agreement.coefficients.gwetAC1).toMatchObject({
      value: null,
      undefinedBecause: expect.stringContaining("same value") as string,
    });
  });

  it("is what the user says, also the values that no one gave", async () => {
    const told = (await found(csv(...rows), { order: ["yes", "no"] })).agreement;
    expect(told.coefficients).toMatchObject({
      gwetAC1: { value: 1, high: 1 },
      krippendorff: { value: null },
    });
    expect(told.values).toBe(1);
    expect((await refused(csv(...rows), { order: ["no", "maybe"] })).message).toContain(
      "“yes” is not one of the possible values (no, maybe).",
    );
  });
});

describe("a file of ratings is refused with the place and the remedy", () => {
  it.each([
    [
      "a missing column",
      csv("1,a,x"),
      { columns: { unit: "item", rater: "rater", value: "value" } },
      "missing-column",
      "The file has no column “item” for the unit. Columns: “unit”, “rater”, “value”.",
    ],
    [
      "semicolons",
      file("unit;rater;value\n1;a;x"),
      {},
      "missing-column",
      "separated by semicolons: save it with commas",
    ],
    [
      "two columns of one name",
      file("unit,rater,value,value\n1,a,x,y"),
      {},
      "repeated-column",
      "2 columns named “value”",
    ],
    [
      "one column twice",
      csv("1,a,x"),
      { columns: { unit: "unit", rater: "unit", value: "value" } },
      "same-column",
      "three different columns",
    ],
    [
      "a unit rated twice by one rater",
      csv("7,ann,x", "7,ben,x", "7,ann,x"),
      {},
      "bad-ratings",
      "Line 4: duplicate: “ann” already rated “7” in line 2. Keep one.",
    ],
    [
      "a value without a unit",
      csv("1,a,x", ",a,x"),
      {},
      "bad-ratings",
      "Line 3: item ID is missing.",
    ],
    [
      "a value without a rater",
      csv("1,a,x", "1,,x"),
      {},
      "bad-ratings",
      "Line 3: rater is missing.",
    ],
    [
      "no number",
      csv("1,a,1", "1,b,two"),
      { level: "interval" as const },
      "bad-ratings",
      "Line 3: “two” is not a number",
    ],
    [
      "a decimal comma",
      csv('1,a,"1,5"'),
      { level: "interval" as const },
      "bad-ratings",
      "Line 2: “1,5” is not a number, required at interval level. Use a decimal point.",
    ],
    [
      "a quote that is never closed",
      csv("1,a,x", '1,b,"y'),
      {},
      "unreadable",
      "Line 3: The column value has an unclosed double quote.",
    ],
    [
      "too few cells",
      csv("1,a,x", "1,b"),
      {},
      "unreadable",
      "Line 3: The row has too few cells (2 instead of 3).",
    ],
    [
      "broken JSON",
      file('{"unit":1}\n{"unit":', "r.jsonl"),
      {},
      "unreadable",
      "Line 2: This is not valid JSON",
    ],
    ["an empty file", file(""), {}, "unreadable", "The file is empty."],
    [
      "a picture",
      { name: "r.csv", bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]) },
      {},
      "unreadable",
      "Choose a CSV, XLSX, JSON or JSON Lines file.",
    ],
    [
      "Latin-1",
      { name: "r.csv", bytes: Buffer.from("unit,rater,value\n1,Jos\xe9,x", "latin1") },
      {},
      "unreadable",
      "Line 2: The column rater contains a byte that is not valid UTF-8",
    ],
  ])("%s", async (_, of, more, code, words) => {
    const refusal = await refused(of, more);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toContain(words);
  });

  it("with a few problems at a time", async () => {
    const { message } = await refused(csv(...Array.from({ length: 30 }, (_, at) => `${at},,x`)));
    expect(message.split("\n")).toHaveLength(7);
    expect(message).toContain("And 25 more like this.");
  });

  it("but one without ratings, or with one rating, is answered with undefined coefficients", async () => {
    expect((await found(csv())).agreement).toMatchObject({
      units: 0,
      raters: 0,
      values: 0,
      coefficients: { percent: { value: null, undefinedBecause: "No ratings." } },
    });
    expect((await found(csv("1,a,x"))).agreement).toMatchObject({
      units: 0,
      single: 1,
      raters: 1,
      coefficients: {
        percent: { value: null, undefinedBecause: expect.stringContaining("two raters") as string },
      },
    });
  });
});

describe("columns are guessed", () => {
  const guessed = async (...[columns, rows]: [string[], string[][]]) => {
    const preview = await previewTable(
      file([columns, ...rows].map((cells) => cells.join(",")).join("\n")),
    );
    if (!preview.ok) throw new Error(preview.refusal.message);
    const { kind, guess } = preview.value;
    return { kind, guess };
  };

  it.each([
    [["item", "coder", "label"], { unit: "item", rater: "coder", value: "label" }],
    [
      ["annotator_id", "question", "response_id", "verdict"],
      { unit: "response_id", rater: "annotator_id", value: "verdict" },
    ],
    [
      ["ID", "Name of rater", "Score (1-5)"],
      { unit: "ID", rater: "Name of rater", value: "Score (1-5)" },
    ],
  ])("by name: %s", async (columns, guess) =>
    expect(await guessed(columns, [columns.map(() => "1")])).toEqual({ kind: "ratings", guess }),
  );

  it("by how often their texts repeat", async () => {
    const rows = Array.from({ length: 60 }, (_, at) => [
      ["yes", "no"][at % 2]!,
      `t${Math.floor(at / 4)}`,
      `p${at % 4}`,
    ]);
    expect(await guessed(["a", "b", "c"], rows)).toEqual({
      kind: "ratings",
      guess: { unit: "b", value: "a", rater: "c" },
    });
  });

  it("with the first rows beside them", async () => {
    const preview = await previewTable(csv("1,a,x", "1,b"));
    expect(preview).toEqual({
      ok: true,
      value: {
        columns: ["unit", "rater", "value"],
        rows: [["1", "a", "x"]],
        kind: "ratings",
        guess: { unit: "unit", rater: "rater", value: "value" },
        reading: {},
      },
    });
  });
});

describe("any ratings", () => {
  it("survive being written as CSV with awkward names", async () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 6 })
      .map((text) => `n${text.replace(/[\0\uFFFD]|[\u00C2\u00C3\u00E2\u00EF\u00F0]/gu, "")}n`);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(name, name, fc.constantFrom("x", "y", "z")), {
          selector: ([unit, rater]) => `${unit}\u0001${rater}`,
          maxLength: 12,
        }),
        async (ratings) => {
          const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const { agreement } = await found(
            csv(...ratings.map((rating) => rating.map(cell).join(","))),
          );
          expect(agreement.units + agreement.single).toBe(
            new Set(ratings.map(([unit]) => unit)).size,
          );
          expect(agreement.raters).toBe(new Set(ratings.map(([, rater]) => rater)).size);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("a CSV file of ratings that differs in form alone", () => {
  const ROWS = [
    ["unit", "rater", "value"],
    ["1", "a", "yes, it is"],
    ["1", "b", "yes, it is"],
    ["2", "a", "no"],
    ["2", "b", "yes, it is"],
  ];
  const joined = (separator: string) => file(ROWS.map((row) => row.join(separator)).join("\n"));

  it.each([
    ["semicolon", ";"],
    ["tab", "\t"],
  ] as const)(
    "is offered to be read with the %s that parts it, commas in its cells or not, and gives the same numbers",
    async (name, separator) => {
      const offered = await previewTable(joined(separator));
      expect(offered).toMatchObject({
        ok: true,
        value: {
          columns: ["unit", "rater", "value"],
          reading: { separator: name },
          guess: { unit: "unit", rater: "rater", value: "value" },
        },
      });
      if (offered.ok) expect(offered.value.rows[0]).toEqual(["1", "a", "yes, it is"]);
      const quoted = file(ROWS.map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\n"));
      expect(await previewTable(quoted)).toMatchObject({ ok: true, value: { reading: {} } });
      expect(await found(joined(separator), { reading: { separator: name } })).toEqual(
        await found(quoted),
      );
      // It is offered, not assumed.
      expect((await refused(joined(separator))).message).toContain(
        `To read the file as it is, use --read-as separator=${name}`,
      );
    },
  );

  it("is offered to be read with quotes as text where they are not escaped", async () => {
    const odd = file('unit,rater,value\n1,Josef "Sepp" H,x\n1,b,x\n2,Josef "Sepp" H,x\n2,b,y');
    expect(await previewTable(odd)).toMatchObject({
      ok: true,
      value: {
        reading: { quotes: "literal" },
        rows: [
          ["1", 'Josef "Sepp" H', "x"],
          ["1", "b", "x"],
          ["2", 'Josef "Sepp" H', "x"],
          ["2", "b", "y"],
        ],
      },
    });
    expect((await found(odd, { reading: { quotes: "literal" } })).raters).toEqual([
      'Josef "Sepp" H',
      "b",
    ]);
    expect(await refused(odd)).toMatchObject({
      code: "unreadable",
      message: expect.stringContaining("--read-as quotes=literal") as string,
    });
  });

  it("offers nothing where commas part it, for other formats, and where nothing has three columns", async () => {
    for (const usual of [
      csv("1,a;b,x", "1,b,x"),
      file("unit,rater\n1,2"),
      file("just;two"),
      file('[{"unit":1,"rater":"a","value":"x;y"}]', "ratings.json"),
    ]) {
      expect(await previewTable(usual)).toMatchObject({ ok: true, value: { reading: {} } });
    }
  });
});

it("names each column that nobody chose", () => {
  const read = ratingsRequestSchema.safeParse({ kind: "pairs", fileName: "pairs.csv", left: "" });
  expect(read.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ["rater", "Select the raters column."],
    ["question", "Select the questions column."],
    ["left", "Select the systems on the left column."],
    ["right", "Select the systems on the right column."],
    ["preferred", "Select the preferred systems column."],
  ]);
});
