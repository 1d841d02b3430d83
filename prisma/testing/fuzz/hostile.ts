import fc from "fast-check";

/*
 * What a hostile or broken sender may send: texts, values and bytes, made of what parsers stumble over and of sound inputs
 * that were cut, doubled and spliced.
 */

/** Pieces that mean something to some parser, or lie outside of what one expects. */
const PIECES: readonly string[] = [
  ..."\0\t\n\r\v\f \"'`,;|=+-@&?#%/\\<>()[]{}*_~^$.:!1aZ",
  "\r\n",
  "\u0085",
  "\u00AD",
  "\u200B",
  "\u200D",
  "\u2028",
  "\u202E",
  "\u2066",
  "\uFEFF",
  "\uFFFD",
  "\uFFFE",
  "\uD800",
  "\uDC00",
  "\u{E0041}",
  "\u{10FFFF}",
  "İ",
  "ß",
  "ﬃ",
  "é",
  "e\u0301\u0301\u0301",
  "١٢٣",
  "𝟙",
  "Ⅷ",
  "😀👩‍👩‍👧",
  "שלום",
  "null",
  "undefined",
  "NaN",
  "-Infinity",
  "1e999",
  "-0",
  "0x10",
  "9007199254740993",
  "2147483648",
  "99999999999999999999",
  "0000-00-00",
  "2024-02-30",
  "9999-12-31",
  "-271821-04-20",
  "+275760-09-13T00:00:00.001Z",
  "1/1/2024",
  "before 0000",
  "2022.0",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  '{"__proto__":1}',
  "[[[[[[",
  "]]>",
  "<![CDATA[",
  "<!--",
  "&#0;",
  "&#x110000;",
  "&lt;",
  "%00",
  "%ff",
  "%E2%82",
  "%",
  "_x0000_",
  "_xD800_",
  "\\u0000",
  "\\uD800",
  "\\x",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://example.org/#:~:text=a%,b&text=,",
  "https://[::1]:99999/",
  "http://a@b:c@d/",
  "[1](",
  "![](x)",
  "[^1]: ",
  "```",
  "$$",
  "| - |",
  "1. ",
  "> ",
  "Q12",
  "=HYPERLINK(1)",
  "'; DROP TABLE x; --",
];

const piece = fc.constantFrom(...PIECES);

/** Splices, cuts and doubles a text (or a list of bytes), as often as said. */
function mutated<T extends { length: number }>(
  seeds: readonly T[],
  inserts: fc.Arbitrary<T>,
  slice: (whole: T, from: number, to: number) => T,
  concat: (parts: T[]) => T,
): fc.Arbitrary<T> {
  const step = fc.record({
    does: fc.constantFrom("insert", "delete", "double", "cut", "swap"),
    at: fc.nat(1_000_000),
    length: fc.oneof(fc.nat(8), fc.nat(300)),
    insert: inserts,
  });
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(step, { minLength: 1, maxLength: 6 }))
    .map(([seed, steps]) =>
      steps.reduce((whole, { does, at, length, insert }) => {
        const from = at % (whole.length + 1);
        const to = Math.min(whole.length, from + length);
        const [before, middle, after] = [
          slice(whole, 0, from),
          slice(whole, from, to),
          slice(whole, to, whole.length),
        ];
        switch (does) {
          case "insert":
            return concat([before, insert, middle, after]);
          case "delete":
            return concat([before, after]);
          case "double":
            return concat([before, middle, middle, middle, after]);
          case "cut":
            return before;
          default:
            return concat([before, insert, after]);
        }
      }, seed),
    );
}

/** A text; many are a piece over and over, which costs a parser that goes back and forth most. */
export function hostileText(seeds: readonly string[] = [], most = 20_000): fc.Arbitrary<string> {
  const pieces = seeds.length === 0 ? piece : fc.oneof(piece, fc.constantFrom(...seeds));
  const strings: fc.Arbitrary<string>[] = [
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc
      .tuple(fc.array(pieces, { minLength: 1, maxLength: 3 }), fc.nat(most), pieces)
      .map(([parts, length, end]) => {
        const part = parts.join("");
        return part.repeat(Math.floor(length / part.length)) + end;
      }),
  ];
  if (seeds.length > 0)
    strings.push(
      mutated(
        seeds,
        pieces,
        (text, from, to) => text.slice(from, to),
        (parts) => parts.join(""),
      ),
    );
  return fc.oneof(...strings);
}

/** Bytes of a file: sound ones, damaged. */
export function hostileBytes(seeds: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const inserts = fc.oneof(
    piece.map((text) => Buffer.from(text) as Uint8Array),
    fc.uint8Array({ maxLength: 12 }),
    fc.constantFrom(
      new Uint8Array([0xff, 0xfe]),
      new Uint8Array([0xed, 0xa0, 0x80]),
      new Uint8Array([0xff, 0xff, 0xff, 0xff]),
      new Uint8Array([0x80, 0, 0, 0]),
    ),
  );
  return fc.oneof(
    { weight: 6, arbitrary: mutated<Uint8Array>(seeds, inserts, sliceBytes, joinBytes) },
    { weight: 1, arbitrary: hostileText().map((text) => Buffer.from(text) as Uint8Array) },
  );
}

const sliceBytes = (bytes: Uint8Array, from: number, to: number) => bytes.subarray(from, to);
const joinBytes = (parts: Uint8Array[]) => Buffer.concat(parts) as Uint8Array;

/** What JSON.parse may give: with keys that every object inherits, and any of the texts above. */
export const hostileValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    hostileText([], 300),
    fc.constantFrom(null, true, false, 0, -1, 1, 1.5, 1e308, 2 ** 31, 2 ** 53, "", "1", [], {}),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(piece, fc.string({ maxLength: 8 })), tie("value")), {
        maxLength: 5,
      })
      .map(
        (entries) =>
          JSON.parse(
            `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? "null"}`).join(",")}}`,
          ) as unknown,
      ),
  ),
})).value;

/** A value that is nearly one of these: something within it is another, missing or there beside it. */
export function nearly(seeds: readonly unknown[]): fc.Arbitrary<unknown> {
  const step = fc.record({
    at: fc.nat(10_000),
    does: fc.constantFrom("replace", "delete", "add"),
    by: hostileValue,
    key: fc.oneof(piece, fc.constantFrom("0", "x")),
  });
  return fc.oneof(
    { weight: 1, arbitrary: hostileValue },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...seeds), fc.array(step, { minLength: 1, maxLength: 4 }))
        .map(([seed, steps]) => {
          const root: Record<string, unknown> = { root: JSON.parse(JSON.stringify(seed)) };
          for (const { at, does, by, key } of steps) {
            const places = placesIn(root);
            const [holder, name] = places[at % places.length]!;
            if (does === "replace" || holder === root) define(holder, name, by);
            else if (does === "add") define(holder, Array.isArray(holder) ? name : key, by);
            else if (Array.isArray(holder)) holder.splice(Number(name), 1);
            else delete (holder as Record<string, unknown>)[name];
          }
          return root["root"];
        }),
    },
  );
}

/** As JSON.parse does it: "__proto__" is a key like any other. */
function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function placesIn(value: unknown): [object, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): [object, string][] => [
    [value, name],
    ...placesIn(inner),
  ]);
}
