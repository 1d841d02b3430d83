import { factIf, factOf, type FieldFact } from "@/components/ui/facts-of-fields";
import { temperatureFact } from "@/components/runs/temperature-fact";
import { numberOf } from "@/components/ui/form-values";
import { fieldErrors, lastName } from "@/lib/platform/fields";
import {
  methodDefinitionSchema,
  type MethodDefinition,
  type MethodKind,
  type TimeZone,
} from "@/lib/runs/generation/schema";

/** A field of numbers: what it shows while someone types. */
type Typed = number | string;

/** A definition as its form holds it: each setting of every kind, so that changing the kind loses nothing. */
export interface MethodDraft {
  kind: MethodKind;
  demonstrations: Typed;
  answers: "short" | "long";
  response: "reply" | "answer";
  organic: Typed;
  related: Typed;
  qa: Typed;
  graph: boolean;
  box: boolean;
  keep: Typed;
  order: "date" | "rank" | "random";
  premiseCheck: boolean;
  /** Self-Ask: follow-ups are searched. */
  searches: boolean;
  maxFollowUps: Typed;
  language: string;
  country: string;
  aiText: boolean;
  /** WebGLM. */
  pages: Typed;
  pageSeconds: Typed;
  /** An id; null: no embeddings. */
  embeddingModelId: string | null;
  instruction: string;
  dateInPrompt: boolean;
  timeZone: TimeZone;
  temperature: Typed;
  maxTokens: Typed;
  seed: Typed;
}

const INITIAL: MethodDraft = {
  kind: "plain",
  demonstrations: 5,
  answers: "short",
  response: "reply",
  organic: 10,
  related: 3,
  qa: 3,
  graph: true,
  box: true,
  keep: 10,
  order: "date",
  premiseCheck: false,
  searches: true,
  maxFollowUps: 5,
  language: "en",
  country: "us",
  aiText: false,
  pages: 10,
  pageSeconds: 15,
  embeddingModelId: null,
  instruction: "Answer as concisely as possible.",
  dateInPrompt: true,
  timeZone: "America/Los_Angeles",
  temperature: 0,
  maxTokens: 256,
  seed: "",
};

/** Returns the form of a definition. */
export function draftOf(definition: MethodDefinition): MethodDraft {
  const draft = { ...INITIAL, kind: definition.kind };
  if ("demonstrations" in definition) draft.demonstrations = definition.demonstrations;
  if ("answers" in definition) draft.answers = definition.answers;
  if (definition.kind === "chain-of-thought") draft.response = definition.response;
  if (definition.kind === "freshprompt")
    Object.assign(draft, definition.evidence, { premiseCheck: definition.premiseCheck });
  if (definition.kind === "webglm") {
    const { pages, pageSeconds, keep, embeddingModelId } = definition;
    Object.assign(draft, { pages, pageSeconds, keep });
    draft.embeddingModelId = embeddingModelId === null ? null : String(embeddingModelId);
  }
  if ("search" in definition) {
    draft.searches = definition.search !== null;
    Object.assign(draft, definition.search);
  }
  if (definition.kind !== "search-only") {
    const { instruction, dateInPrompt, timeZone, temperature, maxTokens, seed } = definition;
    Object.assign(draft, { instruction, dateInPrompt, timeZone, maxTokens });
    draft.temperature = temperature ?? "";
    draft.seed = seed ?? "";
  }
  return draft;
}

/** Returns the definition that a form says, or what is wrong with it, by field. */
export function definitionOf(
  draft: MethodDraft,
): { definition: MethodDefinition } | { errors: Record<string, string> } {
  const { kind, answers, response, premiseCheck, language, country, aiText } = draft;
  const search = { language, country, aiText };
  const asking = {
    instruction: draft.instruction,
    dateInPrompt: draft.dateInPrompt,
    timeZone: draft.timeZone,
    temperature: numberOf(draft.temperature),
    maxTokens: numberOf(draft.maxTokens),
    seed: numberOf(draft.seed),
  };
  const demonstrations = numberOf(draft.demonstrations);
  const said: Record<MethodKind, object> = {
    plain: asking,
    "few-shot": { demonstrations, answers, ...asking },
    "chain-of-thought": { demonstrations, response, ...asking },
    "self-ask": {
      demonstrations,
      search: draft.searches ? { ...search, maxFollowUps: numberOf(draft.maxFollowUps) } : null,
      ...asking,
    },
    freshprompt: {
      evidence: {
        organic: numberOf(draft.organic),
        related: numberOf(draft.related),
        qa: numberOf(draft.qa),
        graph: draft.graph,
        box: draft.box,
        keep: numberOf(draft.keep),
        order: draft.order,
      },
      premiseCheck,
      demonstrations,
      answers,
      search,
      ...asking,
    },
    "search-only": { search },
    webglm: {
      search: { language, country },
      pages: numberOf(draft.pages),
      pageSeconds: numberOf(draft.pageSeconds),
      keep: numberOf(draft.keep),
      embeddingModelId: draft.embeddingModelId === null ? null : Number(draft.embeddingModelId),
      ...asking,
    },
  };
  const read = methodDefinitionSchema.safeParse({ kind, ...said[kind] });
  if (read.success) return { definition: read.data };
  return { errors: fieldErrors(read.error, lastName) };
}

/** The kinds of evidence of a search that FreshPrompt shows, with how many of each. */
export const COUNTED = { organic: "Results", related: "Related questions", qa: "Q&A" } as const;
/** Which settings beyond the first ones a kind has. */
export function optionsOf({ kind, searches }: Pick<MethodDraft, "kind" | "searches">) {
  return {
    evidence: kind === "freshprompt",
    pages: kind === "webglm",
    followUps: kind === "self-ask" && searches,
    search:
      kind === "freshprompt" ||
      kind === "search-only" ||
      kind === "webglm" ||
      (kind === "self-ask" && searches),
    aiText: kind !== "webglm",
    asks: kind !== "search-only",
  };
}

/** What is folded away in the form and differs from a new method, in a few words each. */
export function factsOf(draft: MethodDraft): FieldFact[] {
  const has = optionsOf(draft);
  return [
    ...(has.evidence
      ? [
          ...(["organic", "related", "qa"] as const).map((one) =>
            factOf(COUNTED[one], draft[one], INITIAL[one]),
          ),
          factIf(!draft.graph, "No knowledge graph"),
          factIf(!draft.box, "No answer box"),
        ]
      : []),
    ...(has.pages ? [factOf("Seconds for a page", draft.pageSeconds, INITIAL.pageSeconds)] : []),
    ...(has.followUps
      ? [factOf("Max follow-up questions", draft.maxFollowUps, INITIAL.maxFollowUps)]
      : []),
    ...(has.search
      ? [
          factOf("Language", draft.language, INITIAL.language),
          factOf("Country", draft.country, INITIAL.country),
          factIf(has.aiText && draft.aiText, "AI text as evidence"),
        ]
      : []),
    ...(has.asks
      ? [
          factOf("Time zone", draft.timeZone, INITIAL.timeZone),
          temperatureFact(draft.temperature, INITIAL.temperature),
          factOf("Max tokens", draft.maxTokens, INITIAL.maxTokens),
          factOf("Seed", draft.seed, INITIAL.seed),
        ]
      : []),
  ];
}
