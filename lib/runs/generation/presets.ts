import { EVIDENCE_PRESETS, type EvidenceRule } from "./evidence";
import type { DefinitionOf, MethodDefinition } from "./schema";

/*
 * The methods of the paper (FreshLLMs, arXiv 2310.03214) and of its notebook, and WebGLM's pipeline, each to be added with
 * one click.
 */

export interface Preset {
  key: string;
  group: "methods" | "citing" | "ablations";
  /** The name that its method gets. */
  name: string;
  /** One sentence. */
  about: string;
  source: string;
  definition: MethodDefinition;
}

/** How the methods without anything special ask. */
export const ASKING = {
  instruction: "Answer as concisely as possible.",
  dateInPrompt: true,
  timeZone: "America/Los_Angeles",
  temperature: 0,
  maxTokens: 256,
  seed: null,
} as const;
/** Room for reasoning before the answer. */
const reasoning = { ...ASKING, maxTokens: 512 } as const;
const search = { language: "en", country: "us", aiText: false } as const;

type FreshPrompt = DefinitionOf<"freshprompt">;
function freshPrompt(evidence: EvidenceRule, given: Partial<FreshPrompt> = {}): FreshPrompt {
  return {
    kind: "freshprompt",
    evidence,
    premiseCheck: false,
    demonstrations: 5,
    answers: "short",
    search,
    ...ASKING,
    ...given,
  };
}

const PAPER = EVIDENCE_PRESETS["paper-gpt-4"];
const RESULTS_ONLY = { ...PAPER, related: 0, qa: 0, graph: false, box: false };
const TABLE = "arXiv 2310.03214, section 4 and its ablation";
const TABLE_1 = "arXiv 2310.03214, table 1";
const NOTEBOOK = "freshprompt.ipynb of freshllms/freshqa";

function ablation(
  key: string,
  name: string,
  about: string,
  evidence: Partial<EvidenceRule>,
  given: Partial<FreshPrompt> = {},
): Preset {
  return {
    key,
    group: "ablations",
    name: `FreshPrompt, ${name}`,
    about,
    source: TABLE,
    definition: freshPrompt({ ...PAPER, ...evidence }, given),
  };
}

export const PRESETS: readonly Preset[] = [
  {
    key: "plain",
    group: "methods",
    name: "Plain",
    about: "The question alone, after the date.",
    source: TABLE_1,
    definition: { kind: "plain", ...ASKING },
  },
  {
    key: "plain-no-date",
    group: "methods",
    name: "Plain, no date",
    about: "The question alone, without the current date.",
    source: TABLE_1,
    definition: { kind: "plain", ...ASKING, dateInPrompt: false },
  },
  {
    key: "few-shot",
    group: "methods",
    name: "Few-shot",
    about: "5 questions with their answers come first; the paper took them from TriviaQA.",
    source: TABLE_1,
    definition: { kind: "few-shot", demonstrations: 5, answers: "short", ...ASKING },
  },
  {
    key: "chain-of-thought",
    group: "methods",
    name: "Chain of thought",
    about: "5 questions with reasoning come first; the whole reply is the response.",
    source: TABLE_1,
    definition: {
      kind: "chain-of-thought",
      demonstrations: 5,
      response: "reply",
      ...reasoning,
      instruction: "Think step by step in a few sentences, as the examples do, then answer.",
    },
  },
  {
    key: "self-ask",
    group: "methods",
    name: "Self-Ask",
    about:
      "The model asks and answers follow-up questions in one reply; its final answer is the response.",
    source: "arXiv 2210.03350",
    definition: {
      kind: "self-ask",
      demonstrations: 5,
      search: null,
      ...reasoning,
      instruction:
        "Continue the last example from where it ends, line by line in the form of the others, up to its final answer.",
    },
  },
  {
    key: "self-ask-search",
    group: "methods",
    name: "Self-Ask with search",
    about:
      "Each follow-up question is answered by the answer box of a search, else by its first result.",
    source: `arXiv 2210.03350; ${TABLE_1}`,
    definition: {
      kind: "self-ask",
      demonstrations: 5,
      search: { ...search, maxFollowUps: 5 },
      ...reasoning,
      instruction:
        "Continue the last example from where it ends, line by line in the form of the others: either one follow-up question, or the final answer.",
    },
  },
  {
    key: "search-only",
    group: "methods",
    name: "Search only",
    about: "No model: the answer box of a search, else the snippet of its first result.",
    source: TABLE_1,
    definition: { kind: "search-only", search },
  },
  {
    key: "freshprompt-paper-gpt-3.5",
    group: "methods",
    name: "FreshPrompt, paper GPT-3.5",
    about: "5 evidences, 5 demonstrations, no premise check.",
    source: "arXiv 2310.03214, appendix C",
    definition: freshPrompt(EVIDENCE_PRESETS["paper-gpt-3.5"]),
  },
  {
    key: "freshprompt-paper-gpt-4",
    group: "methods",
    name: "FreshPrompt, paper GPT-4",
    about: "10 evidences, 5 demonstrations, no premise check.",
    source: "arXiv 2310.03214, appendix C",
    definition: freshPrompt(PAPER),
  },
  {
    key: "freshprompt-notebook-gpt-4",
    group: "methods",
    name: "FreshPrompt, notebook GPT-4",
    about: "15 evidences of up to 15 results, 5 demonstrations, premise check.",
    source: NOTEBOOK,
    definition: freshPrompt(EVIDENCE_PRESETS["notebook-gpt-4"], { premiseCheck: true }),
  },
  {
    key: "freshprompt-notebook-other",
    group: "methods",
    name: "FreshPrompt, notebook other models",
    about: "5 evidences of up to 15 results, 5 demonstrations, premise check.",
    source: NOTEBOOK,
    definition: freshPrompt(EVIDENCE_PRESETS["notebook-other"], { premiseCheck: true }),
  },
  {
    key: "webglm",
    group: "citing",
    name: "WebGLM",
    about:
      "Reads the pages of 10 results and gives the model the 5 paragraphs that fit best, to be cited as [1] to [5].",
    source: "arXiv 2306.07906, section 3; the pipeline alone, with your own models",
    definition: {
      kind: "webglm",
      search: { language: search.language, country: search.country },
      pages: 10,
      pageSeconds: 15,
      keep: 5,
      embeddingModelId: null,
      ...reasoning,
      instruction: "Answer in a few complete sentences, and say only what the references say.",
    },
  },
  ablation(
    "freshprompt-results-by-rank",
    "results only, search order",
    "Search results without any other kind of evidence, the best ranked one last.",
    { ...RESULTS_ONLY, order: "rank" },
  ),
  ablation(
    "freshprompt-results-by-date",
    "results only, by date",
    "Search results without answer box and other information, the most recent one last.",
    RESULTS_ONLY,
  ),
  ablation(
    "freshprompt-results-random",
    "results only, random order",
    "Search results without any other kind of evidence, in a random order that is the same for a question each time.",
    { ...RESULTS_ONLY, order: "random" },
  ),
  ablation("freshprompt-no-box", "no answer box", "10 evidences, none of them an answer box.", {
    box: false,
  }),
  ...[1, 5, 15].map((keep) =>
    ablation(
      `freshprompt-${keep}-evidences`,
      `${keep} evidence${keep === 1 ? "" : "s"}`,
      `Keeps ${keep === 1 ? "the most recent piece" : `the ${keep} most recent pieces`} of evidence instead of 10.`,
      { keep, ...(keep > PAPER.organic && { organic: keep }) },
    ),
  ),
  ablation(
    "freshprompt-premise-check",
    "premise check",
    "Asks to check the premise of the last question before answering.",
    {},
    { premiseCheck: true },
  ),
  ablation(
    "freshprompt-15-demonstrations",
    "15 demonstrations",
    "15 demonstrations instead of 5; each is searched once a job.",
    {},
    { demonstrations: 15 },
  ),
  ablation(
    "freshprompt-long-answers",
    "long answers",
    "The demonstrations answer in whole sentences.",
    {},
    { answers: "long" },
  ),
];

/** The paper's methods whose names none of these methods has. */
export function missingMethods(methods: readonly { name: string }[]): Preset[] {
  return PRESETS.filter(
    ({ group, name }) => group === "methods" && !methods.some((method) => method.name === name),
  );
}
