import { Drafts } from "@/components/desk/drafts";
import { deskDraftKey } from "@/components/ui/device-keys";
import type { Keeping } from "@/components/ui/device-storage";
import { askedQuestions, isChoice, pairValues, withAnswer } from "@/lib/rating/protocols/rules";
import {
  PAIR,
  type Answer,
  type Answers,
  type ProtocolDefinition,
  type ProtocolQuestion,
} from "@/lib/rating/protocols/vocabulary";
import {
  formsDiffer,
  keptForm,
  NOTHING_NOTED,
  notesOf,
  type ItemForm,
  type Kept,
} from "./item-form";
import * as ranking from "./ranking";
import type { Notes } from "@/lib/rating/judging/schema";

/** The unsubmitted form of an item under a protocol. */
export interface ProtocolForm extends ItemForm {
  answers: Answers;
  /** Rankings that are not complete yet, by the keys of their questions. */
  tiers: Readonly<Record<string, ranking.Tiers>>;
  /** The key of the question that keys are about. */
  at: string;
  /** The place of the response that keys move in a ranking. */
  card: number;
}

/** What a form is about. */
export interface Subject {
  definition: ProtocolDefinition;
  /** The places of the item's responses, in the order in which they are shown. */
  places: readonly number[];
}

/** The places of an item's responses as they are shown. */
export function placesOf({ responses }: { responses: readonly { place: number }[] }): number[] {
  return responses.map(({ place }) => place);
}

export function emptyForm({ definition, places }: Subject): ProtocolForm {
  return formOfAnswers({ definition, places }, {}, NOTHING_NOTED);
}

/** The form filled with answers that were given before. */
export function formOfAnswers(
  { definition, places }: Subject,
  answers: Answers,
  notes: Notes,
): ProtocolForm {
  return {
    ...NOTHING_NOTED,
    ...notesOf(notes),
    answers,
    tiers: {},
    at: definition.questions[0]!.key,
    card: places[0] ?? 1,
  };
}

/** The question at hand: the one that was chosen, or the first where that is no longer asked. */
export function questionAt({ definition }: Subject, { answers, at }: ProtocolForm) {
  const asked = askedQuestions(definition, answers);
  return asked.find(({ key }) => key === at) ?? asked[0]!;
}

/** Goes to the question before or behind the one at hand. */
export function turn(subject: Subject, form: ProtocolForm, by: -1 | 1): ProtocolForm {
  const asked = askedQuestions(subject.definition, form.answers);
  const at = asked.indexOf(questionAt(subject, form)) + by;
  return at < 0 || at >= asked.length ? form : { ...form, at: asked[at]!.key };
}

/** Answers a question, which is then at hand, and goes on to the next one. */
export function answer(
  subject: Subject,
  form: ProtocolForm,
  { key }: ProtocolQuestion,
  given: Answer,
): ProtocolForm {
  const answers = withAnswer(subject.definition, form.answers, key, given);
  return turn(subject, { ...form, answers, at: key }, 1);
}

/** What is typed into a text; its question stays at hand. */
export function write(
  subject: Subject,
  form: ProtocolForm,
  { key }: ProtocolQuestion,
  text: string,
): ProtocolForm {
  const given = text === "" ? null : { text };
  return { ...form, at: key, answers: withAnswer(subject.definition, form.answers, key, given) };
}

/** A digit: a level of the question at hand, or the response that is ranked next; one that is ranked leaves the ranking. */
export function enterDigit(subject: Subject, form: ProtocolForm, digit: number): ProtocolForm {
  const question = questionAt(subject, form);
  if (isChoice(question)) {
    const level = question.levels[digit - 1];
    return level === undefined ? form : answer(subject, form, question, { value: level.value });
  }
  const place = subject.places[digit - 1];
  if (question.kind !== "ranking" || place === undefined) return form;
  return rankOrNot(subject, form, question, place);
}

/** Ranks a response next, or takes it out of the ranking where it is in it. */
export function rankOrNot(
  subject: Subject,
  form: ProtocolForm,
  question: ProtocolQuestion,
  place: number,
): ProtocolForm {
  const tiers = tiersAt(subject, form, question);
  if (tiers.flat().includes(place))
    return ranked(subject, { ...form, card: place }, question, ranking.unrank(tiers, place));
  const next = ranked(
    subject,
    { ...form, card: place },
    question,
    ranking.rankNext(tiers, place, subject.places),
  );
  return next.answers[question.key] === undefined ? next : turn(subject, next, 1);
}

/** "Cannot tell", where the question at hand may be answered so. */
export function enterCannotTell(subject: Subject, form: ProtocolForm): ProtocolForm {
  const question = questionAt(subject, form);
  return mayNotTell(question) ? answer(subject, form, question, { cannotTell: true }) : form;
}

export function mayNotTell(question: ProtocolQuestion): boolean {
  return "cannotTell" in question && question.cannotTell;
}

export type Side = "left" | "right" | "tie" | "bothBad";

/** The value of PAIR that a side means: which response is on the left differs from rater to rater. */
export function valueOfSide({ places }: Subject, side: Side): number {
  if (side === "tie" || side === "bothBad") return PAIR[side];
  return places[side === "left" ? 0 : 1] === 1 ? PAIR.first : PAIR.second;
}

/** The sides that a pairwise question may be answered with, from left to right. */
export function sidesOf(question: ProtocolQuestion & { kind: "pairwise" }): Side[] {
  const values = pairValues(question.ties);
  return (["left", "tie", "bothBad", "right"] as const).filter(
    (side) => side === "left" || side === "right" || values.includes(PAIR[side]),
  );
}

/** Prefers a side in the question at hand. */
export function enterSide(subject: Subject, form: ProtocolForm, side: Side): ProtocolForm {
  const question = questionAt(subject, form);
  return question.kind === "pairwise" && sidesOf(question).includes(side)
    ? answer(subject, form, question, { value: valueOfSide(subject, side) })
    : form;
}

// Ranking -------------------------------------------------------------------------------------------------------

/** A ranking as far as it is made. */
export function tiersAt(
  { places }: Subject,
  { answers, tiers }: ProtocolForm,
  { key }: ProtocolQuestion,
): ranking.Tiers {
  const given = answers[key];
  const made = given !== undefined && "ranks" in given ? ranking.tiersOf(given.ranks) : tiers[key];
  // What a device kept may name responses that the item does not have.
  return (made ?? [])
    .map((tier) => tier.filter((place) => places.includes(place)))
    .filter((tier) => tier.length > 0);
}

/** The responses in the order of their cards: the ranked ones, then the others as they are shown. */
export function cardsOf(
  subject: Subject,
  form: ProtocolForm,
  question: ProtocolQuestion,
): number[] {
  const done = tiersAt(subject, form, question).flat();
  return [...done, ...subject.places.filter((place) => !done.includes(place))];
}

/** The form with another ranking; a complete one is the answer. */
export function ranked(
  subject: Subject,
  form: ProtocolForm,
  { key }: ProtocolQuestion,
  tiers: ranking.Tiers,
): ProtocolForm {
  const ranks = ranking.ranksOf(tiers, subject.places.length);
  return {
    ...form,
    at: key,
    answers: withAnswer(subject.definition, form.answers, key, ranks && { ranks }),
    tiers: { ...form.tiers, [key]: tiers },
  };
}

/** Chooses the card before or behind the one at hand. */
export function turnCard(subject: Subject, form: ProtocolForm, by: -1 | 1): ProtocolForm {
  const question = questionAt(subject, form);
  if (question.kind !== "ranking") return form;
  const cards = cardsOf(subject, form, question);
  return { ...form, card: cards[cards.indexOf(form.card) + by] ?? form.card };
}

/** Moves the card at hand up or down, or ties it with the one above. */
export function moveCard(subject: Subject, form: ProtocolForm, by: -1 | 1 | "tie"): ProtocolForm {
  const question = questionAt(subject, form);
  if (question.kind !== "ranking" || (by === "tie" && !question.ties)) return form;
  const tiers = tiersAt(subject, form, question);
  return ranked(
    subject,
    form,
    question,
    by === "tie"
      ? ranking.tie(tiers, form.card)
      : ranking.move(tiers, form.card, by, subject.places),
  );
}

// Keeping -------------------------------------------------------------------------------------------------------

/** Returns whether the form says something else than `before`. */
export function differs(form: ProtocolForm, before: ProtocolForm): boolean {
  return formsDiffer(withUnfinished(form), withUnfinished(before), ["at", "card"]);
}

/** Rankings only as far as they are no answer yet. */
function withUnfinished(form: ProtocolForm): ProtocolForm {
  const unfinished = Object.entries(form.tiers).filter(
    ([key, tiers]) => form.answers[key] === undefined && tiers.length > 0,
  );
  return { ...form, tiers: Object.fromEntries(unfinished) };
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one));

/** Whether something may be the answer to a question; whether it is one is said as it is submitted. */
function isAnswer(question: ProtocolQuestion | undefined, value: unknown): boolean {
  if (question === undefined || typeof value !== "object" || value === null) return false;
  const { cannotTell, value: chosen, ranks, text } = value as Record<string, unknown>;
  if (cannotTell === true) return mayNotTell(question);
  if (question.kind === "text") return typeof text === "string";
  return question.kind === "ranking" ? isNumbers(ranks) : Number.isInteger(chosen);
}

/** What the device kept, where it is a form of this protocol: another desk may have written it. */
function readKept(definition: ProtocolDefinition, value: unknown): Kept<ProtocolForm> | null {
  const kept = keptForm(value, emptyForm({ definition, places: [] }));
  return kept !== null &&
    Object.entries(kept.form.answers).every(([key, given]) =>
      isAnswer(
        definition.questions.find((question) => question.key === key),
        given,
      ),
    ) &&
    Object.values<unknown>(kept.form.tiers).every(
      (tiers) => Array.isArray(tiers) && tiers.every(isNumbers),
    )
    ? kept
    : null;
}

/** What was entered under a protocol and not submitted, by the task's id. */
export function protocolDrafts(
  storage: Keeping | null,
  userId: number,
  definition: ProtocolDefinition,
  desk: "rating" | "adjudication" = "rating",
): Drafts<Kept<ProtocolForm>> {
  return new Drafts(
    storage,
    (taskId) => deskDraftKey(desk, userId, taskId),
    (kept) => readKept(definition, kept),
  );
}
