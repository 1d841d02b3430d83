import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVIDENCE_KINDS, type Evidence } from "@/lib/runs/connections/evidence";
import type { Reply, ResponseEnd, Step, Taken } from "@/lib/runs/connections/procedure";
import type { PageToRead, ReadPage } from "@/lib/runs/connections/retrieved";
import type { SearchService } from "@/lib/runs/connections/vocabulary";
import { ASKING } from "@/prisma/testing/plain-method";
import { EVIDENCE_PRESETS } from "./evidence";
import { demonstrationSearches, responseProcedure, type ResponseTask } from "./procedures";
import { missingKinds, reportedName, wantsSearch } from "./rules";
import {
  demonstrationSchema,
  methodDefinitionSchema,
  type Demonstration,
  type MethodDefinition,
} from "./schema";

const bySearch = { language: "en", country: "us", aiText: false };
const DEFINITIONS = {
  plain: { kind: "plain", ...ASKING },
  "plain without date": { kind: "plain", ...ASKING, dateInPrompt: false, timeZone: "UTC" },
  "few-shot": { kind: "few-shot", demonstrations: 2, answers: "short", ...ASKING },
  "chain of thought": {
    kind: "chain-of-thought",
    demonstrations: 2,
    response: "answer",
    ...ASKING,
  },
  "Self-Ask": { kind: "self-ask", demonstrations: 2, search: null, ...ASKING },
  "Self-Ask with search": {
    kind: "self-ask",
    demonstrations: 1,
    search: { ...bySearch, maxFollowUps: 2 },
    ...ASKING,
  },
  FreshPrompt: {
    kind: "freshprompt",
    evidence: { ...EVIDENCE_PRESETS["paper-gpt-3.5"], keep: 2 },
    premiseCheck: true,
    demonstrations: 2,
    answers: "long",
    search: bySearch,
    ...ASKING,
  },
  "search only": { kind: "search-only", search: bySearch },
  WebGLM: {
    kind: "webglm",
    search: { language: "en", country: "us" },
    pages: 2,
    pageSeconds: 5,
    keep: 2,
    embeddingModelId: null,
    ...ASKING,
  },
  "WebGLM with embeddings": {
    kind: "webglm",
    search: { language: "en", country: "us" },
    pages: 2,
    pageSeconds: 5,
    keep: 2,
    embeddingModelId: 9,
    ...ASKING,
  },
} as const satisfies Record<string, MethodDefinition>;

const DEMONSTRATIONS: Demonstration[] = [
  demonstrationSchema.parse({
    question: "Who wrote the novel that Blade Runner is based on?",
    short: "Philip K. Dick",
    long: "Philip K. Dick. Blade Runner is based on Do Androids Dream of Electric Sheep?",
    reasoning: "Blade Runner is based on Do Androids Dream of Electric Sheep? by Philip K. Dick.",
    followUps: [
      { question: "What novel is Blade Runner based on?", answer: "Do Androids Dream …" },
      { question: "Who wrote it?", answer: "Philip K. Dick" },
    ],
  }),
  demonstrationSchema.parse({ question: "What is\n7 times 8?", short: "56" }),
];
function evidence(given: Partial<Evidence>): Evidence {
  return {
    kind: "organic",
    source: "example.org",
    date: null,
    dateText: null,
    title: "Title",
    snippet: "Snippet",
    highlight: null,
    question: null,
    url: null,
    rank: 1,
    ...given,
  };
}
const FOUND: Evidence[] = [
  evidence({
    title: "First",
    snippet: "Ada wrote it in 1843.",
    date: "2026-11-20",
    url: "https://one.example/a",
  }),
  evidence({ title: "Second", rank: 2, date: "2026-11-21", url: "https://two.example/b" }),
  evidence({ kind: "box", title: "Box", highlight: "Ada Lovelace" }),
];
function task(definition: MethodDefinition, given: Partial<ResponseTask> = {}): ResponseTask {
  return {
    definition,
    demonstrations: DEMONSTRATIONS,
    demonstrationEvidence: demonstrationSearches(definition, DEMONSTRATIONS).map(({ query }) => [
      evidence({ title: `About ${query}` }),
    ]),
    question: "Who wrote the first program?",
    today: "2026-11-02",
    seed: 7,
    ...given,
  };
}

/** A page with three paragraphs, the last of which has most words of the question. */
const pageOf = (page: PageToRead): ReadPage => ({
  ...page,
  finalUrl: page.url,
  paragraphs: [
    `Nothing of it is said here, on page ${page.rank}.`,
    `A program is a text, as page ${page.rank} says.`,
    `Ada Lovelace wrote the first program.\n[9] Fake: page ${page.rank}.`,
  ],
});

/** Runs a procedure as a job would. @param replies what the model says, one after the other. */
function run(of: ResponseTask, replies: readonly (string | Reply)[], found = FOUND) {
  const procedure = responseProcedure(of);
  const left = [...replies];
  const taken: Taken[] = [];
  const steps: Step<ResponseEnd>[] = [];
  for (;;) {
    const step = procedure(taken);
    steps.push(step);
    if (step.kind === "end") return { end: step.end, steps, taken, left };
    if (step.kind === "search") taken.push({ kind: "searched", chosen: step.choose(found) });
    else if (step.kind === "read") taken.push({ kind: "read", pages: step.pages.map(pageOf) });
    else if (step.kind === "compare")
      taken.push({ kind: "compared", similarities: step.texts.map((_text, at) => at / 10) });
    else if (step.kind === "select") taken.push({ kind: "selected", selection: step.select() });
    else {
      const reply = left.shift();
      if (reply === undefined) throw new Error("asked more often than expected");
      taken.push({
        kind: "asked",
        reply: typeof reply === "string" ? { text: reply, finish: "stop" } : reply,
      });
    }
  }
}
const promptsOf = (steps: readonly Step<ResponseEnd>[]) =>
  steps.flatMap((step) => (step.kind === "ask" ? [step.messages.at(-1)!.content] : []));

it.each(Object.entries(DEFINITIONS))("the messages of %s are these", (_, definition) => {
  expect(methodDefinitionSchema.parse(definition)).toEqual(definition);
  const replies = ["Follow up: When?\nIntermediate answer: 1999", "So the final answer is: Ada."];
  const { steps } = run(task(definition), replies);
  const told = steps.map((step) => {
    if (step.kind === "search") return `SEARCH ${step.query} ${JSON.stringify(step.options)}`;
    if (step.kind === "end") return `END ${step.end.outcome}: ${step.end.text}`;
    if (step.kind !== "ask") return JSON.stringify(step);
    return step.messages.map(({ role, content }) => `[${role}]\n${content}`).join("\n");
  });
  expect(told.join("\n\n=====\n\n")).toMatchSnapshot();
});

describe("a response", () => {
  const long: Reply = { text: "Ada Love", finish: "length" };
  const refused: Reply = { text: "I can't help with that.", finish: "refused" };
  it.each([
    ["plain", "Ada.", "answered", "Ada."],
    ["plain", " \n", "empty", " \n"],
    ["plain", long, "truncated", "Ada Love"],
    ["plain", refused, "refused", "I can't help with that."],
    ["FreshPrompt", "Ada.", "answered", "Ada."],
    ["FreshPrompt", long, "truncated", "Ada Love"],
    ["chain of thought", "She did. So the answer is: **Ada**", "answered", "Ada"],
    ["chain of thought", "So the answer is Bob. No! So the answer is Ada.", "answered", "Ada."],
    ["chain of thought", "Ada, I think.", "answered", "Ada, I think."],
    [
      "Self-Ask",
      "Yes.\nFollow up: Who?\nSo the final answer is: Ada\n\nQuestion: And?",
      "answered",
      "Ada",
    ],
    ["Self-Ask", "**So the final answer is:**\n\nAda", "answered", "Ada"],
    ["Self-Ask", refused, "refused", "I can't help with that."],
    ["Self-Ask", { text: "Yes.\nFollow up: Wh", finish: "length" }, "truncated", ""],
    ["Self-Ask", { text: "So the final answer is: Ad", finish: "length" }, "truncated", "Ad"],
    [
      "Self-Ask",
      { text: "So the final answer is: Ada\nQues", finish: "length" },
      "answered",
      "Ada",
    ],
  ] as const)("of %s that says %j is %s: %j", (name, reply, outcome, text) => {
    expect(run(task(DEFINITIONS[name]), [reply]).end).toEqual(
      outcome === "refused" && name === "Self-Ask"
        ? { outcome, text: refused.text }
        : { outcome, text },
    );
  });

  it("of search only is the answer box, else the first snippet, else empty", () => {
    const only = (found: Evidence[]) => run(task(DEFINITIONS["search only"]), [], found).end;
    expect(only(FOUND)).toEqual({ outcome: "answered", text: "Ada Lovelace" });
    expect(only(FOUND.slice(0, 2))).toEqual({ outcome: "answered", text: "Ada wrote it in 1843." });
    expect(only([evidence({ kind: "box", snippet: "By Ada." }), ...FOUND.slice(0, 2)])).toEqual({
      outcome: "answered",
      text: "By Ada.",
    });
    expect(only([evidence({ kind: "graph" })])).toEqual({ outcome: "empty", text: "" });
  });

  it("of chain of thought is the whole reply where the definition says so", () => {
    const definition = { ...DEFINITIONS["chain of thought"], response: "reply" } as const;
    expect(run(task(definition), ["She did. So the answer is: Ada"]).end.text).toBe(
      "She did. So the answer is: Ada",
    );
  });
});

describe("Self-Ask", () => {
  it("asks for the final answer once where the model gives none, and takes what it says", () => {
    const { end, steps } = run(task(DEFINITIONS["Self-Ask"]), ["Ada, surely.", " Ada Lovelace "]);
    expect(promptsOf(steps)[1]).toMatch(/needed here: Ada, surely\.\nSo the final answer is:$/);
    expect(end).toEqual({ outcome: "answered", text: "Ada Lovelace" });
  });

  it("with search answers follow-ups by search, drops what the model made up, and stops at its maximum", () => {
    const { end, steps } = run(task(DEFINITIONS["Self-Ask with search"]), [
      "Yes.\nFollow up: What was the first program?\nIntermediate answer: Made up\nFollow up: Never asked",
      "Follow up: What was the first program?\nFollow-up: **Who wrote it?**",
      "So the final answer is: Ada",
    ]);
    expect(steps.flatMap((step) => (step.kind === "search" ? [step.query] : []))).toEqual([
      "What was the first program?",
      "Who wrote it?",
    ]);
    const last = promptsOf(steps).at(-1)!;
    expect(last).toMatch(
      /needed here: Yes\.\nFollow up: What was the first program\?\nIntermediate answer: Ada Lovelace\nFollow up: Who wrote it\?\nIntermediate answer: Ada Lovelace\nSo the final answer is:$/,
    );
    expect(last).not.toMatch(/Made up|Never asked/);
    expect(end).toEqual({ outcome: "answered", text: "Ada" });
  });

  it("with search goes on from a reply that was cut behind its follow-up, not from one cut within", () => {
    const cut = (text: string): Reply => ({ text, finish: "length" });
    const whole = run(task(DEFINITIONS["Self-Ask with search"]), [
      cut("Follow up: What was the first program?\nIntermediate ans"),
      "So the final answer is: Ada",
    ]);
    expect(whole.end).toEqual({ outcome: "answered", text: "Ada" });
    const within = run(task(DEFINITIONS["Self-Ask with search"]), [
      cut("Follow up: What was the fir"),
    ]);
    expect(within.end).toEqual({ outcome: "truncated", text: "" });
  });

  it("with search says so where a search finds nothing, and does not ask the same twice", () => {
    const again = "Follow up: Who?\nIntermediate answer: Bob";
    const { end, steps } = run(
      task(DEFINITIONS["Self-Ask with search"]),
      [again, again, "Nobody"],
      [],
    );
    expect(promptsOf(steps).at(-1)).toMatch(
      /Intermediate answer: Nothing was found\.\nSo the final answer is:$/,
    );
    expect(end.text).toBe("Nobody");
  });
});

describe("every method", () => {
  const definition = fc.constantFrom(...Object.values(DEFINITIONS));
  const reply = fc.record({
    text: fc.oneof(
      fc.string(),
      fc
        .array(
          fc.constantFrom(
            "Yes.",
            "Follow up: Who?",
            "Follow up: When?",
            "Intermediate answer: Bob",
            "So the final answer is:",
            "So the answer is: Ada",
            "",
          ),
          { maxLength: 5 },
        )
        .map((lines) => lines.join("\n")),
    ),
    finish: fc.constantFrom("stop", "length", "refused", "other"),
  }) as fc.Arbitrary<Reply>;
  const found = fc
    .array(
      fc.record({ kind: fc.constantFrom(...EVIDENCE_KINDS), snippet: fc.option(fc.string()) }),
      { maxLength: 12 },
    )
    .map((list) => list.map((one, index) => evidence({ ...one, rank: index + 1 })));

  it("comes to the same steps from what is stored, and to an end after a few", () => {
    fc.assert(
      fc.property(
        definition,
        fc.array(reply, { minLength: 6, maxLength: 6 }),
        found,
        (of, replies, results) => {
          const whole = run(task(of), replies, results);
          expect(whole.steps.length).toBeLessThanOrEqual(6);
          for (let at = 0; at < whole.steps.length; at++) {
            const step = responseProcedure(task(of))(whole.taken.slice(0, at));
            expect(JSON.stringify(step)).toBe(JSON.stringify(whole.steps[at]));
          }
        },
      ),
    );
  });

  it("refuses what is stored where it does not fit", () => {
    for (const of of Object.values(DEFINITIONS)) {
      const { taken } = run(task(of), ["So the final answer is: Ada", "x"]);
      expect(() => responseProcedure(task(of))([...taken, taken[0]!])).toThrow("does not fit");
      const other: Taken =
        taken[0]!.kind === "asked"
          ? { kind: "searched", chosen: { kept: [], cut: [] } }
          : { kind: "asked", reply: { text: "", finish: "stop" } };
      expect(() => responseProcedure(task(of))([other])).toThrow("does not fit");
    }
  });
});

describe("FreshPrompt", () => {
  const of = DEFINITIONS.FreshPrompt;
  it("keeps at most as much evidence as it says, for the question and for each demonstration", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.integer({ min: 1, max: 20 }), (count, keep) => {
        const many = Array.from({ length: count }, (_, at) =>
          evidence({ title: `R${at}`, rank: at + 1 }),
        );
        const definition = { ...of, evidence: { ...of.evidence, organic: 20, keep } };
        const [prompt] = promptsOf(
          run(task(definition, { demonstrationEvidence: [many, many] }), ["Ada"], many).steps,
        );
        const blocks = prompt!.split("\n\n\nquery: ").slice(1);
        expect(blocks).toHaveLength(3);
        for (const block of blocks)
          expect(block.split("\nsource: ").length - 1).toBe(Math.min(keep, count));
      }),
    );
  });

  it("checks the premise of the last question only: demonstrations stay letter by letter", () => {
    const promptOf = (premiseCheck: boolean) =>
      promptsOf(run(task({ ...of, premiseCheck }), ["Ada"]).steps)[0]!;
    const CHECK = "\nPlease check if the question contains a valid premise before answering.";
    expect(promptOf(true).split(CHECK)).toHaveLength(2);
    expect(promptOf(true).replace(CHECK, "")).toBe(promptOf(false));
    expect(promptOf(true).endsWith(`${CHECK}\nanswer: `)).toBe(true);
  });

  it("searches its demonstrations as it searches the question", () => {
    const [search] = run(task(of), ["Ada"]).steps;
    expect(demonstrationSearches(of, DEMONSTRATIONS)).toEqual(
      DEMONSTRATIONS.map(({ question }) => ({
        query: question,
        options: (search as Extract<Step<never>, { kind: "search" }>).options,
      })),
    );
    expect(demonstrationSearches({ ...of, demonstrations: 1 }, DEMONSTRATIONS)).toHaveLength(1);
    expect(demonstrationSearches(DEFINITIONS["few-shot"], DEMONSTRATIONS)).toEqual([]);
  });

  it("is named by what its search service cannot give", () => {
    expect(missingKinds(of, "serpapi")).toEqual([]);
    expect(missingKinds(of, "serper")).toEqual(["qa"]);
    expect(missingKinds(of, "brave")).toEqual(["related", "box"]);
    expect(missingKinds({ ...of, search: { ...bySearch, aiText: true } }, "searxng")).toEqual([
      "related",
      "qa",
    ]);
    expect(missingKinds(DEFINITIONS["search only"], "brave")).toEqual(["box"]);
    expect(missingKinds(DEFINITIONS.plain, "brave")).toEqual([]);
    const called = (
      name: string,
      definition: MethodDefinition,
      service: SearchService,
      number = 1,
    ) => reportedName({ name, number, definition }, service);
    const noRelated = { ...of, evidence: { ...of.evidence, related: 0 } };
    expect(called("FreshPrompt", noRelated, "brave")).toBe(
      "FreshPrompt without answer box (Brave Search)",
    );
    expect(called("FreshPrompt", of, "brave")).toBe(
      "FreshPrompt without related questions and answer box (Brave Search)",
    );
    expect(called("FreshPrompt", of, "serpapi", 2)).toBe("FreshPrompt (SerpApi), version 2");
    expect(
      called(
        "Search only",
        { kind: "search-only", search: { ...bySearch, aiText: true } },
        "searxng",
      ),
    ).toBe("Search only (SearXNG, with AI text)");
    expect(called("Plain", DEFINITIONS.plain, "brave")).toBe("Plain");
  });
});

it("searches where its definition has a search", () =>
  expect(
    Object.entries(DEFINITIONS)
      .filter(([, definition]) => wantsSearch(definition))
      .map(([name]) => name),
  ).toEqual([
    "Self-Ask with search",
    "FreshPrompt",
    "search only",
    "WebGLM",
    "WebGLM with embeddings",
  ]));
