import type { SettingInWords } from "@/lib/platform/settings-in-words";
import { isChoice } from "@/lib/rating/protocols/rules";
import type {
  Direction,
  ProtocolDefinition,
  ProtocolQuestion,
  QuestionKind,
  Shown,
  Ties,
  Unit,
} from "@/lib/rating/protocols/vocabulary";

/** What is rated at a time. */
export const UNIT_WORDS: Record<Unit, string> = {
  response: "A response",
  reference: "A reference of a response",
  question: "All responses to a question",
  pair: "A pair of responses",
};

/** One item of a campaign, for counts: "120 pairs". */
export const ITEM_WORDS: Record<Unit, string> = {
  response: "response",
  reference: "reference",
  question: "question",
  pair: "pair",
};

export const KIND_WORDS: Record<QuestionKind, string> = {
  binary: "Yes or no",
  nominal: "Categories",
  ordinal: "Scale",
  ranking: "Ranking",
  pairwise: "Comparison of two",
  text: "Text",
};

/** The kinds that fit a unit, in the order of their choice. */
export const KINDS_OF_UNIT: Record<Unit, readonly QuestionKind[]> = {
  response: ["ordinal", "binary", "nominal", "text"],
  reference: ["ordinal", "binary", "nominal", "text"],
  question: ["ranking", "text"],
  pair: ["pairwise", "text"],
};

export const DIRECTION_WORDS: Record<Direction, string> = {
  up: "More is better",
  down: "Less is better",
  none: "Neither",
};

export const TIES_WORDS: Record<Ties, string> = {
  none: "One of the two",
  one: "One of the two, or a tie",
  "good-or-bad": "One of the two, both good, or both bad",
};

/** What raters see beside the question. */
export function shownWords(shows: Shown): string {
  const shown = [
    shows.correctAnswers && "correct answers",
    shows.evidence && "evidence",
    shows.references && "references",
  ].filter((one) => one !== false);
  return shown.length === 0 ? "Nothing else" : sentence(shown.join(", "));
}

export const MARKS_WORDS: Record<Shown["marks"], string> = {
  kept: "Kept as links to references",
  removed: "Removed",
};

const sentence = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** A condition in words: "Correctness is Mostly answered". */
function conditionWords(
  questions: readonly ProtocolQuestion[],
  { key, is }: { key: string; is: number },
): string {
  const question = questions.find((one) => one.key === key);
  const level = question && isChoice(question) && question.levels.find(({ value }) => value === is);
  return `${question?.label ?? key} is ${level ? level.label : is}`;
}

/** The rules between questions, a sentence each. */
export function ruleWords({ rules, questions }: ProtocolDefinition): string[] {
  return rules.map(
    (rule) =>
      `If ${conditionWords(questions, rule.if)}, then ${conditionWords(questions, rule.then)}`,
  );
}

/** What is peculiar to a question, beside its label, help and levels; a few words each. */
export function traitsOf(
  question: ProtocolQuestion,
  questions: readonly ProtocolQuestion[],
): string[] {
  return [
    !question.required && "Optional",
    question.when !== null && `Asked if ${conditionWords(questions, question.when)}`,
    isChoice(question) && question.direction !== "none" && DIRECTION_WORDS[question.direction],
    "cannotTell" in question && question.cannotTell && "“Cannot tell” allowed",
    question.kind === "ordinal" && question.aboutCitations === true && "About citations",
    question.kind === "ranking" && (question.ties ? "Ties allowed" : "No ties"),
    question.kind === "pairwise" && TIES_WORDS[question.ties],
    question.kind === "text" && `${question.max} characters maximum`,
  ].filter((one) => one !== false);
}

/**
 * A version in words, setting by setting, so that two can be compared: a question keeps its place in the comparison by
 * its key, whatever its label.
 */
export function protocolInWords(definition: ProtocolDefinition): SettingInWords[] {
  const { unit, shows, questions } = definition;
  return [
    { label: "Rated at a time", value: UNIT_WORDS[unit] },
    { label: "Shown", value: shownWords(shows) },
    { label: "Citation marks", value: MARKS_WORDS[shows.marks] },
    { label: "Order of questions", value: questions.map(({ key }) => key).join(", ") },
    ...questions.flatMap((question) => questionInWords(question, questions)),
    { label: "Rules", value: ruleWords(definition).join("; ") || "None" },
  ];
}

function questionInWords(
  question: ProtocolQuestion,
  questions: readonly ProtocolQuestion[],
): SettingInWords[] {
  const { key, label, help, kind } = question;
  const rows: [string, string][] = [
    ["label", label],
    ["kind", KIND_WORDS[kind]],
    ["help", help || "None"],
    ["details", traitsOf(question, questions).join("; ") || "None"],
  ];
  if (isChoice(question))
    for (const level of question.levels)
      rows.push([
        `value ${level.value}`,
        level.meaning === "" ? level.label : `${level.label}: ${level.meaning}`,
      ]);
  return rows.map(([of, value]) => ({ label: `${key}, ${of}`, value }));
}
