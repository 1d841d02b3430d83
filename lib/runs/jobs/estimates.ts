import { countOf, formatCount, formatDollars } from "@/lib/platform/format";
import { mostAsks } from "@/lib/runs/evaluators/judging";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import { MOST_COMPARED } from "@/lib/runs/generation/paragraphs";
import type { DefinitionOf, MethodDefinition } from "@/lib/runs/generation/schema";
import type { Comparison } from "@/lib/runs/principles/schema";
import type { JobKind } from "./vocabulary";

/*
 * What a job is expected to take before anything of it is asked. Pure.
 */

interface Span {
  least: number;
  most: number;
}

/** What an item takes: calls of a model, and searches. */
export interface ItemSteps {
  calls: Span;
  searches: Span;
  /** How many of the calls tokens, cost and time are estimated for: those of replies that need not be asked for again. */
  counted: Span;
  /** Characters by which the prompt of each further call is longer than the one before. */
  growth: number;
}

/** Assumed of a follow-up question of Self-Ask with its answer, in characters. */
const FOLLOW_UP_CHARACTERS = 300;

/** How many calls and searches one item takes, retries of failures aside. */
export function stepsOf(
  definition: MethodDefinition | EvaluatorDefinition,
  kind: JobKind,
): ItemSteps {
  const none = { least: 0, most: 0 };
  const one = { least: 1, most: 1 };
  const steps = (calls: Span, searches: Span, growth = 0): ItemSteps => ({
    calls,
    searches,
    counted: calls,
    growth,
  });
  if (kind !== "generate") {
    const most = mostAsks(definition as EvaluatorDefinition);
    // Both orders.
    if (kind === "compare")
      return { ...steps({ least: 2, most: 2 * most }, none), counted: { least: 2, most: 2 } };
    return { ...steps({ least: 1, most }, none), counted: one };
  }
  const method = definition as MethodDefinition;
  switch (method.kind) {
    case "plain":
    case "few-shot":
    case "chain-of-thought":
      return steps(one, none);
    case "freshprompt":
      return steps(one, one);
    case "webglm": {
      const compares = method.embeddingModelId !== null;
      const calls = { least: compares ? 2 : 1, most: compares ? 2 : 1 };
      return { ...steps(calls, one), counted: one };
    }
    case "search-only":
      return steps(none, one);
    case "self-ask": {
      const { search } = method;
      // The final answer may have to be asked for by itself, behind what the model said so far.
      if (search === null)
        return steps({ least: 1, most: 2 }, none, method.maxTokens * ASSUMED.charactersPerToken);
      const { maxFollowUps } = search;
      const calls = { least: 1, most: maxFollowUps + 1 };
      return steps(calls, { least: 0, most: maxFollowUps }, FOLLOW_UP_CHARACTERS);
    }
  }
}

/** How much evidence a search brings into a prompt, on average or as is usual. */
export interface UsualEvidence {
  /** Of each search. */
  pieces: number;
  /** Of each search, in the prompt. */
  characters: number;
  /** Of how many stored searches of the connection it is the average; 0: none are stored, and usual sizes are assumed. */
  of: number;
}

/** Assumed of a paragraph of a page, in a prompt or compared with the question. */
const PARAGRAPH_CHARACTERS = 500;

/** What a method that reads pages brings into a prompt. */
export function usualParagraphs({ keep }: DefinitionOf<"webglm">): UsualEvidence {
  return { pieces: keep, characters: keep * PARAGRAPH_CHARACTERS, of: 0 };
}

/** Assumed of a piece of evidence in a prompt: a title and a snippet of two lines, with the names of the fields. */
const PIECE_CHARACTERS = 350;

/**
 * @param stored the evidence that stored searches would bring: how many pieces, and how many characters in the prompt.
 * @param most pieces that the method takes.
 */
export function usualEvidence(
  stored: readonly { pieces: number; characters: number }[],
  most: number,
): UsualEvidence {
  const of = stored.length;
  if (of === 0) return { pieces: most, characters: most * PIECE_CHARACTERS, of };
  const average = (sum: number) => Math.round(sum / of);
  return {
    pieces: average(stored.reduce((sum, { pieces }) => sum + pieces, 0)),
    characters: average(stored.reduce((sum, { characters }) => sum + characters, 0)),
    of,
  };
}

/** What the last calls of the same model took, on average. */
export interface Experience {
  charactersPerToken: number;
  outputTokens: number | null;
  durationMs: number;
}

/** Assumed where a model was never asked. */
const ASSUMED: Experience = { charactersPerToken: 4, outputTokens: null, durationMs: 5_000 };

export interface Estimate {
  calls: Span;
  /** Requests to the search service; what is stored is not asked for again. */
  searches: Span;
  searchesStored: number;
  /** The calls that tokens, cost and time are of. */
  counted: Span;
  inputTokens: Span;
  outputTokens: Span;
  /** Of paragraphs that are compared by embeddings; null: none are. */
  embeddingTokens: Span | null;
  /** US dollars, of the counted calls and the searches; null: a price is missing. */
  cost: Span | null;
  durationMs: Span;
  /** Whether tokens and time follow from earlier calls of the model, or are assumed. */
  basis: "earlier calls" | "assumed";
  charactersPerToken: number;
  /** Evidence that is estimated in each prompt, and of how many searches that are not stored; null: none is. */
  evidence: (UsualEvidence & { searches: number }) | null;
}

/** Each search takes about a second. */
const SEARCH_MS = 1_000;

export function estimate(given: {
  items: number;
  steps: ItemSteps;
  demonstrationSearches: number;
  /** Of the searches that are certain, demonstrations included. */
  searchesStored: number;
  /** How many requests one search may take. */
  pages: number;
  /** Of the first prompt, without evidence that is not stored. */
  characters: number;
  evidence: Estimate["evidence"];
  maxTokens: number;
  experience: Experience | null;
  /** Calls and requests under way at once, of the job. */
  concurrency: number;
  /** How many the connections take in a minute; null: any number. */
  perMinute: { calls: number | null; searches: number | null };
  costOfTokens: (input: number, output: number) => number | null;
  /** Null: no paragraphs are compared. */
  costOfEmbeddings: ((tokens: number) => number | null) | null;
  costOfSearches: (requests: number) => number | null;
}): Estimate {
  const { items, steps, experience } = given;
  const known = experience ?? ASSUMED;
  const calls = times(steps.counted, items);
  const wanted = times(steps.searches, items);
  const searches = {
    least: Math.max(0, wanted.least + given.demonstrationSearches - given.searchesStored),
    most:
      Math.max(0, wanted.most + given.demonstrationSearches - given.searchesStored) * given.pages,
  };
  const { evidence } = given;
  const first =
    given.characters + (evidence === null ? 0 : evidence.searches * evidence.characters);
  /** Of an item that takes so many calls. */
  const prompts = (count: number) =>
    Array.from({ length: count }, (_one, at) =>
      Math.ceil((first + at * steps.growth) / known.charactersPerToken),
    ).reduce((sum, tokens) => sum + tokens, 0);
  const perReply = Math.min(given.maxTokens, known.outputTokens ?? given.maxTokens);
  const inputTokens = {
    least: items * prompts(steps.counted.least),
    most: items * prompts(steps.counted.most),
  };
  const outputTokens = {
    least: Math.round(calls.least * Math.min(perReply, experience ? perReply : perReply / 4)),
    most: Math.round(calls.most * (experience ? perReply : given.maxTokens)),
  };
  const { costOfEmbeddings } = given;
  const compared = Math.ceil((MOST_COMPARED * PARAGRAPH_CHARACTERS) / ASSUMED.charactersPerToken);
  const embeddingTokens =
    costOfEmbeddings === null
      ? null
      : { least: Math.round((items * compared) / 4), most: items * compared };
  const cost = (of: "least" | "most") => {
    const tokens = given.costOfTokens(inputTokens[of], outputTokens[of]);
    const embeddings = embeddingTokens === null ? 0 : costOfEmbeddings!(embeddingTokens[of]);
    const requests = given.costOfSearches(searches[of]);
    return tokens === null || requests === null || embeddings === null
      ? null
      : tokens + requests + embeddings;
  };
  const [least, most] = [cost("least"), cost("most")];
  const duration = (of: "least" | "most") =>
    Math.round(
      Math.max(
        (calls[of] * known.durationMs + searches[of] * SEARCH_MS) / given.concurrency,
        turnsMs(calls[of], given.perMinute.calls),
        turnsMs(searches[of], given.perMinute.searches),
      ),
    );
  return {
    calls: times(steps.calls, items),
    searches,
    searchesStored: given.searchesStored,
    counted: calls,
    inputTokens,
    outputTokens,
    embeddingTokens,
    cost: least === null || most === null ? null : { least, most },
    durationMs: { least: duration("least"), most: duration("most") },
    basis: experience === null ? "assumed" : "earlier calls",
    charactersPerToken: Math.round(known.charactersPerToken * 10) / 10,
    evidence,
  };
}

/** How long it takes until the last of so many requests has its turn. */
const turnsMs = (requests: number, perMinute: number | null) =>
  perMinute === null ? 0 : (Math.max(0, requests - 1) * 60_000) / perMinute;

const times = ({ least, most }: Span, count: number): Span => ({
  least: least * count,
  most: most * count,
});

/**
 * An estimate for people, a line each: what the numbers are, what they are of, and what they follow from.
 * @param unpriced what has no price, in words.
 */
export function estimateInWords(
  estimate: Estimate,
  definition: MethodDefinition | EvaluatorDefinition,
  unpriced: readonly string[],
): string[] {
  const { calls, searches, counted, cost, evidence } = estimate;
  const stored = estimate.searchesStored;
  const judges = "asksAgain" in definition;
  const asked = [
    ...(counted.most === 0
      ? []
      : [judges ? spanOf(counted, "first reply", "first replies") : spanOf(counted, "call")]),
    ...(searches.most === 0 ? [] : [spanOf(searches, "search request")]),
    ...(estimate.embeddingTokens === null ? [] : ["embeddings"]),
  ].join(" and ");
  const known =
    cost === null
      ? `unknown, because a price is missing for ${unpriced.join(" and ")}`
      : span(cost, formatDollars);
  return [
    `Calls: ${span(calls)} · Search requests: ${span(searches)}${stored > 0 ? ` (${countOf(stored, "stored search", "stored searches")} reused)` : ""}`,
    ...(counted.most === 0
      ? []
      : [
          `Estimated tokens: ${span(estimate.inputTokens)} input, ${span(estimate.outputTokens)} output`,
        ]),
    `Estimated cost of ${asked === "" ? "stored searches" : asked}: ${known}`,
    `Estimated duration: ${span(estimate.durationMs, aboutTime)}`,
    ...(counted.most === 0 ? [] : [basisInWords(estimate)]),
    ...(evidence === null ? [] : [evidenceInWords(evidence, readsPages(definition))]),
    ...(estimate.embeddingTokens === null
      ? []
      : [
          `Embeddings: up to ${MOST_COMPARED} paragraphs for each question are compared with it, from a quarter of them to all: ${span(estimate.embeddingTokens)} tokens.`,
        ]),
    ...stepsInWords(definition),
    "Repeating a request that failed is not included.",
  ];
}

const readsPages = (definition: MethodDefinition | EvaluatorDefinition) =>
  "kind" in definition && definition.kind === "webglm";

/** What a job that compares asks, in a line. @param items pairs × principles */
export function pairsInWords(items: number, { principles }: Comparison): string {
  const pairs = items / principles.length;
  return `${countOf(pairs, "pair")} of responses, ${countOf(principles.length, "principle")} in two orders each: ${countOf(2 * principles.length, "call")} per pair`;
}

function basisInWords({ basis, charactersPerToken }: Estimate): string {
  return basis === "assumed"
    ? `The model has no earlier calls. Assumed: ${charactersPerToken} characters per token, replies from a quarter of max tokens to all of it, and ${ASSUMED.durationMs / 1_000} s per call.`
    : `Tokens and time follow from the model's last calls: ${charactersPerToken} characters per token.`;
}

function evidenceInWords(
  { searches, pieces, characters, of }: NonNullable<Estimate["evidence"]>,
  pages: boolean,
) {
  const each = pieces === 0 ? 0 : Math.round(characters / pieces);
  if (pages)
    return `Pages are not read yet and estimated: ${countOf(searches * pieces, "paragraph")} of ${formatCount(each)} characters in each prompt, a usual size. Reading them costs nothing; its time is not included.`;
  return `Evidence is not searched yet and estimated: ${countOf(searches * pieces, "piece")} of ${formatCount(each)} characters in each prompt, ${of === 0 ? "a usual size" : `the average of ${countOf(of, "stored search", "stored searches")} of this connection`}.`;
}

function stepsInWords(definition: MethodDefinition | EvaluatorDefinition): string[] {
  if ("asksAgain" in definition) {
    const { unparsed, truncated } = definition.asksAgain;
    return unparsed + truncated === 0
      ? []
      : [
          `Asking again is not included: up to ${countOf(unparsed, "time")} for a reply without a verdict, up to ${countOf(truncated, "time")} for one that was cut off, with twice the tokens each time.`,
        ];
  }
  if (definition.kind !== "self-ask") return [];
  return [
    definition.search === null
      ? "From one call for each question to two, where the final answer has to be asked for separately."
      : `From an immediate answer to ${countOf(definition.search.maxFollowUps, "follow-up")} for each question; each is assumed to add ${FOLLOW_UP_CHARACTERS} characters to the next prompt.`,
  ];
}

const span = ({ least, most }: Span, format: (one: number) => string = formatCount) =>
  [...new Set([format(least), format(most)])].join("–");

const spanOf = (of: Span, noun: string, plural = `${noun}s`) =>
  `${span(of)} ${of.most === 1 ? noun : plural}`;

/** "about 4 min". */
function aboutTime(ms: number): string {
  if (ms < 1_000) return "less than a second";
  if (ms < 60_000) return `about ${Math.round(ms / 1_000)} s`;
  if (ms < 2 * 3_600_000) return `about ${Math.round(ms / 60_000)} min`;
  return `about ${Math.round(ms / 3_600_000)} h`;
}
