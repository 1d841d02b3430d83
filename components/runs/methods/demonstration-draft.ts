import { fieldErrors, firstName } from "@/lib/platform/fields";
import type { Category } from "@/lib/dataset/questions/vocabulary";
import { demonstrationSchema, type Demonstration } from "@/lib/runs/generation/schema";

/** A demonstration as its form holds it. */
export interface DemonstrationDraft {
  /** Tells the entries of the form apart. */
  key: number;
  question: string;
  category: Category | null;
  short: string;
  long: string;
  reasoning: string;
  /** One a line: "question | answer". */
  followUps: string;
  questionId: number | null;
}

let keys = 0;

export function emptyDemonstration(): DemonstrationDraft {
  return {
    key: ++keys,
    question: "",
    category: null,
    short: "",
    long: "",
    reasoning: "",
    followUps: "",
    questionId: null,
  };
}

export function demonstrationDraftOf(given: Demonstration): DemonstrationDraft {
  const { question, category, short, long, reasoning, followUps, questionId } = given;
  return {
    key: ++keys,
    question,
    category,
    short,
    long,
    reasoning,
    followUps: followUps.map((one) => `${one.question} | ${one.answer}`).join("\n"),
    questionId,
  };
}

/** Returns the demonstration that an entry says, or what is wrong with it, by field. */
export function demonstrationOf({
  key: _,
  followUps,
  ...rest
}: DemonstrationDraft): { demonstration: Demonstration } | { errors: Record<string, string> } {
  const lines = followUps.split("\n").filter((line) => line.trim() !== "");
  const pairs = lines.map((line) => {
    const at = line.lastIndexOf("|");
    return at === -1
      ? { question: line, answer: "" }
      : { question: line.slice(0, at), answer: line.slice(at + 1) };
  });
  if (pairs.some(({ question, answer }) => question.trim() === "" || answer.trim() === ""))
    return { errors: { followUps: "Use one line each: question | answer." } };
  const read = demonstrationSchema.safeParse({ ...rest, followUps: pairs });
  return read.success
    ? { demonstration: read.data }
    : { errors: fieldErrors(read.error, firstName) };
}
