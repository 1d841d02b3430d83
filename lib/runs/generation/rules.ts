import { addDays } from "@/lib/dataset/schedule/rules";
import type { Category } from "@/lib/dataset/questions/vocabulary";
import type { SettingInWords } from "@/lib/platform/settings-in-words";
import { LINE_END, withoutAround } from "@/lib/platform/text";
import { EVIDENCE_KINDS, type EvidenceKind } from "@/lib/runs/connections/evidence";
import { KINDS_OF_SERVICE } from "@/lib/runs/connections/rules";
import { SERVICE_NAMES, type SearchService } from "@/lib/runs/connections/vocabulary";
import type { PromptMethod } from "@/lib/runs/models/schema";
import { TOP_RULE } from "./evidence";
import { TIME_ZONES, type Demonstration, type MethodDefinition, type MethodKind } from "./schema";

/** How many demonstrations a prompt of the method shows. */
export function demonstrationsWanted(definition: MethodDefinition): number {
  return "demonstrations" in definition ? definition.demonstrations : 0;
}

/** Whether a method searches: a job of it needs a connection that does. */
export function wantsSearch(definition: MethodDefinition): boolean {
  return "search" in definition && definition.search !== null;
}

/** The served model by which a method compares paragraphs; null: none. */
export function embeddingModelOf(definition: MethodDefinition): number | null {
  return definition.kind === "webglm" ? definition.embeddingModelId : null;
}

const PROMPT_METHOD_OF: Record<MethodKind, PromptMethod> = {
  plain: "zero-shot",
  "few-shot": "few-shot",
  "chain-of-thought": "chain-of-thought",
  "self-ask": "self-ask",
  freshprompt: "freshprompt",
  "search-only": "search-only",
  webglm: "webglm",
};

/** What the run of a method says of its prompts. */
export function promptMethodOf({ kind }: MethodDefinition): PromptMethod {
  return PROMPT_METHOD_OF[kind];
}

/** Whether texts that a search engine's own model wrote are evidence. */
export function readsAiText(definition: MethodDefinition): boolean {
  if (!("search" in definition) || definition.search === null) return false;
  return "aiText" in definition.search && definition.search.aiText;
}

/** The kinds of evidence that a method makes use of, in the order of EVIDENCE_KINDS. */
function wantedKinds(definition: MethodDefinition): EvidenceKind[] {
  if (!wantsSearch(definition)) return [];
  if (definition.kind === "webglm") return ["organic"];
  const rule = definition.kind === "freshprompt" ? definition.evidence : TOP_RULE;
  return EVIDENCE_KINDS.filter((kind) => Number(rule[kind]) > 0);
}

/** The kinds of evidence that a method wants and a search service cannot give. */
export function missingKinds(definition: MethodDefinition, service: SearchService): EvidenceKind[] {
  const given: readonly EvidenceKind[] = KINDS_OF_SERVICE[service];
  // What SearXNG's answerers say may be a model's.
  const box = service === "searxng" && readsAiText(definition);
  return wantedKinds(definition).filter(
    (kind) => !given.includes(kind) && !(kind === "box" && box),
  );
}

const WITHOUT: Record<EvidenceKind, string> = {
  organic: "results",
  related: "related questions",
  qa: "Q&A",
  graph: "knowledge graph",
  box: "answer box",
};

/**
 * What reports call a version of a method, and by default its runs: "FreshPrompt without answer box (Brave Search)".
 * @param service null for methods without a search.
 */
export function reportedName(
  { name, number, definition }: { name: string; number: number; definition: MethodDefinition },
  service: SearchService | null,
): string {
  const version = number === 1 ? "" : `, version ${number}`;
  if (service === null || !wantsSearch(definition)) return `${name}${version}`;
  const missing = missingKinds(definition, service).map((kind) => WITHOUT[kind]);
  const list = new Intl.ListFormat("en-US", { type: "conjunction" }).format(missing);
  const without = missing.length > 0 ? ` without ${list}` : "";
  const aiText = readsAiText(definition);
  return `${name}${without} (${SERVICE_NAMES[service]}${aiText ? ", with AI text" : ""})${version}`;
}

/** What people call a kind of method. */
export const KIND_WORDS: Record<MethodKind, string> = {
  plain: "Plain",
  "few-shot": "Few-shot",
  "chain-of-thought": "Chain of thought",
  "self-ask": "Self-Ask",
  freshprompt: "FreshPrompt",
  "search-only": "Search only",
  webglm: "WebGLM",
};

export const ORDER_WORDS = {
  date: "By date, most recent last",
  rank: "Search order, best last",
  random: "Random",
} as const;

const yes = (value: boolean) => (value ? "Yes" : "No");
const orNone = (value: number | null) => (value === null ? "Not sent" : String(value));

/** Returns a definition in words, setting by setting, in the order of its form. */
export function describeDefinition(definition: MethodDefinition): SettingInWords[] {
  const rows: [string, string][] = [["Kind", KIND_WORDS[definition.kind]]];
  if ("demonstrations" in definition)
    rows.push(["Demonstrations", String(definition.demonstrations)]);
  if ("answers" in definition)
    rows.push(["Demonstration answers", definition.answers === "short" ? "Short" : "Long"]);
  if (definition.kind === "chain-of-thought")
    rows.push([
      "Response",
      definition.response === "reply" ? "Whole reply" : "What follows “So the answer is”",
    ]);
  if (definition.kind === "self-ask") {
    rows.push(["Follow-up questions answered by", definition.search ? "Search" : "The model"]);
    if (definition.search)
      rows.push(["Max follow-up questions", String(definition.search.maxFollowUps)]);
  }
  if (definition.kind === "freshprompt") {
    const { evidence, premiseCheck } = definition;
    rows.push(
      [
        "Evidence considered",
        [
          ...(evidence.organic > 0 ? [`${evidence.organic} results`] : []),
          ...(evidence.related > 0 ? [`${evidence.related} related questions`] : []),
          ...(evidence.qa > 0 ? [`${evidence.qa} Q&A`] : []),
          ...(evidence.graph ? ["knowledge graph"] : []),
          ...(evidence.box ? ["answer box"] : []),
        ].join(", "),
      ],
      ["Evidence kept", String(evidence.keep)],
      ["Order of evidence", ORDER_WORDS[evidence.order]],
      ["Premise check", yes(premiseCheck)],
    );
  }
  if (definition.kind === "webglm")
    rows.push(
      ["Pages read", String(definition.pages)],
      ["Time for a page", `${definition.pageSeconds} s`],
      ["Paragraphs in the prompt", String(definition.keep)],
      [
        "Paragraphs chosen by",
        definition.embeddingModelId === null ? "Words" : "Words and embeddings",
      ],
    );
  if ("search" in definition && definition.search)
    rows.push(
      [
        "Search language and country",
        `${definition.search.language}, ${definition.search.country}`,
      ],
      ...("aiText" in definition.search
        ? [["AI text as evidence", yes(definition.search.aiText)] as [string, string]]
        : []),
    );
  if (definition.kind !== "search-only")
    rows.push(
      ["Instruction", definition.instruction],
      ["Date in prompt", yes(definition.dateInPrompt)],
      ["Time zone", `${definition.timeZone} (${TIME_ZONES[definition.timeZone]})`],
      ["Temperature", orNone(definition.temperature)],
      ["Max tokens", String(definition.maxTokens)],
      ["Seed", orNone(definition.seed)],
    );
  return rows.map(([label, value]) => ({ label, value }));
}

/**
 * After how many days an answer of our own is expected to have changed: by definition of the categories, a fast-changing
 * one does within a year, a slow-changing one over several.
 */
const EXPECTED_CHANGE_DAYS: Partial<Record<Category, number>> = {
  "fast-changing": 365,
  "slow-changing": 1_095,
};

/** What the dataset knows of the question that a demonstration is. */
export interface DemonstratedQuestion {
  /** ISO date since which its present answers hold. */
  answersSince: string;
  /** ISO date of its next review; null: none is due. */
  dueOn: string | null;
}

/**
 * Why a demonstration may be wrong by now; null where nothing says so.
 * @param asOf ISO date on which its answer was true.
 * @param question null for demonstrations of our own.
 */
export function agedBecause(
  demonstration: Pick<Demonstration, "category">,
  asOf: string,
  today: string,
  question: DemonstratedQuestion | null,
): "answer changed" | "review due" | "expected change passed" | null {
  if (question !== null) {
    if (question.answersSince > asOf) return "answer changed";
    return question.dueOn !== null && question.dueOn <= today ? "review due" : null;
  }
  const days = demonstration.category && EXPECTED_CHANGE_DAYS[demonstration.category];
  return days && addDays(asOf, days) <= today ? "expected change passed" : null;
}

const EMPHASIS = /[\s*_]/;
/** What Markdown has at the beginning of a line. */
export const BEFORE_LABEL = /[\s*_>#-]/;

/** A sub-question of Self-Ask; `answer` is null where none was given yet. */
export interface SubQuestion {
  question: string;
  answer: string | null;
}

/**
 * Reads the follow-up questions of Self-Ask and their answers.
 * @param text what stands after the question: the model's reply, or the end of the last prompt.
 */
export function subQuestionsOf(text: string): SubQuestion[] {
  const found: SubQuestion[] = [];
  for (const line of text.split(LINE_END)) {
    const { label, said } = selfAskLine(line) ?? { label: null, said: "" };
    if (said === "") continue;
    const last = found.at(-1);
    if (label === "follow-up") found.push({ question: said, answer: null });
    else if (label === "answer" && last?.answer === null) last.answer = said;
  }
  return found;
}

/**
 * Reads one line of Self-Ask: its label, and what is said behind it, without emphasis of Markdown around either.
 * @returns null: a line without such a label
 */
export function selfAskLine(line: string): { label: "follow-up" | "answer"; said: string } | null {
  const colon = line.indexOf(":");
  if (colon === -1) return null;
  const label = withoutAround(line.slice(0, colon), BEFORE_LABEL, EMPHASIS);
  const said = bare(line.slice(colon + 1));
  if (/^follow[ -]?up(?: question)?$/i.test(label)) return { label: "follow-up", said };
  return /^intermediate answer$/i.test(label) ? { label: "answer", said } : null;
}

/** A text without white space and emphasis of Markdown around it. */
export function bare(text: string): string {
  return withoutAround(text, EMPHASIS);
}
