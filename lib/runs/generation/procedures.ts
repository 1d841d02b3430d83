import { sameButForCase } from "@/lib/dataset/questions/same-text";
import { conversation, dateInWords } from "@/lib/runs/connections/conversation";
import type { ChosenEvidence, Evidence } from "@/lib/runs/connections/evidence";
import {
  procedure,
  type Procedure,
  type Reply,
  type ResponseEnd,
  type SearchOptions,
  type Step,
  type Taken,
} from "@/lib/runs/connections/procedure";
import { chooseEvidence, chooseResults, TOP_RULE } from "./evidence";
import { MOST_COMPARED, scoreByWords, selectBest } from "./paragraphs";
import {
  chainOfThoughtPrompt,
  FINAL_ANSWER_IS,
  fewShotPrompt,
  followUpLines,
  freshPrompt,
  readChainOfThought,
  readSelfAsk,
  selfAskPrompt,
  webGlmPrompt,
} from "./prompts";
import { readsAiText } from "./rules";
import {
  TIME_ZONES,
  type AskingDefinition,
  type DefinitionOf,
  type Demonstration,
  type MethodDefinition,
} from "./schema";

/*
 * What each method does for one question, step by step.
 */

export interface ResponseTask {
  definition: MethodDefinition;
  /** Of the method's set, in its order; the prompt shows the first ones, as many as the definition says. */
  demonstrations: readonly Demonstration[];
  /** What the searches of demonstrationSearches() found, in their order; for FreshPrompt alone. */
  demonstrationEvidence?: readonly (readonly Evidence[])[];
  question: string;
  /** ISO date of the job, which prompts state unless the definition leaves it out. */
  today: string;
  /** For evidence in random order: a whole number from 0, another one for each question. */
  seed: number;
}

/** The steps by which a method comes to a response. */
export function responseProcedure(task: ResponseTask): Procedure<ResponseEnd> {
  const { definition } = task;
  switch (definition.kind) {
    case "plain":
      return askOnce(definition, task, () => task.question.trim());
    case "few-shot":
      return askOnce(definition, task, (shown) =>
        fewShotPrompt(shown, definition.answers, task.question),
      );
    case "chain-of-thought":
      return askOnce(
        definition,
        task,
        (shown) => chainOfThoughtPrompt(shown, task.question),
        (reply) => (definition.response === "answer" ? readChainOfThought(reply) : null) ?? reply,
      );
    case "self-ask":
      return procedure(() => selfAsk(definition, task));
    case "freshprompt":
      return procedure(() => freshPromptSteps(definition, task));
    case "search-only":
      return procedure(() => searchOnly(definition, task));
    case "webglm":
      return procedure(() => webGlm(definition, task));
  }
}

type Steps = Generator<Exclude<Step<ResponseEnd>, { kind: "end" }>, ResponseEnd, Taken>;

function askOnce(
  definition: Exclude<AskingDefinition, { kind: "self-ask" | "freshprompt" | "webglm" }>,
  task: ResponseTask,
  prompt: (shown: readonly Demonstration[]) => string,
  responseOf: (reply: string) => string = (reply) => reply,
): Procedure<ResponseEnd> {
  return procedure(function* (): Steps {
    const reply = yield* ask(definition, task, prompt(shownDemonstrations(task)));
    return ending(reply, responseOf(reply.text));
  });
}

/** The demonstrations that the prompt shows. */
export function shownDemonstrations({
  definition,
  demonstrations,
}: Pick<ResponseTask, "definition" | "demonstrations">): readonly Demonstration[] {
  return "demonstrations" in definition ? demonstrations.slice(0, definition.demonstrations) : [];
}

function* ask(
  { instruction, dateInPrompt, timeZone }: AskingDefinition,
  { today }: ResponseTask,
  prompt: string,
): Generator<Exclude<Step<never>, { kind: "end" }>, Reply, Taken> {
  const stated = dateInPrompt ? dateInWords(today) : null;
  const messages = conversation(prompt, stated, instruction, TIME_ZONES[timeZone]);
  const taken = yield { kind: "ask", messages, read: null };
  return (taken as Extract<Taken, { kind: "asked" }>).reply;
}

function* search(
  query: string,
  options: SearchOptions,
  choose: (found: readonly Evidence[]) => ChosenEvidence,
): Generator<Exclude<Step<never>, { kind: "end" }>, readonly Evidence[], Taken> {
  const taken = yield { kind: "search", query: query.trim(), options, choose };
  return (taken as Extract<Taken, { kind: "searched" }>).chosen.kept;
}

/** A reply that was cut at its limit of tokens is kept as far as it goes. */
function ending({ finish, text }: Reply, response: string): ResponseEnd {
  if (finish === "refused") return { outcome: "refused", text };
  if (finish === "length") return { outcome: "truncated", text: response };
  return { outcome: response.trim() === "" ? "empty" : "answered", text: response };
}

/**
 * Self-Ask. Without a search the model answers its follow-ups itself, all in one reply; with one, each first new
 * follow-up of a reply is searched, and what the model said behind it is dropped. Where no final answer comes – after
 * `maxFollowUps`, or because the model says neither – it is asked for once.
 */
function* selfAsk(definition: DefinitionOf<"self-ask">, task: ResponseTask): Steps {
  const demonstrations = shownDemonstrations(task);
  const prompt = (said: string) => selfAskPrompt(demonstrations, task.question, said);
  const asked: string[] = [];
  const isNew = (followUp: string) => !asked.some((before) => sameButForCase(before, followUp));
  const { search: by } = definition;
  let said = "";
  while (by === null || asked.length < by.maxFollowUps) {
    const reply = yield* ask(definition, task, prompt(said));
    const read = readSelfAsk(reply.text, by === null ? () => false : isNew);
    if (reply.finish === "refused") return ending(reply, "");
    if (read?.kind === "final") return finalEnding(reply, read);
    // What is cut within its follow-ups leads nowhere.
    if (reply.finish === "length" && !read?.complete) return { outcome: "truncated", text: "" };
    if (read === null || by === null) {
      if (by === null && reply.text.trim() !== "") said = ` ${reply.text.trim()}\n`;
      break;
    }
    const kept = yield* search(read.question, searchOptionsOf(definition)!, topOf);
    asked.push(read.question);
    said += `${said === "" ? " Yes.\n" : ""}${followUpLines(read.question, topAnswer(kept) ?? "Nothing was found.")}`;
  }
  const lead = said === "" ? "\n" : said;
  const reply = yield* ask(definition, task, prompt(`${lead}${FINAL_ANSWER_IS}`));
  const read = readSelfAsk(reply.text, () => false);
  return read?.kind === "final" ? finalEnding(reply, read) : ending(reply, reply.text.trim());
}

/** A model that goes on talking after its final answer may be cut there: the answer is whole. */
function finalEnding(
  reply: Reply,
  { answer, complete }: { answer: string; complete: boolean },
): ResponseEnd {
  return ending(
    complete && reply.finish === "length" ? { ...reply, finish: "stop" } : reply,
    answer,
  );
}

/** Services give about ten results a page: asking for fewer spares nothing, and methods share what is stored. */
const ORGANIC_PAGE = 10;

/** How a method searches; null where it does not. */
export function searchOptionsOf(definition: MethodDefinition): SearchOptions | null {
  if (!("search" in definition) || definition.search === null) return null;
  const { language, country } = definition.search;
  const organic =
    definition.kind === "freshprompt"
      ? definition.evidence.organic
      : definition.kind === "webglm"
        ? definition.pages
        : 0;
  return {
    language,
    country,
    aiText: readsAiText(definition),
    organic: Math.max(organic, ORGANIC_PAGE),
  };
}

const topOf = (found: readonly Evidence[]) => chooseEvidence(found, TOP_RULE);

/** The answer box's marked words, else its snippet, else the first result's snippet; null where there is none of them. */
function topAnswer(kept: readonly Evidence[]): string | null {
  const box = kept.find(({ kind }) => kind === "box");
  const first = kept.find(({ kind }) => kind === "organic");
  return [box?.highlight, box?.snippet, first?.snippet].find((text) => text?.trim()) ?? null;
}

function* freshPromptSteps(definition: DefinitionOf<"freshprompt">, task: ResponseTask): Steps {
  const { evidence: rule, answers, premiseCheck } = definition;
  const shown = shownDemonstrations(task).map((demonstration, index) => ({
    demonstration,
    evidence: chooseEvidence(task.demonstrationEvidence?.[index] ?? [], rule, index).kept,
  }));
  const evidence = yield* search(task.question, searchOptionsOf(definition)!, (found) =>
    chooseEvidence(found, rule, task.seed),
  );
  const stated = definition.dateInPrompt ? dateInWords(task.today) : null;
  const reply = yield* ask(
    definition,
    task,
    freshPrompt(shown, answers, stated, task.question, evidence, premiseCheck),
  );
  return ending(reply, reply.text);
}

function* searchOnly(definition: DefinitionOf<"search-only">, task: ResponseTask): Steps {
  const kept = yield* search(task.question, searchOptionsOf(definition)!, topOf);
  const text = topAnswer(kept);
  return text === null ? { outcome: "empty", text: "" } : { outcome: "answered", text };
}

/**
 * WebGLM (arXiv 2306.07906): the pages of search results, the paragraphs of them that fit the question best, and an answer
 * that cites these by number.
 */
function* webGlm(definition: DefinitionOf<"webglm">, task: ResponseTask): Steps {
  const { pages, pageSeconds, keep, embeddingModelId } = definition;
  const question = task.question.trim();
  const results = yield* search(question, searchOptionsOf(definition)!, (found) =>
    chooseResults(found, pages),
  );
  const read = yield {
    kind: "read",
    pages: results.map(({ rank, url, title }) => ({ rank, url: url!, title })),
    timeoutMs: pageSeconds * 1_000,
  };
  const scored = scoreByWords(question, (read as Extract<Taken, { kind: "read" }>).pages);
  let similarities: readonly number[] | null = null;
  if (embeddingModelId !== null && scored.length > 0) {
    const texts = scored.slice(0, MOST_COMPARED).map(({ text }) => text);
    const taken = yield { kind: "compare", servedModelId: embeddingModelId, question, texts };
    similarities = (taken as Extract<Taken, { kind: "compared" }>).similarities;
  }
  const taken = yield { kind: "select", select: () => selectBest(scored, similarities, keep) };
  const { kept } = (taken as Extract<Taken, { kind: "selected" }>).selection;
  const references = kept.map(({ title, url, text }, at) => ({ place: at + 1, title, url, text }));
  const reply = yield* ask(definition, task, webGlmPrompt(references, question));
  return { ...ending(reply, reply.text), references };
}

/**
 * What has to be searched before a job's first question: FreshPrompt's demonstrations have evidence, too. What is found
 * is handed to responseProcedure in this order.
 */
export function demonstrationSearches(
  definition: MethodDefinition,
  demonstrations: readonly Demonstration[],
): { query: string; options: SearchOptions }[] {
  if (definition.kind !== "freshprompt") return [];
  const options = searchOptionsOf(definition)!;
  return shownDemonstrations({ definition, demonstrations }).map(({ question }) => ({
    query: question.trim(),
    options,
  }));
}
