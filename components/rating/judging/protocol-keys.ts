import type { KeyTable } from "@/components/desk/keys";
import { isChoice } from "@/lib/rating/protocols/rules";
import type { ProtocolDefinition, ProtocolQuestion } from "@/lib/rating/protocols/vocabulary";
import { DESK_KEYS, FORM_KEYS, NOTES_KEYS, type FormContext, type NotesContext } from "./form-keys";
import {
  enterCannotTell,
  enterDigit,
  enterSide,
  mayNotTell,
  moveCard,
  questionAt,
  turn,
  turnCard,
  type ProtocolForm,
  type Subject,
} from "./protocol-answers";

export interface AnswersContext {
  subject: Subject;
  form: ProtocolForm;
  change: (form: ProtocolForm) => void;
  /** Puts the cursor into the field of a text. */
  focus: (question: ProtocolQuestion) => void;
}

/** False, so that the key is the browser's, where it changes nothing. */
function changed({ form, change }: AnswersContext, next: ProtocolForm): boolean {
  if (next === form) return false;
  change(next);
  return true;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** The keys of a form's questions. Each acts on the question at hand, where that is of its kind. */
export const ANSWER_KEYS = {
  digit: {
    keys: DIGITS,
    shown: ["1", "…", "9"],
    does: "Choose a level, or rank a response next",
    run: (context, { key }) =>
      changed(context, enterDigit(context.subject, context.form, Number(key))),
  },
  cannotTell: {
    keys: ["0"],
    does: "Cannot tell",
    run: (context) => changed(context, enterCannotTell(context.subject, context.form)),
  },
  question: {
    keys: ["ArrowUp", "ArrowDown"],
    shown: ["↑", "↓"],
    does: "Previous, next question",
    run: (context, { key }) =>
      changed(context, turn(context.subject, context.form, key === "ArrowUp" ? -1 : 1)),
  },
  card: {
    keys: ["k", "j"],
    does: "Choose the response above, below",
    run: (context, { key }) =>
      changed(context, turnCard(context.subject, context.form, key === "k" ? -1 : 1)),
  },
  move: {
    keys: ["Alt+ArrowUp", "Alt+ArrowDown"],
    shown: ["Alt ↑", "Alt ↓"],
    does: "Move that response up, down",
    run: (context, { key }) =>
      changed(context, moveCard(context.subject, context.form, key === "ArrowUp" ? -1 : 1)),
  },
  text: {
    keys: ["e"],
    does: "Write the text",
    run: ({ subject, form, focus }) => {
      const question = questionAt(subject, form);
      if (question.kind !== "text") return false;
      focus(question);
    },
  },
} satisfies KeyTable<AnswersContext>;

/** In rankings with ties. */
const TIE_KEYS = {
  tie: {
    keys: ["="],
    does: "Tie that response with the one above, or not",
    run: (context) => changed(context, moveCard(context.subject, context.form, "tie")),
  },
} satisfies KeyTable<AnswersContext>;

/** In pairs, where the arrows to the sides answer: A is on the left, where there is room beside it. */
export const PAIR_KEYS = {
  left: {
    keys: ["ArrowLeft"],
    shown: ["←"],
    does: "Response A is better",
    run: (context) => changed(context, enterSide(context.subject, context.form, "left")),
  },
  tie: {
    keys: ["="],
    does: "Neither is better",
    run: (context) => changed(context, enterSide(context.subject, context.form, "tie")),
  },
  bothBad: {
    keys: ["-"],
    does: "Both are bad",
    run: (context) => changed(context, enterSide(context.subject, context.form, "bothBad")),
  },
  right: {
    keys: ["ArrowRight"],
    shown: ["→"],
    does: "Response B is better",
    run: (context) => changed(context, enterSide(context.subject, context.form, "right")),
  },
} satisfies KeyTable<AnswersContext>;

/** The keys of a form under a protocol, without those that none of its questions needs. */
export function answerKeys({
  questions,
}: Pick<ProtocolDefinition, "questions">): KeyTable<AnswersContext & FormContext> {
  const kinds = new Set(questions.map(({ kind }) => kind));
  const { digit, cannotTell, question, card, move, text } = ANSWER_KEYS;
  const ranks = kinds.has("ranking");
  return {
    ...(ranks || questions.some(isChoice) ? { digit } : {}),
    ...(questions.some(mayNotTell) ? { cannotTell } : {}),
    ...(kinds.has("pairwise") ? sideKeys(questions) : {}),
    ...(questions.length > 1 ? { question } : {}),
    ...(ranks ? { card, move } : {}),
    ...(questions.some((one) => one.kind === "ranking" && one.ties) ? TIE_KEYS : {}),
    ...(kinds.has("text") ? { text } : {}),
    ...FORM_KEYS,
    leave: { ...FORM_KEYS.leave, run: leaveField },
  };
}

/** The keys of a rater's item under a protocol. */
export function protocolKeys(
  definition: Pick<ProtocolDefinition, "questions" | "shows">,
): KeyTable<AnswersContext & FormContext & NotesContext> {
  const { flag, ...notes } = NOTES_KEYS;
  return {
    ...answerKeys(definition),
    ...notes,
    // Who does not see the correct answers cannot doubt them.
    ...(definition.shows.correctAnswers ? { flag } : {}),
  };
}

function leaveField(_: unknown, { target }: KeyboardEvent): false {
  if (target instanceof HTMLTextAreaElement) target.blur();
  return false;
}

function sideKeys(questions: readonly ProtocolQuestion[]): Partial<typeof PAIR_KEYS> {
  const ties = new Set(questions.map((one) => (one.kind === "pairwise" ? one.ties : "none")));
  const { left, tie, bothBad, right } = PAIR_KEYS;
  return {
    left,
    ...(ties.has("one") || ties.has("good-or-bad") ? { tie } : {}),
    ...(ties.has("good-or-bad") ? { bothBad } : {}),
    right,
  };
}

/** The keys of the whole desk: in pairs the arrows to the sides answer, and letters go to and fro. */
export function deskKeys({ unit }: ProtocolDefinition): typeof DESK_KEYS {
  if (unit !== "pair") return DESK_KEYS;
  return {
    ...DESK_KEYS,
    back: { ...DESK_KEYS.back, keys: ["b"], shown: ["b"] },
    forward: { ...DESK_KEYS.forward, keys: ["n"], shown: ["n"] },
  };
}
