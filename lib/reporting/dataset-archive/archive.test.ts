import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { archiveParts } from "./archive";
import type { DatasetFacts } from "./facts";
import { ARCHIVE_VERSION, semanticVersion } from "./vocabulary";

const undefinedAlpha = {
  value: null,
  low: null,
  high: null,
  n: 0,
  method: "Krippendorff’s alpha",
  undefinedBecause: "No unit was rated by two raters.",
};
const FACTS: DatasetFacts = {
  name: "FreshQA_v04072025",
  day: "2025-04-07",
  publishedOn: "2025-04-08",
  notes: "New answers.",
  sha256: "a".repeat(64),
  byteSize: 4,
  questionCount: 3,
  counts: [{ category: "fast-changing", hops: "one-hop", split: "TEST", count: 3 }],
  splits: [{ split: "TEST", count: 3 }],
  reviews: [{ policy: "frequently", count: 3 }],
  license: { license: "CC-BY-4.0", holder: "FreshLLMs", url: "https://example.org/by" },
  previous: "FreshQA_v03312025",
  work: { imported: 2, edits: 7, writers: 2, verifications: 1, verifiers: 1 },
  ratings: {
    day: "2025-04-20",
    state: "1.2.3.4.5.6.7",
    judgments: 4,
    responses: 2,
    raters: 2,
    runs: 1,
    each: [2, 2],
    adjudicated: 1,
    alpha: {
      relaxed: {
        ...undefinedAlpha,
        value: 0.8123,
        low: 0.5,
        high: 0.91,
        n: 2,
        undefinedBecause: null,
      },
      strict: undefinedAlpha,
    },
    evaluators: ["FreshEval"],
  },
  address: "https://freshqa.example.org/public/releases/FreshQA_v04072025",
};

async function filesOf(facts: DatasetFacts): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  async function* bytes() {
    yield Buffer.from("abcd");
  }
  for await (const { path, content } of archiveParts(facts, {
    csv: bytes,
    rows: () => ({ bytes: bytes(), found: () => ({ byteSize: 4, sha256: "b".repeat(64) }) }),
    task: (split) => `split: ${split}\n`,
    terms: async () => "Full text.\n",
  }))
    files.set(
      path,
      typeof content === "string" ? content : String(await buffer(Readable.from(content))),
    );
  return files;
}

it("says what people did in sentences", async () => {
  const card = (await filesOf(FACTS)).get("README.md")!;
  for (const sentence of [
    "Imported from files: 2. Written in FreshQA Workbench: 1. Revisions written by people there: 7, by 2 people. Before the release, 1 person checked answers against evidence 1 time.",
    "Through 2025-04-20 (UTC; report state 1.2.3.4.5.6.7), 2 raters gave 4 ratings of 2 responses from 1 run. Krippendorff’s alpha: Relaxed 0.81 (2 responses with two or more ratings, 95% interval 0.500 to 0.910); Strict undefined (No unit was rated by two raters.). An adjudicator settled 1 response.",
    "2 people who wrote or revised questions and 2 people who rated responses.",
    "Automatic evaluators that also judged responses: FreshEval.",
    "frequently: 3",
  ])
    expect(card).toContain(sentence);
});

it("takes the first split for its task where there is no TEST", async () => {
  const splits = [{ split: "DEV" as const, count: 3 }];
  expect((await filesOf({ ...FACTS, splits })).get("eval.yaml")).toContain("split: dev\n");
  expect((await filesOf(FACTS)).get("eval.yaml")).toContain("split: test\n");
});

it("gives a release's day as a version without leading zeros", () => {
  expect(semanticVersion("2025-04-07")).toBe("2025.4.7");
});

it("an archive of this version has these files: raise ARCHIVE_VERSION with any change of them", async () => {
  const hash = createHash("sha256");
  for (const [path, content] of await filesOf(FACTS)) hash.update(path + content);
  expect({
    version: ARCHIVE_VERSION,
    hash: hash.digest("hex").slice(0, 12),
  }).toMatchInlineSnapshot(`
    {
      "hash": "98af2157d79b",
      "version": 3,
    }
  `);
});
