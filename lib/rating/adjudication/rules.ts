import type { Verdict } from "@/lib/rating/judging/vocabulary";
import { askedQuestions, isChoice, readAnswers, sameAnswer } from "@/lib/rating/protocols/rules";
import type {
  Answer,
  Answers,
  ChoiceQuestion,
  ProtocolDefinition,
} from "@/lib/rating/protocols/vocabulary";
import type { AgreedDraft } from "./schema";
import type { Cause } from "./vocabulary";

export const CAUSE_WORDS: Record<Cause, string> = {
  relaxed: "Relaxed disagreement",
  strict: "Strict disagreement",
  answers: "Different answers",
  flagged: "Answer flagged",
  "low-confidence": "Low confidence",
  audit: "Audit",
};

/** What all verdicts have in common: credit where it is the same, a reason where the credit and the reason are. */
export function agreedParts(verdicts: readonly Verdict[]): AgreedDraft {
  const same = <K extends keyof Verdict>(key: K): Verdict[K] | null => {
    const [first] = verdicts;
    return first !== undefined && verdicts.every((verdict) => verdict[key] === first[key])
      ? first[key]
      : null;
  };
  const relaxed = same("relaxed");
  const strict = same("strict");
  return {
    relaxed,
    strict,
    relaxedReason: relaxed === false ? same("relaxedReason") : null,
    strictReason: strict === false ? same("strictReason") : null,
  };
}

/**
 * Of all pairs of ratings and both modes, the share that agrees; 1 where there are no pairs. The database computes the
 * same (refresh_adjudication_cases in the migration); a test holds the two against each other.
 */
export function pairAgreement(verdicts: readonly Pick<Verdict, "relaxed" | "strict">[]): number {
  const n = verdicts.length;
  if (n < 2) return 1;
  const pairs = (credits: number) => credits * (credits - 1) + (n - credits) * (n - credits - 1);
  const credits = (mode: "relaxed" | "strict") =>
    verdicts.filter((verdict) => verdict[mode]).length;
  return (pairs(credits("relaxed")) + pairs(credits("strict"))) / (2 * n * (n - 1));
}

/** Why verdicts await adjudication, in the order of CAUSES; none: they do not, unless an audit draws them. */
export function causesOf(
  ratings: readonly (Pick<Verdict, "relaxed" | "strict"> & {
    flagged: boolean;
    lowConfidence: boolean;
  })[],
): Cause[] {
  const differs = (mode: "relaxed" | "strict") =>
    new Set(ratings.map((rating) => rating[mode])).size > 1;
  return [
    ...(differs("relaxed") ? ["relaxed" as const] : []),
    ...(differs("strict") ? ["strict" as const] : []),
    ...doubtsOf(ratings),
  ];
}

/** What raters doubt, under whichever protocol. */
export function doubtsOf(
  ratings: readonly { flagged: boolean; lowConfidence: boolean }[],
): ("flagged" | "low-confidence")[] {
  return [
    ...(ratings.some((rating) => rating.flagged) ? ["flagged" as const] : []),
    ...(ratings.some((rating) => rating.lowConfidence) ? ["low-confidence" as const] : []),
  ];
}

// Other protocols -------------------------------------------------------------------------------------------------

/** What of a protocol is adjudicated: its choices. Rankings and pairs are aggregated, texts are read. */
export function adjudicatedPart(definition: ProtocolDefinition): ProtocolDefinition {
  return { ...definition, questions: definition.questions.filter(isChoice) };
}

/** The answers that were given to a question, "cannot tell" among them. */
function givenTo(key: string, ratings: readonly Answers[]): Answer[] {
  return ratings.flatMap((answers) => answers[key] ?? []);
}

function allSame(given: readonly Answer[]): boolean {
  return given.every((answer) => sameAnswer(answer, given[0]));
}

/** The keys of the questions that raters answered differently, in the protocol's order. */
export function differingQuestions(
  definition: ProtocolDefinition,
  ratings: readonly Answers[],
): string[] {
  return adjudicatedPart(definition)
    .questions.map(({ key }) => key)
    .filter((key) => !allSame(givenTo(key, ratings)));
}

/** What all who answered a question said of it. */
function agreedAnswers(definition: ProtocolDefinition, ratings: readonly Answers[]): Answers {
  return Object.fromEntries(
    adjudicatedPart(definition).questions.flatMap(({ key }) => {
      const given = givenTo(key, ratings);
      return given.length > 0 && allSame(given) ? [[key, given[0]!]] : [];
    }),
  );
}

/**
 * What the ratings suggest as final: where they agree, their answer; else what more than half of them say; of levels with
 * an order, their median where it is one of the levels. A question without a suggestion is left to the adjudicator, and so
 * is one that is not asked after the suggested answers.
 */
export function proposedAnswers(
  definition: ProtocolDefinition,
  ratings: readonly Answers[],
): Answers {
  const part = adjudicatedPart(definition);
  const proposed = Object.fromEntries(
    part.questions.flatMap((question) => {
      const answer = proposedFor(question as ChoiceQuestion, givenTo(question.key, ratings));
      return answer === null ? [] : [[question.key, answer]];
    }),
  );
  const asked = new Set(askedQuestions(part, proposed).map(({ key }) => key));
  return Object.fromEntries(Object.entries(proposed).filter(([key]) => asked.has(key)));
}

function proposedFor({ kind, levels }: ChoiceQuestion, given: readonly Answer[]): Answer | null {
  const most = given.find(
    (answer) => 2 * given.filter((other) => sameAnswer(other, answer)).length > given.length,
  );
  if (most !== undefined) return most;
  if (kind !== "ordinal") return null;
  const places = given
    .flatMap((answer) =>
      "value" in answer ? [levels.findIndex(({ value }) => value === answer.value)] : [],
    )
    .sort((a, b) => a - b);
  if (places.length === 0) return null;
  const middle =
    (places[Math.floor((places.length - 1) / 2)]! + places[Math.ceil((places.length - 1) / 2)]!) /
    2;
  return Number.isInteger(middle) ? { value: levels[middle]!.value } : null;
}

/**
 * Of all pairs of answers to a question, the share that is the same, averaged over the questions; 1 where there are no
 * pairs. The database computes the same; a test holds the two against each other.
 */
export function answersAgreement(
  definition: ProtocolDefinition,
  ratings: readonly Answers[],
): number {
  const shares = adjudicatedPart(definition).questions.flatMap(({ key }) => {
    const given = givenTo(key, ratings);
    const n = given.length;
    if (n < 2) return [];
    const same = given.reduce(
      (sum, one) => sum + given.filter((other) => sameAnswer(one, other)).length - 1,
      0,
    );
    return [same / (n * (n - 1))];
  });
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/**
 * The final answers that an adjudicator's mean, or what they lack: those to the questions that are asked, and where the
 * adjudicator left one out that raters agree on, their answer.
 */
export function readFinalAnswers(
  definition: ProtocolDefinition,
  given: Answers,
  ratings: readonly Answers[],
): ReturnType<typeof readAnswers> {
  return readAnswers(
    adjudicatedPart(definition),
    { ...agreedAnswers(definition, ratings), ...given },
    1,
  );
}

/** "Rater A" … "Rater Z", "Rater AA" …, by place from 0. */
export function raterLetter(place: number): string {
  let letters = "";
  for (let rest = place + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `Rater ${letters}`;
}
