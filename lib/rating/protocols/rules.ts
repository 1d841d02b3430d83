import {
  PAIR,
  type Answer,
  type Answers,
  type ChoiceQuestion,
  type ProtocolDefinition,
  type ProtocolQuestion,
  type RankingQuestion,
  type Rule,
} from "./vocabulary";

/** Whether raters choose one of several levels. */
export function isChoice(question: ProtocolQuestion): question is ChoiceQuestion {
  return question.kind === "binary" || question.kind === "nominal" || question.kind === "ordinal";
}

/** The questions that are asked, given the answers so far: those whose condition holds. In the protocol's order. */
export function askedQuestions(
  { questions }: Pick<ProtocolDefinition, "questions">,
  answers: Answers,
): ProtocolQuestion[] {
  const asked: ProtocolQuestion[] = [];
  for (const question of questions) {
    const { when } = question;
    // A condition on a question that is itself not asked does not hold.
    if (
      when === null ||
      (asked.some(({ key }) => key === when.key) && valueOf(answers[when.key]) === when.is)
    )
      asked.push(question);
  }
  return asked;
}

/** Whether every object has a property of this name: answers are kept by the keys of their questions. */
export function isReservedKey(key: string): boolean {
  return key in {};
}

/** The value of an answer; null where it has none. */
export function valueOf(answer: Answer | undefined): number | null {
  return answer !== undefined && "value" in answer ? answer.value : null;
}

/** The values that a pairwise question may be answered with, in the order of their keys. */
export function pairValues(ties: "none" | "one" | "good-or-bad"): number[] {
  if (ties === "none") return [PAIR.first, PAIR.second];
  return ties === "one"
    ? [PAIR.first, PAIR.tie, PAIR.second]
    : [PAIR.first, PAIR.tie, PAIR.bothBad, PAIR.second];
}

/**
 * Whether ranks say an order of `n` responses: 1 … n, each rank the number of responses before it plus one, equal ones
 * only where ties are allowed.
 */
export function isRanking(ranks: readonly number[], n: number, ties: boolean): boolean {
  if (ranks.length !== n) return false;
  if (!ties && new Set(ranks).size !== n) return false;
  return ranks.every((rank) => rank === 1 + ranks.filter((other) => other < rank).length);
}

/** A problem with the answer to a question, in words. */
export type AnswerProblems = Record<string, string>;

/**
 * The answers that a submission means, or what it lacks, by the question's key. Answers to questions that are not asked
 * are left out; answers that no question has, or of another kind than its question's, are problems.
 * @param places how many responses the unit has: what is ranked
 */
export function readAnswers(
  definition: ProtocolDefinition,
  given: Answers,
  places: number,
): { answers: Answers; problems: null } | { answers: null; problems: AnswerProblems } {
  const problems: AnswerProblems = {};
  for (const key of Object.keys(given))
    if (!definition.questions.some((question) => question.key === key))
      problems[key] = "This question is not part of the protocol.";
  const asked = askedQuestions(definition, given);
  const answers: Record<string, Answer> = {};
  for (const question of asked) {
    const answer = given[question.key];
    const problem = problemOf(question, answer, places);
    if (problem !== null) problems[question.key] = problem;
    else if (answer !== undefined && !isEmptyText(answer)) answers[question.key] = answer;
  }
  for (const { then } of brokenRules(definition, answers)) {
    const { label, levels } = choiceOf(definition, then.key);
    problems[then.key] ??= `“${label}” has to be “${levelOf(levels, then.is)}” here.`;
  }
  return Object.keys(problems).length > 0
    ? { answers: null, problems }
    : { answers, problems: null };
}

function isEmptyText(answer: Answer): boolean {
  return "text" in answer && answer.text.trim() === "";
}

function problemOf(
  question: ProtocolQuestion,
  answer: Answer | undefined,
  places: number,
): string | null {
  if (answer === undefined || isEmptyText(answer))
    return question.required ? `Answer “${question.label}”.` : null;
  if ("cannotTell" in answer)
    return "cannotTell" in question && question.cannotTell
      ? null
      : `“${question.label}” has to be decided.`;
  switch (question.kind) {
    case "binary":
    case "nominal":
    case "ordinal":
      return "value" in answer && question.levels.some(({ value }) => value === answer.value)
        ? null
        : `Choose one of the levels of “${question.label}”.`;
    case "pairwise":
      return "value" in answer && pairValues(question.ties).includes(answer.value)
        ? null
        : `Choose one of the sides of “${question.label}”.`;
    case "ranking":
      return rankingProblem(question, answer, places);
    case "text":
      if (!("text" in answer)) return `Enter text for “${question.label}”.`;
      return answer.text.length > question.max
        ? `“${question.label}” is too long (${question.max} characters maximum).`
        : null;
  }
}

function rankingProblem(question: RankingQuestion, answer: Answer, places: number): string | null {
  if (!("ranks" in answer) || answer.ranks.length !== places) return "Rank all responses.";
  if (isRanking(answer.ranks, places, question.ties)) return null;
  return question.ties ? "Rank all responses." : "Give each response a rank of its own.";
}

/**
 * The places of rules that cannot all be kept: one on its own question, and those that, beginning with the level of one of
 * them, decide two levels of one question. Whoever chose that level could not submit anything.
 */
export function contradictions(rules: readonly Rule[]): number[] {
  const found = rules.flatMap(({ if: start, then }, at) => {
    if (start.key === then.key) return [at];
    const decided = new Map([[start.key, start.is]]);
    for (let before = 0; before < decided.size;) {
      before = decided.size;
      for (const [place, rule] of rules.entries()) {
        if (decided.get(rule.if.key) !== rule.if.is) continue;
        const level = decided.get(rule.then.key) ?? rule.then.is;
        if (level !== rule.then.is) return [place];
        decided.set(rule.then.key, level);
      }
    }
    return [];
  });
  return [...new Set(found)];
}

/** The rules that answers break: the first part holds, and the second is answered otherwise. */
export function brokenRules(definition: ProtocolDefinition, answers: Answers): Rule[] {
  return definition.rules.filter(
    (rule) =>
      valueOf(answers[rule.if.key]) === rule.if.is &&
      answers[rule.then.key] !== undefined &&
      valueOf(answers[rule.then.key]) !== rule.then.is,
  );
}

/**
 * The answers after one more. What a rule then requires is answered with it: of `strict = 1` requires `relaxed = 1`,
 * Strict credit gives Relaxed credit, and no Relaxed credit denies Strict. Answers to questions that are no longer asked
 * stay, so that changing one's mind twice loses nothing.
 */
export function withAnswer(
  definition: ProtocolDefinition,
  answers: Answers,
  key: string,
  answer: Answer | null,
): Answers {
  const { [key]: _, ...others } = answers;
  if (answer === null) return others;
  const next: Record<string, Answer> = { ...others, [key]: answer };
  for (const rule of definition.rules) {
    if (rule.if.key === key && valueOf(answer) === rule.if.is)
      next[rule.then.key] = { value: rule.then.is };
    const condition = choiceOf(definition, rule.if.key);
    if (rule.then.key === key && valueOf(answer) !== rule.then.is && condition.kind === "binary")
      next[rule.if.key] = { value: 1 - rule.if.is };
  }
  return next;
}

function choiceOf(definition: ProtocolDefinition, key: string): ChoiceQuestion {
  return definition.questions.find(
    (question): question is ChoiceQuestion => question.key === key && isChoice(question),
  )!;
}

/** The label of a level. */
export function levelOf(levels: ChoiceQuestion["levels"], value: number): string {
  return levels.find((level) => level.value === value)?.label ?? String(value);
}

/** Whether two raters gave the same answer. "Cannot tell" is one. */
export function sameAnswer(a: Answer | undefined, b: Answer | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if ("ranks" in a && "ranks" in b)
    return a.ranks.length === b.ranks.length && a.ranks.every((rank, i) => rank === b.ranks[i]);
  if ("value" in a && "value" in b) return a.value === b.value;
  if ("text" in a && "text" in b) return a.text === b.text;
  return "cannotTell" in a && "cannotTell" in b;
}

/**
 * Answers as they are stored, by the places of the item's responses, from answers by what the rater saw: the first, the
 * second … response. What a rater sends and reads never has a place, which is the same for a system in every item.
 * @param order the places in the order in which they were shown; empty where the item is one response
 */
export function answersByPlace(
  definition: Pick<ProtocolDefinition, "questions">,
  answers: Answers,
  order: readonly number[],
): Answers {
  return renumbered(definition, answers, {
    ranks: (ranks) => order.map((_, at) => ranks[order.indexOf(at + 1)]!),
    side: (shown) => order[shown - 1]!,
  });
}

/** Answers by what the rater saw, from stored ones: undoes `answersByPlace`. */
export function answersAsShown(
  definition: Pick<ProtocolDefinition, "questions">,
  answers: Answers,
  order: readonly number[],
): Answers {
  return renumbered(definition, answers, {
    ranks: (ranks) => order.map((place) => ranks[place - 1]!),
    side: (place) => order.indexOf(place) + 1,
  });
}

function renumbered(
  { questions }: Pick<ProtocolDefinition, "questions">,
  answers: Answers,
  to: { ranks: (ranks: readonly number[]) => number[]; side: (side: number) => number },
): Answers {
  const pairs = new Set(questions.filter(({ kind }) => kind === "pairwise").map(({ key }) => key));
  return Object.fromEntries(
    Object.entries(answers).map(([key, answer]): [string, Answer] => {
      if ("ranks" in answer) return [key, { ranks: to.ranks(answer.ranks) }];
      if ("value" in answer && pairs.has(key) && answer.value >= PAIR.first)
        return [key, { value: to.side(answer.value) }];
      return [key, answer];
    }),
  );
}

/** What a response of an item is called, by its number among those shown, from 0: "A", "B" … */
export function responseLetter(index: number): string {
  return String.fromCharCode(65 + index);
}

/** What keeps the answers to two definitions apart, in words; null: nothing. */
export function differenceOf(one: ProtocolDefinition, other: ProtocolDefinition): string | null {
  if (one.unit !== other.unit) return "what is rated at a time";
  for (const [some, rest] of [
    [one, other],
    [other, one],
  ] as const)
    for (const question of some.questions) {
      const same = rest.questions.find(({ key }) => key === question.key);
      if (same === undefined) return `“${question.label}”, which one of them does not ask`;
      if (same.kind !== question.kind) return `the kind of “${question.label}”`;
      if (choicesOf(same) !== choicesOf(question))
        return `what can be chosen for “${question.label}”`;
    }
  return null;
}

function choicesOf(question: ProtocolQuestion): string {
  if (isChoice(question))
    return JSON.stringify(question.levels.map(({ value, label }) => [value, label]));
  return "ties" in question ? String(question.ties) : "";
}
