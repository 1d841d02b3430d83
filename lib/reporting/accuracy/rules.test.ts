import { describe, expect, it } from "vitest";
import { accuracyOf, accuracyRow, type AccuracyMeasure } from "./accuracy-table";
import { groupRuns } from "./groups";
import {
  asideNotes,
  basisNotes,
  changedNotes,
  spokenForByMode,
  spokenFor,
  selfContainedNotes,
  inputNotes,
  captionNotes,
  cutoffOf,
  groupNotes,
  labelRuns,
  parameters,
  rangeInWords,
  rangeIntervalInWords,
  shareInWords,
  staleByMode,
  staleOf,
  type StaleCounts,
} from "./rules";
import { accuracyRequest, type AccuracyReportRow, type AccuracyRequest } from "./schema";
import { formatPoints } from "@/lib/platform/numbers";
import { countedAside, reportInputs } from "@/prisma/testing/report-inputs";

describe("the paper's columns of a model", () => {
  it.each([
    ["2021-09", null, null, "2021"],
    ["2021-09", true, false, "2021+"],
    ["2021-09", false, false, "2021"],
    ["2021-09", true, true, "UTD"],
    ["", null, true, "UTD"],
    ["", true, null, ""],
    ["", null, null, ""],
  ])(
    "cutoff %s, told the date %s, search %s: %s",
    (knowledgeCutoff, dateInPrompt, hasWebSearch, cutoff) =>
      expect(cutoffOf({ knowledgeCutoff, dateInPrompt, hasWebSearch })).toBe(cutoff),
  );

  it.each([
    ["175B", 175e9],
    ["8x7B", 56e9],
    ["770M", 770e6],
    ["1.5 T", 1.5e12],
    ["N/A", null],
    ["", null],
    ["large", null],
  ])("size %s sorts as %s parameters", (size, number) => expect(parameters(size)).toBe(number));
});

describe("the name of a run in a report", () => {
  const run = (model: string, name: string, release: string) => ({
    runId: 1,
    modelId: 1,
    model,
    run: name,
    release,
    size: "",
    cutoff: "",
    generatedBy: null,
    dateInPrompt: null,
    hasWebSearch: null,
    sha256: "",
    publishedAt: "",
  });
  const labels = (...runs: ReturnType<typeof run>[]) => labelRuns(runs).map(({ label }) => label);
  it("is the model's where that is enough", () =>
    expect(labels(run("A", "x", "r"), run("B", "x", "r"))).toEqual(["A", "B"]));
  it("has the run's name where a model is there twice", () =>
    expect(labels(run("A", "x", "r"), run("A", "y", "r"), run("B", "x", "r"))).toEqual([
      "A · x",
      "A · y",
      "B",
    ]));
  it("has the release where the runs are called alike", () =>
    expect(labels(run("A", "x", "r"), run("A", "x", "s"))).toEqual(["A · r", "A · s"]));
  it("has all of it where nothing less tells them apart", () =>
    expect(
      new Set(
        labels(run("A", "x", "r"), run("A", "y", "r"), run("A", "x", "s"), run("A", "y", "s")),
      ).size,
    ).toBe(4));
});

describe("a report's address", () => {
  /** A request as its address says it. */
  const again = (request: AccuracyRequest) =>
    accuracyRequest.parse(Object.fromEntries(new URLSearchParams(accuracyRequest.query(request))));

  it("names every parameter and is read back as the same request", () => {
    const request = accuracyRequest.parse({
      runs: "3,1,3",
      campaign: "4",
      split: "TEST",
      category: ["false-premise", "slow-changing"],
      hops: "multi-hop",
      year: "2024",
      rule: "excluded",
      evaluator: "2",
      state: "1.2.3.4",
    });
    expect(request.runs).toEqual([3, 1]);
    expect(again(request)).toEqual(request);
    const plain = accuracyRequest.parse({
      runs: ["7"],
      campaign: "",
      hops: "",
      evaluator: "",
      year: "",
    });
    expect(plain).toMatchObject({
      campaign: null,
      split: "all",
      category: [],
      hops: null,
      year: 2022,
      rule: "majority",
      verdicts: "people",
      evaluator: null,
      state: null,
    });
    expect(accuracyRequest.query(plain)).toBe(
      "runs=7&questions=rated&campaign=all&split=all&year=2022&rule=majority&verdicts=people&truth=release&gold=count",
    );
  });

  it("says whose verdicts count; without a source, an evaluator means its own", () => {
    const choice = (address: Record<string, string>) => {
      const { verdicts, evaluator } = accuracyRequest.parse({ runs: "1", ...address });
      return { verdicts, evaluator };
    };
    const people = { verdicts: "people", evaluator: null };
    expect(choice({})).toEqual(people);
    expect(choice({ evaluator: "2" })).toEqual({ verdicts: "automatic", evaluator: 2 });
    expect(choice({ verdicts: "people", evaluator: "2" })).toEqual(people);
    for (const verdicts of ["automatic", "people-else-automatic"] as const) {
      const chosen = { verdicts, evaluator: 2 };
      expect(choice({ verdicts, evaluator: "2" })).toEqual(chosen);
      const request = accuracyRequest.parse({ runs: "1", ...chosen });
      expect(again(request)).toMatchObject(chosen);
    }
  });

  it.each([
    {},
    { runs: "" },
    { runs: "a" },
    { runs: "0" },
    { runs: "1", split: "DEMO" },
    { runs: "1", year: "22" },
    { runs: "1", state: "now" },
    { runs: "1", campaign: "none" },
    { runs: "1", category: "fast" },
    { runs: "1", verdicts: "automatic" },
    { runs: "1", verdicts: "people-else-automatic", evaluator: "" },
    { runs: "1", verdicts: "program", evaluator: "2" },
  ])("is refused rather than read as another one: %j", (input) => {
    expect(accuracyRequest.schema.safeParse(input).success).toBe(false);
  });
});

describe("numbers in words", () => {
  it("have signs where they are differences", () =>
    expect([0.031, -0.005, 0, 0.0001, null].map(formatPoints)).toEqual([
      "+3.1",
      "−0.5",
      "0.0",
      "0.0",
      "–",
    ]));
  it("have their interval and n", () => {
    expect(shareInWords(accuracyOf(81, 100))).toBe("81.0% (72.2 to 87.5), n = 100");
    expect(shareInWords(accuracyOf(34, 46, 5))).toBe(
      "73.9% (59.7 to 84.4), n = 46; 5 excluded: 66.7 to 76.5 (95% CI 53.0 to 86.0)",
    );
    expect(shareInWords(accuracyOf(0, 0))).toBe("no verdict");
    expect(shareInWords({ ...accuracyOf(0, 0), outside: 20 })).toBe("not comparable");
  });
});

describe("what numbers leave out", () => {
  const stale = (numbers: Record<string, [stale: number, n: number]>): StaleCounts => ({
    numbers: Object.entries(numbers).map(([label, [count, n]]) => ({ label, stale: count, n })),
    unit: "response",
    each: "run",
  });
  const inputs = reportInputs({ releases: [{ name: "FreshQA_v1", sha256: "" }] });

  it("is said once where every run has the same, and run by run where not", () => {
    const rows = [
      { label: "A", aside: countedAside({ goldCounted: 1 }) },
      { label: "B", aside: countedAside({}) },
    ];
    expect(asideNotes(rows, stale({ A: [8, 80], B: [8, 80] }))).toEqual([
      "Stale (answers have changed in the dataset since): 8 of 80 responses (10.0%) in each run.",
      "Gold responses counted: A 1.",
    ]);
    expect(asideNotes([{ label: "A", aside: countedAside({}) }], stale({ A: [0, 80] }))).toEqual(
      [],
    );
  });

  it("counts what is stale within the n of each number", () => {
    const words = (counts: StaleCounts) => captionNotes(inputs, counts).slice(3);
    expect(words(stale({ A: [5, 74], B: [0, 74], C: [1, 1] }))).toEqual([
      "Stale (answers have changed in the dataset since): A 5 of 74 responses (6.8%); C 1 of 1 response (100.0%).",
    ]);
    // As many of different numbers are not the same.
    expect(words(stale({ A: [5, 74], B: [5, 75] }))).toEqual([
      "Stale (answers have changed in the dataset since): A 5 of 74 responses (6.8%); B 5 of 75 responses (6.7%).",
    ]);
    expect(words(stale({ A: [5, 74] }))).toEqual([
      "Stale (answers have changed in the dataset since): 5 of 74 responses (6.8%).",
    ]);
    expect(words(stale({ A: [0, 74] }))).toEqual([]);
  });

  it("has what is stale of the very column and measure that stands beside it", () => {
    const said = { falsePremise: false, factType: "slow-changing", hops: "one-hop" } as const;
    const count = {
      ...said,
      effectiveYear: null,
      rated: true,
      automatic: false,
      ratedIn: 0,
      late: false,
    };
    const accuracy = accuracyRow([
      { ...count, relaxed: true, strict: true, stale: false, questions: 40 },
      { ...count, relaxed: true, strict: false, stale: true, questions: 3 },
      // Their raters differ in Strict mode.
      { ...count, relaxed: true, strict: null, stale: true, questions: 2 },
      // Changed too, but without a verdict.
      { ...count, rated: false, relaxed: null, strict: null, stale: true, questions: 136 },
    ]);
    const row = { label: "A", accuracy };
    const numbers = (measure: AccuracyMeasure) => staleOf([row], measure).numbers[0];
    expect(numbers("relaxed")).toEqual({ label: "A", stale: 5, n: 45 });
    expect(numbers("strict")).toEqual({ label: "A", stale: 3, n: 43 });
    expect(numbers("gap")).toEqual({ label: "A", stale: 3, n: 43 });
    expect(accuracy.fp.relaxed.stale).toBe(0);
    expect(captionNotes(inputs, staleByMode(row)).slice(3)).toEqual([
      "Stale (answers have changed in the dataset since): Relaxed 5 of 45 responses (11.1%); Strict 3 of 43 responses (7.0%).",
    ]);
  });

  describe("of estimates", () => {
    const count = { effectiveYear: null, factType: "slow-changing", hops: "one-hop" } as const;
    const said = { automatic: false, stale: false, ratedIn: 0, late: false };
    const none = { ...count, rated: false, relaxed: null, strict: null, falsePremise: false };
    /** A run with as many rated as there are of one stratum, and other questions that are not covered. */
    const row = (label: string, { rated = 20, uncovered = 0, late = 0, changed = 0 }) => ({
      label,
      accuracy: accuracyRow(
        [
          {
            ...count,
            ...said,
            falsePremise: false,
            rated: true,
            relaxed: true,
            strict: true,
            questions: rated,
          },
          { ...none, ...said, falsePremise: true, questions: uncovered },
          { ...none, ...said, late: true, questions: late },
          { ...none, ...said, ratedIn: null, questions: changed },
        ],
        2022,
        "estimate",
      ),
    });
    type Row = ReturnType<typeof row>;
    const report = (rows: readonly Row[]) => ({
      inputs: {
        ...inputs,
        basis: "estimate" as const,
        questions: "rated" as const,
        standard: null,
        sampledSplits: [],
        campaign: { id: 1, name: "Study", followUps: 0 },
      },
      rows: rows as unknown as AccuracyReportRow[],
    });
    const words = (...rows: Row[]) => basisNotes(report(rows), "relaxed");

    it.each([
      ["20 questions", [{}, {}]],
      // Of the very same responses: what differs is what the ratings cover.
      ["the questions covered in each run (20 to 24)", [{}, { rated: 24 }, { rated: 21 }]],
      ["20 questions", [{}, { rated: 0 }]],
    ])("names how many questions they are for: %s", (population, rows) =>
      expect(words(...rows.map((one) => row("A", one)))[0]).toBe(
        `Estimates for ${population} from the random sample of the campaign Study, stratified by category and hops: each stratum weighted by its size, 95% CI with finite population correction (Wilson at the effective sample size). n is the sample’s.`,
      ),
    );

    it("are none where nothing was rated", () =>
      expect(words(row("A", { rated: 0 }))).toEqual([
        "No estimate: no sampled response has a verdict.",
      ]));

    it.each([
      ["uncovered", "Not covered, as their strata have no rated response"],
      ["late", "Not covered, as the responses came after the sample was drawn"],
    ] as const)("names the runs with questions that a sample does not cover: %s", (why, lead) => {
      const without = (label: string, questions: number) => row(label, { [why]: questions });
      const more = (...rows: Row[]) => words(...rows).slice(1);
      expect(more(without("A", 0), without("B", 4), without("C", 1))).toEqual([
        `${lead}: B 4 questions; C 1 question.`,
      ]);
      expect(more(without("A", 4), without("B", 4))).toEqual([`${lead}: 4 questions in each run.`]);
      expect(more(without("A", 4))).toEqual([`${lead}: 4 questions.`]);
      expect(more(without("A", 0), without("B", 0))).toEqual([]);
    });

    it("has what changed at the caption, and of what stands by itself which questions it is for", () => {
      const rows = [row("A", { changed: 5 }), row("B", { rated: 24, changed: 1 })];
      expect(changedNotes(report(rows), "relaxed")).toEqual([
        "Not covered, as their answers have changed since they were rated (range: the percentage if none of them got credit, and if all did): A 5 questions, range 80.0 to 100.0 (95% CI 80.0 to 100.0); B 1 question, range 96.0 to 100.0 (95% CI 96.0 to 100.0).",
      ]);
      // Where parts are shown, these leave out questions of their own.
      expect(spokenFor(rows, "relaxed", ["all"]).parts).toBe(false);
      expect(spokenFor(rows, "relaxed", ["all", "vpSlow"]).parts).toBe(true);
      expect(
        selfContainedNotes(
          report(rows).inputs,
          staleOf(rows, "relaxed"),
          spokenFor(rows, "relaxed", ["vpSlow"]),
        ),
      ).toContain("Each category leaves out questions of its own; the CSV file has the numbers.");
      const alone = (some: readonly Row[]) =>
        selfContainedNotes(
          report(some).inputs,
          staleOf(some, "relaxed"),
          spokenFor(some, "relaxed"),
        );
      expect(alone(rows).slice(0, 2)).toEqual([
        "Estimated from a random sample; questions covered: A 20; B 24.",
        "Not covered, as their answers have changed since they were rated: A 5 questions; B 1 question.",
      ]);
      expect(alone([row("A", {})])[0]).toBe(
        "Estimated from a random sample; questions covered: 20.",
      );
      expect(
        selfContainedNotes(
          report(rows).inputs,
          staleByMode(rows[0]!),
          spokenForByMode(rows[0]!),
        ).slice(0, 2),
      ).toEqual([
        "Estimated from a random sample; questions covered: 20 in each mode.",
        "Not covered, as their answers have changed since they were rated: 5 questions in each mode.",
      ]);
    });
  });

  it.each([
    ["all", [], "all in the release"],
    ["all", ["TEST"], "split TEST, from which the sample was drawn"],
    ["all", ["DEV", "TEST"], "splits DEV and TEST, from which the sample was drawn"],
    ["TEST", ["DEV", "TEST"], "split TEST"],
    ["DEV", ["TEST"], "split DEV, from which the sample was not drawn"],
    ["DEV", [], "split DEV"],
  ] as const)("says which questions it is about: %s of %j", (split, sampledSplits, words) =>
    expect(inputNotes({ ...inputs, split, sampledSplits }).join(" ")).toContain(
      `; questions: ${words}.`,
    ),
  );

  it("has responses without an automatic verdict as counts, with their ends where these are known, and inconsistent ones", () => {
    const found = countedAside({
      automaticOtherAnswers: { verdicts: 4, responses: 1 },
      unjudged: {
        relaxed: {
          responses: 3,
          ends: [
            { end: "unparsed", responses: 2 },
            { end: "truncated", responses: 1 },
          ],
        },
        strict: { responses: 1, ends: null },
      },
      inconsistent: 2,
    });
    expect(asideNotes([{ label: "A", aside: found }], stale({}))).toEqual([
      "Automatic verdicts made with different correct answers are not counted: 4 verdicts (1 response with no other).",
      "Responses without an automatic verdict, not counted as incorrect: Relaxed 3 (2 unparsed, 1 truncated), Strict 1.",
      "Inconsistent automatic verdicts (Strict without Relaxed credit), counted as given: 2 responses.",
    ]);
  });

  it("goes with the caption as far as the numbers go by it: correct answers, gold and what is stale", () => {
    expect(captionNotes(inputs, stale({ A: [1, 4] }))).toEqual([
      "Verdicts by human raters.",
      "Correct answers from: release FreshQA_v1 (default).",
      "Gold responses count by their gold verdict.",
      "Stale (answers have changed in the dataset since): 1 of 4 responses (25.0%).",
    ]);
    // An evaluator judges gold responses like all others.
    const evaluator = { id: 1, name: "FreshEval, version 2", family: "FreshEval", version: 2 };
    expect(captionNotes({ ...inputs, verdicts: "automatic", evaluator }, stale({}))).toEqual([
      "Automatic verdicts by FreshEval, version 2.",
      "Correct answers from: release FreshQA_v1 (default).",
    ]);
    expect(
      captionNotes({ ...inputs, verdicts: "people-else-automatic", evaluator }, stale({})),
    ).toEqual([
      "Verdicts by human raters; automatic verdicts by FreshEval, version 2 for responses that no one rated.",
      "Correct answers from: release FreshQA_v1 (default).",
      "Gold responses count by their gold verdict.",
    ]);
  });

  it("has a range only where something is left out", () => {
    const words = (found: ReturnType<typeof accuracyOf>) => [
      rangeInWords(found),
      rangeIntervalInWords(found),
    ];
    expect(words(accuracyOf(34, 46, 5))).toEqual(["66.7 to 76.5", "53.0 to 86.0"]);
    expect(words(accuracyOf(23, 46))).toEqual(["–", "–"]);
    // Nine responses of a sample have no interval, and neither has their range.
    const few = { ...accuracyOf(4, 8, 1), rangeLow: null, rangeHigh: null };
    expect(words(few)).toEqual(["44.4 to 55.6", "–"]);
    expect(shareInWords(few)).toMatch(/1 excluded: 44\.4 to 55\.6$/);
  });
});

describe("what a leaderboard says of its groups", () => {
  /** Of runs on so many common questions, all with credit. */
  const notes = (shared: Record<string, number>) => {
    const pairs = Object.entries(shared).map(([names, both]) => ({
      first: Number(names[0]),
      second: Number(names[1]),
      counts: { both, onlyFirst: 0, onlySecond: 0, neither: 0 },
      stale: 0,
      otherAnswers: 0,
    }));
    const runs = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
    return groupNotes(groupRuns(runs, pairs));
  };
  const group =
    "Group: runs that share a letter were all tested against each other and do not differ significantly at the 5% level. Runs without a common letter differ";
  const tested =
    "tested, each on the questions for which both have a verdict by the same correct answers: McNemar’s exact test, two-sided; p (Holm):";

  it("are true counts of the pairs that are tested and of those that are not comparable", () => {
    expect(notes({ 12: 10, 13: 20, 23: 30 })).toEqual([
      `${group}.`,
      `All 3 pairs are ${tested} adjusted by Holm for the 3 tests of this table together.`,
    ]);
    expect(notes({ 12: 10, 13: 20, 23: 9 })).toEqual([
      `${group} or are not comparable.`,
      `2 of 3 pairs are ${tested} adjusted by Holm for the 2 tests of this table together.`,
      "1 pair is not comparable: fewer than 10 questions with a verdict for both by the same correct answers.",
    ]);
    expect(notes({ 12: 10, 13: 0, 23: 9 })).toEqual([
      `${group} or are not comparable. –: not comparable with any other run.`,
      `1 of 3 pairs is ${tested} no other tests in this table to adjust for.`,
      "2 pairs are not comparable: fewer than 10 questions with a verdict for both by the same correct answers.",
    ]);
    expect(notes({ 12: 30 })).toEqual([
      `${group}.`,
      "The two runs are tested on the questions for which both have a verdict by the same correct answers: McNemar’s exact test, two-sided; p (Holm): no other tests in this table to adjust for.",
    ]);
    expect(notes({ 12: 0 })).toEqual([
      "No groups: no two runs are comparable.",
      "1 pair is not comparable: fewer than 10 questions with a verdict for both by the same correct answers.",
    ]);
    expect(notes({})).toEqual([]);
  });

  it("say so where runs or groups are too many", () => {
    const groups = { pairs: null, least: 10, letters: null };
    expect(groupNotes(groups)).toEqual(["Too many runs for groups: compare two runs at a time."]);
    const runs = Array.from({ length: 53 }, (_, at) => at);
    // Each differs from all others.
    const pairs = runs.flatMap((first) =>
      runs.slice(first + 1).map((second) => ({
        first,
        second,
        counts: { both: 0, onlyFirst: 100, onlySecond: 0, neither: 0 },
        stale: 0,
        otherAnswers: 0,
      })),
    );
    expect(groupNotes(groupRuns(runs, pairs))[0]).toBe(
      "Too many groups for letters: see the pairs of runs.",
    );
  });
});
