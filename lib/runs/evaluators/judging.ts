import { conversation } from "@/lib/runs/connections/conversation";
import type { Message } from "@/lib/runs/connections/models";
import {
  procedure,
  type Procedure,
  type Reply,
  type Step,
  type Taken,
  type VerdictEnd,
} from "@/lib/runs/connections/procedure";
import { ASK_AGAIN, judgePrompt, type Judged } from "./fresh-eval";
import { readFreshEval } from "./rules";
import type { EvaluatorDefinition } from "./schema";
import type { JudgingMode } from "./vocabulary";

export const STYLE = "Respond as concisely as possible.";

/**
 * How a response is judged in one mode: asked once, and again where the reply held no verdict. A reply without one is
 * answered with the form that is missing, because the same prompt would mostly bring the same reply; a reply that was cut
 * off is asked for again with twice the tokens. Each is done as often as the definition says, and then the item ends as
 * `unparsed` or `truncated`, which is no verdict. A refusal of the service ends it at once.
 * @param input.today as the prompt states it, "November 22, 2026"; null: it states none, as with the definition's date rule.
 */
export function judgeProcedure(input: {
  definition: EvaluatorDefinition;
  mode: JudgingMode;
  judged: Judged;
  today: string | null;
}): Procedure<VerdictEnd> {
  const { definition, mode, judged, today } = input;
  const prompt = judgePrompt(definition, mode, judged);
  const first = conversation(prompt, definition.date === "job" ? today : null, STYLE);
  return procedure(function* () {
    const found = yield* askedUntilRead(first, definition, readFreshEval, ASK_AGAIN);
    return found.state === "parsed"
      ? { outcome: "parsed", correct: found.correct, comment: found.comment }
      : { outcome: found.state };
  });
}

/**
 * The steps of one question to a judge: asked once, and again where the reply held nothing to read. A reply without it is
 * answered with the form that is missing; a reply that was cut off is asked for again with twice the tokens.
 * @param read what the reply holds; @param form asks for what is missing.
 * @returns what was read, or why nothing was
 */
export function* askedUntilRead<R extends { state: "parsed" | "unparsed" | "truncated" }>(
  first: readonly Message[],
  { asksAgain, maxTokens: tokens }: Pick<EvaluatorDefinition, "asksAgain" | "maxTokens">,
  read: (text: string, finish: ReadableFinish) => R,
  form: string,
): Generator<Asking, R | { state: "refused" }, Taken> {
  let messages = first;
  let maxTokens = tokens;
  const left = { ...asksAgain };
  for (;;) {
    const taken = yield {
      kind: "ask",
      messages,
      maxTokens,
      read: ({ text, finish }) => (finish === "refused" ? "unparsed" : read(text, finish).state),
    };
    const { text, finish } = (taken as Extract<Taken, { kind: "asked" }>).reply;
    if (finish === "refused") return { state: "refused" };
    const found = read(text, finish);
    if (found.state === "parsed" || left[found.state] === 0) return found;
    left[found.state] -= 1;
    if (found.state === "truncated") maxTokens *= 2;
    else messages = askedAgain(messages, text, form);
  }
}

type Asking = Extract<Step<never>, { kind: "ask" }>;
type ReadableFinish = Exclude<Reply["finish"], "refused">;

/** What a version sends in a mode, for people to read: every message, with names for what each job and response brings. */
export function judgedInWords(definition: EvaluatorDefinition, mode: JudgingMode): string {
  const judged = { question: "{question}", answers: ["{correct answers}"], response: "{response}" };
  const prompt = judgePrompt(definition, mode, judged);
  return conversation(prompt, definition.date === "job" ? "{date}" : null, STYLE)
    .map(({ role, content }) => `${role}:\n${content}`)
    .join("\n\n\n");
}

/** The greatest number of calls that one response takes in one mode. */
export function mostAsks({ asksAgain }: Pick<EvaluatorDefinition, "asksAgain">): number {
  return 1 + asksAgain.unparsed + asksAgain.truncated;
}

/**
 * The conversation with the reply and the request for a verdict behind it. No service takes an empty message, and some
 * none of the same side twice in a row: behind an empty reply the request goes into the message before it.
 */
function askedAgain(messages: readonly Message[], reply: string, form: string): Message[] {
  if (/\S/.test(reply))
    return [...messages, { role: "assistant", content: reply }, { role: "user", content: form }];
  const last = messages.at(-1)!;
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${form}` }];
}
