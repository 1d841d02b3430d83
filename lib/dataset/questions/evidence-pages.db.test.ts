import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { pageOf, pageQuery } from "./search";
import { cell } from "./sql";

afterAll(disconnect);

async function finds(source: string, page: string): Promise<boolean> {
  const [found] = await db.$queryRaw<{ is: boolean }[]>`
    SELECT evidence_pages(${source}) @@ ${pageQuery([page])}::tsquery AS is`;
  return found!.is;
}

const part = fc.string({
  unit: fc.constantFrom(..."abcXYZ019-_.~%?&=:'\"\\|!()*<>é東".split("")),
  minLength: 1,
  maxLength: 12,
});
const url = fc
  .record({
    scheme: fc.constantFrom("https://", "http://", "HTTPS://www.", "http://www.", ""),
    host: fc.constantFrom("example.org", "awww.example.com", "web.archive.org"),
    inner: fc.constantFrom("", "", "/https://www.other.net"),
    path: fc.array(fc.oneof(part, fc.constant("x".repeat(400))), { maxLength: 4 }),
    end: fc.constantFrom("", "/", "//", "#top", "/#:~:text=a%20b,c", `#${"f".repeat(900)}`),
  })
  .map(({ scheme, host, inner, path, end }) => scheme + [host + inner, ...path].join("/") + end);

test("every address of a source is found by its page, and by what its page begins with", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(url, { minLength: 1, maxLength: 60 }),
      fc.constantFrom("\n", "\r\n", " ", "\n\n\t", "\u00a0", "\u3000"),
      fc.nat(),
      fc.nat(),
      async (urls, separator, at, cut) => {
        const page = pageOf(urls[at % urls.length]!);
        const source = urls.join(separator);
        expect(await finds(source, page)).toBe(true);
        const letters = [...page];
        const beginning = letters.slice(0, Math.max(12, cut % letters.length)).join("");
        // Cut within the scheme of an address that stands in another one.
        if (!page.includes("https://") && !/w\.?$/.test(beginning))
          expect(await finds(source, beginning)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test.each(["", "no address", "example.org/other", "example.org/a/b/c"])(
  "a source has no other page: %j",
  async (source) => {
    expect(await finds(source, "example.org/a/b\u0027\\x")).toBe(false);
  },
);

test("a word as long as a cell may be is indexed", async () => {
  const [{ words } = { words: 0 }] = await db.$queryRaw<{ words: number }[]>`
    SELECT length(evidence_pages(${`https://example.org/${"東".repeat(90_000)} https://example.org/b`})) AS words`;
  expect(words).toBe(2);
});

test.each([
  ["letters that are longer in lower case", [`https://example.org/${"Ⱥ".repeat(710)}`]],
  [
    "blanks that are no spaces",
    ["a", "b", "c", "d"].map((letter) => `https://example.org/${letter.repeat(1_500)}`),
  ],
])("no word is too long to be found: %s", async (_, urls) => {
  for (const blank of ["\u3000", "\u00a0", "\v", "\f", "\n"])
    for (const url of urls) {
      const page = pageOf(url);
      expect(await finds(urls.join(blank), page)).toBe(true);
      expect(await finds(urls.join(blank), page.slice(0, 40))).toBe(true);
    }
});

test("the source cell of revisions is the one that is indexed", async () => {
  const plan = await db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    return tx.$queryRaw<{ "QUERY PLAN": string }[]>`
      EXPLAIN SELECT id FROM revisions r WHERE evidence_pages(${cell("r", "source")}) @@ ${pageQuery(["example.org/a"])}::tsquery`;
  });
  expect(JSON.stringify(plan)).toContain("revisions_evidence_pages_idx");
});
