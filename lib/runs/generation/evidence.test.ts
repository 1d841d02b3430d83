import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVIDENCE_KINDS, readEvidenceDate, type Evidence } from "@/lib/runs/connections/evidence";
import { chooseEvidence, EVIDENCE_PRESETS, writeEvidence, type EvidenceRule } from "./evidence";

function evidence(given: Partial<Evidence>): Evidence {
  return {
    kind: "organic",
    source: null,
    date: null,
    dateText: null,
    title: null,
    snippet: null,
    highlight: null,
    question: null,
    url: null,
    rank: 1,
    ...given,
  };
}

const text = fc.option(
  fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("", " ", "a\nb", "x\n\nsource: y", "line\r\nquestion: z", "None"),
  ),
);
/** What a search may give: several of each kind, each rank of a kind once, few dates so that some are equal. */
const found = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...EVIDENCE_KINDS),
      source: text,
      date: fc.option(fc.constantFrom("2026-01-02", "2026-05-01", "2025-12-31", "2026-11-22")),
      dateText: fc.constant(null),
      title: text,
      snippet: text,
      highlight: text,
      question: fc.constant(null),
      url: fc.constant(null),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map((one, index): Evidence => ({ ...one, rank: index + 1 })));
const rule: fc.Arbitrary<EvidenceRule> = fc.record({
  organic: fc.nat(15),
  related: fc.nat(3),
  qa: fc.nat(3),
  graph: fc.boolean(),
  box: fc.boolean(),
  keep: fc.nat(15),
  order: fc.constantFrom("date", "rank", "random"),
});

describe("evidence", () => {
  it("is put together with the best nearest to the question: by kind, each kind reversed", () => {
    const all = EVIDENCE_KINDS.flatMap((kind) =>
      [2, 1, 3].map((rank) => evidence({ kind, rank, title: `${kind} ${rank}` })),
    );
    const { kept, cut } = chooseEvidence(all, {
      organic: 3,
      related: 2,
      qa: 1,
      graph: true,
      box: true,
      keep: 7,
      order: "rank",
    });
    expect(cut.map(({ title }) => title)).toEqual(["organic 3"]);
    expect(kept.map(({ title }) => title)).toEqual([
      "organic 2",
      "organic 1",
      "related 2",
      "related 1",
      "qa 1",
      "graph 1",
      "box 1",
    ]);
  });

  it("by date: undated first, so that dated results displace an undated answer box; equal dates stay", () => {
    const all = [
      evidence({ kind: "organic", rank: 1, title: "first", date: "2026-05-01" }),
      evidence({ kind: "organic", rank: 2, title: "second", date: "2026-05-01" }),
      evidence({ kind: "organic", rank: 3, title: "third", date: "2024-01-01" }),
      evidence({ kind: "box", title: "box" }),
    ];
    const { kept, cut } = chooseEvidence(all, { ...EVIDENCE_PRESETS["paper-gpt-4"], keep: 3 });
    expect(cut.map(({ title }) => title)).toEqual(["box"]);
    expect(kept.map(({ title }) => title)).toEqual(["third", "second", "first"]);
  });

  it("is never more than the rule says, in its order, and what was cut stands before it", () => {
    fc.assert(
      fc.property(found, rule, (list, by) => {
        const { kept, cut } = chooseEvidence(list, by, 7);
        const both = [...cut, ...kept];
        expect(kept.length).toBe(Math.min(by.keep, both.length));
        const count = (kind: Evidence["kind"]) => both.filter((one) => one.kind === kind).length;
        expect(count("organic")).toBeLessThanOrEqual(by.organic);
        expect(count("related")).toBeLessThanOrEqual(by.related);
        expect(count("qa")).toBeLessThanOrEqual(by.qa);
        expect(count("graph")).toBeLessThanOrEqual(by.graph ? 1 : 0);
        expect(count("box")).toBeLessThanOrEqual(by.box ? 1 : 0);
        expect(new Set(both).size).toBe(both.length);
        for (const one of both) {
          expect(list).toContain(one);
          expect(
            [one.source, one.date, one.title, one.snippet, one.highlight].join("").trim(),
          ).not.toBe("");
        }
        if (by.order === "date") {
          const dates = both.map(({ date }) => date ?? "");
          expect(dates).toEqual([...dates].sort());
        }
      }),
      { numRuns: 500 },
    );
  });

  it("by date is what stands by rank, stably sorted", () => {
    fc.assert(
      fc.property(found, rule, (list, by) => {
        const whole = { ...by, keep: 100 };
        const byRank = chooseEvidence(list, { ...whole, order: "rank" }).kept;
        const byDate = chooseEvidence(list, { ...whole, order: "date" }).kept;
        // Insertion sort: slow, plain and stable.
        const sorted: Evidence[] = [];
        for (const one of byRank) {
          let at = sorted.length;
          while (at > 0 && (sorted[at - 1]!.date ?? "") > (one.date ?? "")) at--;
          sorted.splice(at, 0, one);
        }
        expect(byDate).toEqual(sorted);
        const shuffled = chooseEvidence(list, { ...whole, order: "random" }, 3).kept;
        expect(new Set(shuffled)).toEqual(new Set(byRank));
        expect(chooseEvidence(list, { ...whole, order: "random" }, 3).kept).toEqual(shuffled);
      }),
    );
  });

  it("without a kind is what the others are", () => {
    fc.assert(
      fc.property(found, rule, fc.constantFrom(...EVIDENCE_KINDS), (list, by, kind) => {
        const without = { ...by, [kind]: kind === "graph" || kind === "box" ? false : 0 };
        // The random order has another number of pieces to order.
        fc.pre(by.order !== "random");
        expect(chooseEvidence(list, without)).toEqual(
          chooseEvidence(
            list.filter((one) => one.kind !== kind),
            by,
          ),
        );
      }),
    );
  });

  it("has the numbers of the paper and of its notebook", () => {
    const numbers = Object.values(EVIDENCE_PRESETS).map(({ organic, related, qa, keep }) => [
      organic,
      related,
      qa,
      keep,
    ]);
    expect(numbers).toEqual([
      [10, 2, 2, 5],
      [10, 3, 3, 10],
      [15, 3, 3, 15],
      [15, 2, 2, 5],
    ]);
  });
});

describe("the text of evidence", () => {
  it("is the prompt's", () => {
    expect(
      writeEvidence([
        evidence({ title: "No date", snippet: "A\nB" }),
        evidence({
          source: "example.org",
          date: "2026-11-03",
          title: "T",
          snippet: "S",
          highlight: "H | I",
        }),
      ]),
    ).toBe(
      "\n\nsource: None\ndate: None\ntitle: No date\nsnippet: A\n\tB\nhighlight: None" +
        "\n\nsource: example.org\ndate: Nov 03, 2026\ntitle: T\nsnippet: S\nhighlight: H | I",
    );
  });

  it("has five fields for each piece, whatever a page writes into it", () => {
    fc.assert(
      fc.property(found, (list) => {
        const lines = writeEvidence(list)
          .split("\n")
          .filter((line) => line !== "" && !line.startsWith("\t"));
        expect(lines.map((line) => line.split(":")[0])).toEqual(
          list.flatMap(() => ["source", "date", "title", "snippet", "highlight"]),
        );
      }),
    );
  });
});

it.each([
  ["Nov 3, 2026", "2026-11-03"],
  ["November 3, 2026", "2026-11-03"],
  ["Sept. 30, 2025", "2025-09-30"],
  ["3 Nov 2026", "2026-11-03"],
  ["3rd November 2026", "2026-11-03"],
  ["Nov 3rd 2026", "2026-11-03"],
  ["2026-11-03", "2026-11-03"],
  ["2026-11-03T09:10:11Z", "2026-11-03"],
  ["5 hours ago", "2026-03-31"],
  ["1 min ago", "2026-03-31"],
  ["an hour ago", "2026-03-31"],
  ["today", "2026-03-31"],
  ["Yesterday", "2026-03-30"],
  ["2 days ago", "2026-03-29"],
  ["3 weeks ago", "2026-03-10"],
  ["1 month ago", "2026-02-28"],
  ["13 months ago", "2025-02-28"],
  ["2 years ago", "2024-03-31"],
  ["2000 years ago", null],
  ["9999 years ago", null],
  ["2023", null],
  ["Nov 2026", null],
  ["Feb 30, 2026", null],
  ["2026-13-01", null],
  ["Foo 3, 2026", null],
  ["last week", null],
  ["", null],
])("the date %j is %s", (said, expected) =>
  expect(readEvidenceDate(said, "2026-03-31")).toBe(expected),
);
