import { z } from "zod";
import { clientKey, id } from "@/lib/platform/fields";
import { keptText, line, text } from "@/lib/platform/text";
import { contradictions, isChoice, isReservedKey } from "./rules";
import {
  DIRECTIONS,
  MARKS,
  MAX_RANKED,
  TIES,
  UNITS,
  type Answers,
  type ProtocolDefinition,
  type ProtocolQuestion,
} from "./vocabulary";

/** More questions than this no one answers about one item. */
export const MAX_QUESTIONS = 20;
/** A key of one digit selects each. */
export const MAX_LEVELS = 9;
const MAX_TEXT_ANSWER = 5_000;

export const questionKey = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, "Use up to 40 lower-case letters, digits and hyphens.")
  .refine((key) => !isReservedKey(key), "Use another key.");
const condition = z.object({ key: questionKey, is: z.number().int().min(-100).max(100) });
const asked = {
  key: questionKey,
  label: line(80).pipe(z.string().min(1, "Enter a label.")),
  help: text(1_000).trim().default(""),
  when: condition.nullable().default(null),
  required: z.boolean().default(true),
};
const level = z.object({
  value: z.number().int().min(-100).max(100),
  label: line(60).pipe(z.string().min(1, "Enter a label.")),
  meaning: text(500).trim().default(""),
});
const chosen = {
  ...asked,
  direction: z.enum(DIRECTIONS).default("up"),
  cannotTell: z.boolean().default(false),
  levels: z
    .array(level)
    .min(2, "Enter at least two levels.")
    .max(MAX_LEVELS, `${MAX_LEVELS} levels maximum.`),
};

const questionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("binary"), ...chosen }),
  z.object({ kind: z.literal("nominal"), ...chosen }),
  z.object({ kind: z.literal("ordinal"), ...chosen, aboutCitations: z.literal(true).optional() }),
  z.object({ kind: z.literal("ranking"), ...asked, ties: z.boolean().default(false) }),
  z.object({
    kind: z.literal("pairwise"),
    ...asked,
    cannotTell: z.boolean().default(false),
    ties: z.enum(TIES).default("one"),
  }),
  z.object({
    kind: z.literal("text"),
    ...asked,
    max: z.number().int().min(1).max(MAX_TEXT_ANSWER).default(1_000),
  }),
]);

/** Parses what a version of a protocol says, and refuses what no desk could ask. */
export const protocolDefinitionSchema = z
  .object({
    unit: z.enum(UNITS),
    shows: z.object({
      correctAnswers: z.boolean(),
      evidence: z.boolean(),
      references: z.boolean(),
      marks: z.enum(MARKS),
    }),
    questions: z
      .array(questionSchema)
      .min(1, "Add a question.")
      .max(MAX_QUESTIONS, `${MAX_QUESTIONS} questions maximum.`),
    rules: z
      .array(z.object({ if: condition, then: condition }))
      .max(MAX_QUESTIONS)
      .default([]),
  })
  .superRefine((definition: ProtocolDefinition, context) => {
    for (const { path, message } of definitionProblems(definition))
      context.addIssue({ code: "custom", path, message });
  });

/** What a definition contradicts itself in: where, and what to do. Empty: nothing. */
export function definitionProblems({
  unit,
  shows,
  questions,
  rules,
}: ProtocolDefinition): { path: (string | number)[]; message: string }[] {
  const problems: { path: (string | number)[]; message: string }[] = [];
  const say = (path: (string | number)[], message: string) => problems.push({ path, message });
  questions.forEach((question, at) => {
    const before = questions.slice(0, at);
    if (before.some(({ key }) => key === question.key))
      say(["questions", at, "key"], "Another question has this key.");
    if (question.when !== null && !has(before, question.when))
      say(["questions", at, "when"], "Choose an earlier question and one of its levels.");
    if (question.kind === "ranking" && unit !== "question")
      say(["questions", at, "kind"], "Only all responses to a question can be ranked.");
    if (question.kind === "pairwise" && unit !== "pair")
      say(["questions", at, "kind"], "Only two responses can be compared.");
    if (
      question.kind === "ordinal" &&
      question.aboutCitations &&
      (unit !== "response" || !shows.references || shows.marks === "removed")
    )
      say(
        ["questions", at, "aboutCitations"],
        "Citations can be rated where a response is rated at a time, with its references and marks.",
      );
    if (isChoice(question)) {
      if (unit === "question" || unit === "pair")
        say(
          ["questions", at, "kind"],
          "Levels are chosen for one response. Choose another unit, or rank or compare.",
        );
      const values = question.levels.map(({ value }) => value);
      if (new Set(values).size < values.length)
        say(["questions", at, "levels"], "Each level needs a value of its own.");
      if (question.kind === "binary" && String(values) !== "0,1")
        say(["questions", at, "levels"], "A yes-or-no question has the values 0 and 1.");
      if (
        question.kind === "ordinal" &&
        values.some((value, i) => i > 0 && value <= values[i - 1]!)
      )
        say(["questions", at, "levels"], "Enter the levels in ascending order of their values.");
    }
  });
  rules.forEach((rule, at) => {
    for (const side of ["if", "then"] as const)
      if (!has(questions, rule[side]))
        say(["rules", at, side], "Choose a question and one of its levels.");
  });
  for (const at of contradictions(rules))
    say(["rules", at, "then"], "With the other rules, no answers could keep this one.");
  if (unit === "reference" && !shows.references)
    say(["shows", "references"], "References are what is rated here; they have to be shown.");
  if (questions.every(({ kind }) => kind === "text"))
    say(
      ["questions"],
      "Add a question that is not answered with text: texts are listed, not counted.",
    );
  return problems;
}

/** Whether one of these questions has the level that a condition names. */
function has(questions: readonly ProtocolQuestion[], { key, is }: { key: string; is: number }) {
  return questions.some(
    (question) =>
      question.key === key &&
      isChoice(question) &&
      question.levels.some(({ value }) => value === is),
  );
}

const answerSchema = z.union([
  z.strictObject({ cannotTell: z.literal(true) }),
  z.strictObject({ value: z.number().int().min(-100).max(100) }),
  z.strictObject({ ranks: z.array(z.number().int().min(1).max(MAX_RANKED)).max(MAX_RANKED) }),
  z.strictObject({ text: keptText(MAX_TEXT_ANSWER, "Too long.") }),
]);
/** Parses answers in form; what the protocol says of them is read by `readAnswers`. */
export const answersSchema: z.ZodType<Answers, Answers> = z
  .record(questionKey, answerSchema)
  .refine((answers) => Object.keys(answers).length <= MAX_QUESTIONS, "Too many answers.");

const name = line(120).pipe(z.string().min(1, "Enter a name."));
const note = text(5_000).trim().default("");
export const createProtocolSchema = z.object({
  name,
  note,
  definition: protocolDefinitionSchema,
  clientKey,
});
export const saveProtocolVersionSchema = z.object({
  protocolId: id,
  /** The version that the form was opened with. */
  base: z.object({ number: z.number().int().min(1), definition: protocolDefinitionSchema }),
  /** The version is unused, so that it is changed; a used one gets a successor. */
  inPlace: z.boolean(),
  definition: protocolDefinitionSchema,
  clientKey,
});
/** Its name and note, which belong to all versions. */
export const editProtocolSchema = z.object({
  protocolId: id,
  /** What the form began with. */
  was: z.object({ name: text(120), note: text(5_000) }),
  name,
  note,
  clientKey,
});
export const archiveProtocolSchema = z.object({ protocolId: id, archived: z.boolean(), clientKey });
/** Keys of presets (presets.ts); those that were added before are left out. */
export const addPresetProtocolsSchema = z.object({
  presets: z.array(line(100)).min(1, "Choose a preset.").max(100),
  clientKey,
});
