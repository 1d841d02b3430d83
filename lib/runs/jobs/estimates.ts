import { mostAsks } from "@/lib/runs/evaluators/judging";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import type { MethodDefinition } from "@/lib/runs/generation/schema";
import type { JobKind } from "./vocabulary";

/*
 * What a job is expected to take before anything of it is asked. Pure.
 */

export interface Span {
  least: number;
  most: number;
}

/** What an item takes: calls of a model, and searches. */
export interface ItemSteps {
  calls: Span;
  searches: Span;
}

/** How many calls and searches one item takes, retries of failures aside. */
export function stepsOf(
  definition: MethodDefinition | EvaluatorDefinition,
  kind: JobKind,
): ItemSteps {
  const none = { least: 0, most: 0 };
  const one = { least: 1, most: 1 };
  if (kind !== "generate")
    return {
      calls: { least: 1, most: mostAsks(definition as EvaluatorDefinition) },
      searches: none,
    };
  const method = definition as MethodDefinition;
  switch (method.kind) {
    case "plain":
    case "few-shot":
    case "chain-of-thought":
      return { calls: one, searches: none };
    case "freshprompt":
      return { calls: one, searches: one };
    case "search-only":
      return { calls: none, searches: one };
    case "self-ask": {
      const { search } = method;
      // The final answer may have to be asked for by itself.
      return search === null
        ? { calls: { least: 1, most: 2 }, searches: none }
        : {
            calls: { least: 1, most: search.maxFollowUps + 1 },
            searches: { least: 0, most: search.maxFollowUps },
          };
    }
  }
}

/** What the last calls of the same model took, on average. */
export interface Experience {
  charactersPerToken: number;
  outputTokens: number | null;
  durationMs: number;
}

/** Assumed where a model was never asked. */
export const ASSUMED: Experience = { charactersPerToken: 4, outputTokens: null, durationMs: 5_000 };

export interface Estimate {
  calls: Span;
  /** Requests to the search service; what is stored is not asked for again. */
  searches: Span;
  searchesStored: number;
  /** Of all calls. */
  inputTokens: Span;
  outputTokens: Span;
  /** US dollars; null: a price is missing. */
  cost: Span | null;
  durationMs: Span;
  /** Whether tokens and time follow from earlier calls of the model, or are assumed. */
  basis: "earlier calls" | "assumed";
  charactersPerToken: number;
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
  /** Of the first prompt. */
  characters: number;
  maxTokens: number;
  experience: Experience | null;
  concurrency: number;
  costOfTokens: (input: number, output: number) => number | null;
  costOfSearches: (requests: number) => number | null;
}): Estimate {
  const { items, steps, experience } = given;
  const known = experience ?? ASSUMED;
  const calls = times(steps.calls, items);
  const wanted = times(steps.searches, items);
  const searches = {
    least: Math.max(0, wanted.least + given.demonstrationSearches - given.searchesStored),
    most:
      Math.max(0, wanted.most + given.demonstrationSearches - given.searchesStored) * given.pages,
  };
  const perPrompt = Math.ceil(given.characters / known.charactersPerToken);
  const perReply = Math.min(given.maxTokens, known.outputTokens ?? given.maxTokens);
  const inputTokens = times(calls, perPrompt);
  const outputTokens = {
    least: Math.round(calls.least * Math.min(perReply, experience ? perReply : perReply / 4)),
    most: Math.round(calls.most * (experience ? perReply : given.maxTokens)),
  };
  const cost = (of: "least" | "most") => {
    const tokens = given.costOfTokens(inputTokens[of], outputTokens[of]);
    const requests = given.costOfSearches(searches[of]);
    return tokens === null || requests === null ? null : tokens + requests;
  };
  const [least, most] = [cost("least"), cost("most")];
  const duration = (of: "least" | "most") =>
    Math.round((calls[of] * known.durationMs + searches[of] * SEARCH_MS) / given.concurrency);
  return {
    calls,
    searches,
    searchesStored: given.searchesStored,
    inputTokens,
    outputTokens,
    cost: least === null || most === null ? null : { least, most },
    durationMs: { least: duration("least"), most: duration("most") },
    basis: experience === null ? "assumed" : "earlier calls",
    charactersPerToken: Math.round(known.charactersPerToken * 10) / 10,
  };
}

const times = ({ least, most }: Span, count: number): Span => ({
  least: least * count,
  most: most * count,
});
