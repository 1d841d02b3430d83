import { conversation } from "@/lib/runs/connections/conversation";
import type { Message } from "@/lib/runs/connections/models";
import type { Procedure, Reply, VerdictEnd } from "@/lib/runs/connections/procedure";
import { ASK_AGAIN, judgePrompt, type Judged } from "./fresh-eval";
import { readFreshEval } from "./rules";
import type { EvaluatorDefinition } from "./schema";
import type { JudgingMode } from "./vocabulary";

const STYLE = "Respond as concisely as possible.";

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
  return (taken) => {
    let messages: Message[] = first;
    let maxTokens = definition.maxTokens;
    const left = { ...definition.asksAgain };
    for (const step of taken) {
      if (step.kind !== "asked") throw new Error("Judging takes no searches.");
      const reading = readReply(step.reply);
      if (reading.state === "parsed")
        return {
          kind: "end",
          end: { outcome: "parsed", correct: reading.correct, comment: reading.comment },
        };
      if (reading.state === "refused" || left[reading.state] === 0)
        return { kind: "end", end: { outcome: reading.state } };
      left[reading.state] -= 1;
      if (reading.state === "truncated") maxTokens *= 2;
      else messages = askedAgain(messages, step.reply.text);
    }
    return {
      kind: "ask",
      messages,
      maxTokens,
      read(reply) {
        const { state } = readReply(reply);
        return state === "refused" ? "unparsed" : state;
      },
    };
  };
}

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

function readReply({ text, finish }: Reply) {
  return finish === "refused" ? { state: "refused" as const } : readFreshEval(text, finish);
}

/**
 * The conversation with the reply and the request for a verdict behind it. No service takes an empty message, and some
 * none of the same side twice in a row: behind an empty reply the request goes into the message before it.
 */
function askedAgain(messages: readonly Message[], reply: string): Message[] {
  if (/\S/.test(reply))
    return [
      ...messages,
      { role: "assistant", content: reply },
      { role: "user", content: ASK_AGAIN },
    ];
  const last = messages.at(-1)!;
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${ASK_AGAIN}` }];
}
