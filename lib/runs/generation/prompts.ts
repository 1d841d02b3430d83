import { writeEvidence } from "./evidence";
import { LINE_END, withoutAround } from "@/lib/platform/text";
import type { Evidence } from "@/lib/runs/connections/evidence";
import type { Reference } from "@/lib/runs/references/vocabulary";
import { bare, BEFORE_LABEL, selfAskLine } from "./rules";
import type { AnswerLength, Demonstration } from "./schema";

/*
 * The prompt of each method, without the conversation around it. FreshPrompt's is laid out as its notebook has it
 * (FreshLLMs, arXiv 2310.03214); instructions are in our own words.
 */

/** What chains of thought end with, and what their answer is found by. */
const ANSWER_IS = "So the answer is";
/** The same of Self-Ask. */
export const FINAL_ANSWER_IS = "So the final answer is:";

/** A text on one line, so that it cannot write a line of the prompt's own. */
const oneLine = (text: string) =>
  text
    .split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

const answerOf = ({ short, long }: Demonstration, length: AnswerLength) =>
  length === "long" && long !== "" ? long : short;

export function fewShotPrompt(
  demonstrations: readonly Demonstration[],
  length: AnswerLength,
  question: string,
): string {
  return questionsAndAnswers(
    demonstrations.map((one) => ({ question: one.question, answer: answerOf(one, length) })),
    question,
  );
}

export function chainOfThoughtPrompt(
  demonstrations: readonly Demonstration[],
  question: string,
): string {
  if (demonstrations.length === 0) return `Q: ${oneLine(question)}\nA: Let's think step by step.`;
  return questionsAndAnswers(
    demonstrations.map((one) => ({
      question: one.question,
      answer: `${one.reasoning === "" ? "" : `${oneLine(one.reasoning)} `}${ANSWER_IS}: ${oneLine(one.short)}`,
    })),
    question,
  );
}

function questionsAndAnswers(
  shown: readonly { question: string; answer: string }[],
  question: string,
): string {
  const pairs = shown.map((one) => `Q: ${oneLine(one.question)}\nA: ${oneLine(one.answer)}\n\n`);
  return `${pairs.join("")}Q: ${oneLine(question)}\nA:`;
}

/** Returns what follows the last "So the answer is", without emphasis around it; null where the marker is missing. */
export function readChainOfThought(reply: string): string | null {
  const parts = reply.split(/\bso the (?:final )?answer is\b[\s:*_]*/i);
  return parts.length === 1 ? null : bare(parts.at(-1)!);
}

/**
 * @param said what the model and the searches have said after the question so far.
 */
export function selfAskPrompt(
  demonstrations: readonly Demonstration[],
  question: string,
  said: string,
): string {
  const shown = demonstrations.map(({ question: asked, followUps, short }) => {
    const steps = followUps.map((one) => followUpLines(one.question, one.answer)).join("");
    return `${selfAskQuestion(asked)} ${followUps.length > 0 ? "Yes" : "No"}.\n${steps}${FINAL_ANSWER_IS} ${oneLine(short)}\n\n`;
  });
  return `${shown.join("")}${selfAskQuestion(question)}${said}`;
}

const selfAskQuestion = (question: string) =>
  `Question: ${oneLine(question)}\nAre follow up questions needed here:`;

/** A follow-up question and its answer, as lines of the prompt. */
export function followUpLines(question: string, answer: string): string {
  return `Follow up: ${oneLine(question)}\nIntermediate answer: ${oneLine(answer)}\n`;
}

const FINAL_ANSWER = /^so the final answer is/i;

/** `complete`: a line break follows, so that a reply which was cut at its limit of tokens has all of it. */
export type SelfAskReading = { complete: boolean } & (
  { kind: "follow-up"; question: string } | { kind: "final"; answer: string }
);

/**
 * Reads what a model says in Self-Ask.
 * @param isNew whether a follow-up has not been asked yet: models repeat what they were shown.
 * @returns whichever comes first, a new follow-up question or the final answer; what stands behind is cut off, above all
 *   an intermediate answer that the model made up. Null: neither.
 */
export function readSelfAsk(
  reply: string,
  isNew: (followUp: string) => boolean,
): SelfAskReading | null {
  const lines = reply.split(LINE_END);
  for (const [at, line] of lines.entries()) {
    const read = selfAskLine(line);
    const question = read?.label === "follow-up" ? read.said : "";
    const complete = at < lines.length - 1;
    if (question !== "" && isNew(question)) return { kind: "follow-up", question, complete };
    const answer = answerOfLine(line);
    if (answer !== null) return finalAnswer(answer, lines.slice(at + 1));
  }
  return null;
}

/** What follows the marker of the final answer; null where the line does not begin with it. */
function answerOfLine(line: string): string | null {
  const said = withoutAround(line, BEFORE_LABEL, null);
  const [marker] = FINAL_ANSWER.exec(said) ?? [];
  return marker === undefined ? null : bare(said.slice(marker.length)).replace(/^:/, "");
}

/** The answer on the marker's line, or on the next one that is not empty. */
function finalAnswer(same: string, rest: readonly string[]): SelfAskReading {
  if (bare(same) !== "") return { kind: "final", answer: bare(same), complete: rest.length > 0 };
  const next = rest.findIndex((one) => bare(one) !== "");
  return { kind: "final", answer: bare(rest[next] ?? ""), complete: next < rest.length - 1 };
}

/**
 * WebGLM's question behind its references, in our own words. Each reference is on one line, so that no page can write
 * another one.
 */
export function webGlmPrompt(
  references: readonly Pick<Reference, "place" | "title" | "text">[],
  question: string,
): string {
  const shown = references.map(
    ({ place, title, text }) =>
      `[${place}]${title === null ? "" : ` ${oneLine(title)}:`} ${oneLine(text)}\n`,
  );
  return `References:\n${shown.join("")}\nQuestion: ${oneLine(question)}\n\nAnswer the question from these references. Behind each statement, put the number of every reference that supports it in brackets of its own, such as [1] or [2][3]. Use no other numbers in brackets. Where the references do not answer the question, say so.`;
}

/** A demonstration of FreshPrompt with the evidence that its search gave, in the order of the prompt. */
export interface EvidencedDemonstration {
  demonstration: Demonstration;
  evidence: readonly Evidence[];
}

/**
 * @param today as the prompt states it; null leaves the date out of the demonstrations' answers.
 */
export function freshPrompt(
  demonstrations: readonly EvidencedDemonstration[],
  length: AnswerLength,
  today: string | null,
  question: string,
  evidence: readonly Evidence[],
  premiseCheck: boolean,
): string {
  const asOf = today === null ? "The" : `As of today ${today}, the`;
  const shown = demonstrations.map(
    (one) =>
      `${evidenced(one.demonstration.question, one.evidence)}\nanswer: ${asOf} most up-to-date and relevant information regarding this query is as follows. ${oneLine(answerOf(one.demonstration, length))}`,
  );
  const check = premiseCheck
    ? "\nPlease check if the question contains a valid premise before answering."
    : "";
  return `${shown.join("")}${evidenced(question, evidence)}${check}\nanswer: `;
}

function evidenced(question: string, evidence: readonly Evidence[]): string {
  return `\n\n\nquery: ${oneLine(question)}${writeEvidence(evidence)}\n\nquestion: ${oneLine(question)}`;
}
