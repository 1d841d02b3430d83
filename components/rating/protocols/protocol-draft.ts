import { z } from "zod";
import { numberOf } from "@/components/ui/form-values";
import { fieldErrors } from "@/lib/platform/fields";
import { isReservedKey } from "@/lib/rating/protocols/rules";
import { MAX_LEVELS, protocolDefinitionSchema } from "@/lib/rating/protocols/schema";
import {
  DIRECTIONS,
  MARKS,
  QUESTION_KINDS,
  TIES,
  UNITS,
  type ProtocolDefinition,
  type ProtocolQuestion,
} from "@/lib/rating/protocols/vocabulary";

/*
 * A definition as its editor holds it: each setting of every kind, so that changing the kind loses nothing; numbers as
 * they are typed; questions by an id of their own, so that conditions and rules follow a question whose key changes.
 */

/** A field of numbers: what it shows while someone types. */
const typed = z.union([z.number(), z.string()]);
const condition = z.object({ question: z.string(), is: z.number() });
const level = z.object({ value: typed, label: z.string(), meaning: z.string() });
const question = z.object({
  id: z.string(),
  kind: z.enum(QUESTION_KINDS),
  key: z.string(),
  /** The key is made from the label until someone writes it. */
  ownKey: z.boolean(),
  label: z.string(),
  help: z.string(),
  when: condition.nullable(),
  required: z.boolean(),
  direction: z.enum(DIRECTIONS),
  cannotTell: z.boolean(),
  /** Of scales; what was kept before there was this lacks it. */
  aboutCitations: z.boolean().default(false),
  /** Of yes-or-no questions: no, then yes. */
  sides: z.array(level),
  /** Of scales and categories. */
  levels: z.array(level),
  ranksTied: z.boolean(),
  ties: z.enum(TIES),
  max: typed,
});
/** Parses what a device has kept. */
export const protocolDraftSchema = z.object({
  unit: z.enum(UNITS),
  shows: z.object({
    correctAnswers: z.boolean(),
    evidence: z.boolean(),
    references: z.boolean(),
    marks: z.enum(MARKS),
  }),
  questions: z.array(question),
  rules: z.array(
    z.object({ id: z.string(), if: condition.nullable(), then: condition.nullable() }),
  ),
});

export type ProtocolDraft = z.infer<typeof protocolDraftSchema>;
export type QuestionDraft = ProtocolDraft["questions"][number];
export type LevelDraft = QuestionDraft["levels"][number];
export type RuleDraft = ProtocolDraft["rules"][number];
/** A question and one of its levels. */
export type ConditionDraft = z.infer<typeof condition>;

/** The smallest "q1", "q2" … that is free. */
export function freeId(taken: readonly { id: string }[]): string {
  for (let n = taken.length + 1; ; n++) if (!taken.some(({ id }) => id === `q${n}`)) return `q${n}`;
}

/** A key made from a label: "Citation accuracy" gives "citation-accuracy", and "-2" after it where that is taken. */
export function keyOf(label: string, taken: readonly string[]): string {
  const words = label
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 36)
    .replace(/-+$/, "");
  const key = words === "" ? "question" : words;
  for (let n = 1; ; n++) {
    const next = n === 1 ? key : `${key}-${n}`;
    if (!taken.includes(next) && !isReservedKey(next)) return next;
  }
}

/** A question as it is added: of the kind that fits the unit. */
export function newQuestion(draft: ProtocolDraft, kind: QuestionDraft["kind"]): QuestionDraft {
  return {
    id: freeId(draft.questions),
    kind,
    key: keyOf(
      "",
      draft.questions.map(({ key }) => key),
    ),
    ownKey: false,
    label: "",
    help: "",
    when: null,
    required: true,
    direction: "up",
    cannotTell: false,
    aboutCitations: false,
    sides: [
      { value: 0, label: "No", meaning: "" },
      { value: 1, label: "Yes", meaning: "" },
    ],
    levels: [0, 1, 2, 3].map((value) => ({ value, label: "", meaning: "" })),
    ranksTied: false,
    ties: "one",
    max: 1_000,
  };
}

/** The levels that a question has by its kind. */
export function levelsOf(question: QuestionDraft): readonly LevelDraft[] {
  if (question.kind === "binary") return question.sides;
  return question.kind === "ordinal" || question.kind === "nominal" ? question.levels : [];
}

/** Whether another level can be added. */
export function mayAddLevel(question: QuestionDraft): boolean {
  return question.kind !== "binary" && question.levels.length < MAX_LEVELS;
}

/** One more level, one above the greatest value. */
export function withLevel(question: QuestionDraft): QuestionDraft {
  const values = question.levels.map(({ value }) => numberOf(value) ?? 0);
  const value = values.length === 0 ? 0 : Math.max(...values) + 1;
  return { ...question, levels: [...question.levels, { value, label: "", meaning: "" }] };
}

/** A draft with a question changed. A new label makes a new key, until someone writes one. */
export function withQuestion(
  draft: ProtocolDraft,
  id: string,
  part: Partial<QuestionDraft>,
): ProtocolDraft {
  const others = draft.questions.filter((one) => one.id !== id).map(({ key }) => key);
  return {
    ...draft,
    questions: draft.questions.map((one) => {
      if (one.id !== id) return one;
      const next = { ...one, ...part };
      return part.label === undefined || next.ownKey
        ? next
        : { ...next, key: keyOf(part.label, others) };
    }),
  };
}

/** A draft without a question, and without what depends on it. */
export function withoutQuestion(draft: ProtocolDraft, id: string): ProtocolDraft {
  return {
    ...draft,
    questions: draft.questions
      .filter((one) => one.id !== id)
      .map((one) => (one.when?.question === id ? { ...one, when: null } : one)),
    rules: draft.rules.filter((rule) => rule.if?.question !== id && rule.then?.question !== id),
  };
}

/** A draft with a question moved by one place; the same where there is no such place. */
export function withMoved(draft: ProtocolDraft, id: string, by: -1 | 1): ProtocolDraft {
  const from = draft.questions.findIndex((one) => one.id === id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= draft.questions.length) return draft;
  const questions = [...draft.questions];
  [questions[from], questions[to]] = [questions[to]!, questions[from]!];
  return { ...draft, questions };
}

/** Returns the editor's form of a definition. */
export function draftOf(definition: ProtocolDefinition): ProtocolDraft {
  const draft: ProtocolDraft = {
    unit: definition.unit,
    shows: { ...definition.shows },
    questions: [],
    rules: [],
  };
  for (const question of definition.questions) {
    const empty = newQuestion(draft, question.kind);
    const { key, label, help, required, when } = question;
    const read: QuestionDraft = { ...empty, key, ownKey: true, label, help, required };
    read.when = when && conditionOf(draft, when);
    if ("cannotTell" in question) read.cannotTell = question.cannotTell;
    if ("levels" in question) {
      read.direction = question.direction;
      const levels = question.levels.map((one) => ({ ...one }));
      if (question.kind === "binary") read.sides = levels;
      else read.levels = levels;
    }
    if (question.kind === "ordinal") read.aboutCitations = question.aboutCitations ?? false;
    if (question.kind === "ranking") read.ranksTied = question.ties;
    if (question.kind === "pairwise") read.ties = question.ties;
    if (question.kind === "text") read.max = question.max;
    draft.questions.push(read);
  }
  draft.rules = definition.rules.map((rule, at) => ({
    id: `q${at + 1}`,
    if: conditionOf(draft, rule.if),
    then: conditionOf(draft, rule.then),
  }));
  return draft;
}

function conditionOf(
  { questions }: ProtocolDraft,
  { key, is }: { key: string; is: number },
): ConditionDraft | null {
  const question = questions.find((one) => one.key === key);
  return question ? { question: question.id, is } : null;
}

/** Returns the definition that a form says, or what is wrong with it, by path ("questions.0.label"). */
export function definitionOf(
  draft: ProtocolDraft,
):
  | { definition: ProtocolDefinition; errors: null }
  | { definition: null; errors: Record<string, string> } {
  const condition = (one: ConditionDraft | null) => ({
    key: draft.questions.find(({ id }) => id === one?.question)?.key ?? "none",
    is: one?.is ?? 0,
  });
  const read = protocolDefinitionSchema.safeParse({
    unit: draft.unit,
    shows: draft.shows,
    questions: draft.questions.map((question) => ({
      ...said(question),
      when: question.when && condition(question.when),
    })),
    rules: draft.rules.map((rule) => ({ if: condition(rule.if), then: condition(rule.then) })),
  });
  return read.success
    ? { definition: read.data, errors: null }
    : { definition: null, errors: fieldErrors(read.error) };
}

/** What a question says by its kind, as it is typed. */
function said(question: QuestionDraft): object {
  const { kind, key, label, help, required, direction, cannotTell } = question;
  const asked = { kind, key, label, help, required };
  const levels = levelsOf(question).map((one) => ({ ...one, value: numberOf(one.value) }));
  const byKind: Record<ProtocolQuestion["kind"], object> = {
    binary: { direction, cannotTell, levels },
    nominal: { direction: "none", cannotTell, levels },
    ordinal: {
      direction,
      cannotTell,
      levels,
      ...(question.aboutCitations && { aboutCitations: true }),
    },
    ranking: { ties: question.ranksTied },
    pairwise: { cannotTell, ties: question.ties },
    text: { max: numberOf(question.max) },
  };
  return { ...asked, ...byKind[kind] };
}
