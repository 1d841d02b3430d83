import { z } from "zod";
import { CATEGORIES } from "@/lib/dataset/questions/vocabulary";
import { clientKey, id } from "@/lib/platform/fields";
import { MAX_INT } from "@/lib/platform/plain-fields";
import { day } from "@/lib/platform/days";
import { line, text } from "@/lib/platform/text";
import { releaseNameSchema } from "@/lib/dataset/releases/schema";
import { EVIDENCE_ORDERS, type EvidenceRule } from "./evidence";

/*
 * What a method says exactly, and the demonstrations that its prompts show.
 */

export const METHOD_KINDS = [
  "plain",
  "few-shot",
  "chain-of-thought",
  "self-ask",
  "freshprompt",
  "search-only",
  "webglm",
] as const;
export type MethodKind = (typeof METHOD_KINDS)[number];

/** The zones in which "today" is read, and how a prompt names them: the notebooks say standard time all year. */
export const TIME_ZONES = {
  "America/Los_Angeles": "Pacific Standard Time",
  "America/New_York": "Eastern Standard Time",
  "Europe/London": "Greenwich Mean Time",
  "Europe/Berlin": "Central European Time",
  "Asia/Kolkata": "India Standard Time",
  "Asia/Shanghai": "China Standard Time",
  "Asia/Tokyo": "Japan Standard Time",
  UTC: "Coordinated Universal Time",
} as const;
export type TimeZone = keyof typeof TIME_ZONES;
const TIME_ZONE_NAMES = Object.keys(TIME_ZONES) as [TimeZone, ...TimeZone[]];

const whole = (least: number, most: number) =>
  z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(least, `Enter ${least} or more.`)
    .max(most, `${most} maximum.`);

/** At most so many demonstrations stand in a prompt, or in a set. */
export const MAX_DEMONSTRATIONS = 50;
const ANSWER_LENGTHS = ["short", "long"] as const;
export type AnswerLength = (typeof ANSWER_LENGTHS)[number];

/** How a model is asked. */
const asking = {
  /** What the system message says after "You are a helpful assistant." */
  instruction: text(2_000).trim().min(1, "Enter an instruction."),
  /** States the job's date in the system message and as the model's own words. */
  dateInPrompt: z.boolean(),
  /** In which the job's date is read. */
  timeZone: z.enum(TIME_ZONE_NAMES),
  /** Null: not sent. */
  temperature: z
    .number("Enter a number, for example 0.")
    .min(0, "Enter 0 or more.")
    .max(2, "2 maximum.")
    .nullable(),
  /** Of one reply. */
  maxTokens: whole(1, 1_000_000),
  /** Null: not sent. */
  seed: whole(0, MAX_INT).nullable(),
};

/** How a search is made. */
const searching = {
  /** "en", "pt-br". */
  language: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{2,3}(-[a-z]{2,4})?$/, "Use a language code, for example en."),
  country: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{2}$/, "Use a country code, for example us."),
  /** Whether texts that a search engine's own model wrote are evidence. */
  aiText: z.boolean(),
};

/** Limits of a method that reads pages. */
const MAX_PAGES = 20;
const MAX_KEPT = 20;

const evidenceRuleSchema = z
  .object({
    organic: whole(0, 100),
    related: whole(0, 20),
    qa: whole(0, 20),
    graph: z.boolean(),
    box: z.boolean(),
    keep: whole(1, 100),
    order: z.enum(EVIDENCE_ORDERS),
  })
  .refine(({ organic, related, qa, graph, box }) => organic + related + qa > 0 || graph || box, {
    message: "Choose at least one kind of evidence.",
    path: ["organic"],
  }) satisfies z.ZodType<EvidenceRule>;

export const methodDefinitionSchema = z.discriminatedUnion("kind", [
  /** The question alone. */
  z.object({ kind: z.literal("plain"), ...asking }),
  /** Demonstrations as "Q: …" and "A: …" before the question. */
  z.object({
    kind: z.literal("few-shot"),
    demonstrations: whole(1, MAX_DEMONSTRATIONS),
    answers: z.enum(ANSWER_LENGTHS),
    ...asking,
  }),
  /** Demonstrations reason before they answer. Without any, the prompt asks to think step by step. */
  z.object({
    kind: z.literal("chain-of-thought"),
    demonstrations: whole(0, MAX_DEMONSTRATIONS),
    /** What becomes the response: the whole reply, or what follows its last "So the answer is" (all of it without one). */
    response: z.enum(["reply", "answer"]),
    ...asking,
  }),
  /** The model asks itself follow-up questions. Its final answer alone becomes the response. */
  z.object({
    kind: z.literal("self-ask"),
    demonstrations: whole(1, MAX_DEMONSTRATIONS),
    /** Who answers the follow-ups: null: the model itself, all in one reply. */
    search: z
      .object({
        ...searching,
        /** After so many, the final answer is asked for. */
        maxFollowUps: whole(1, 20),
      })
      .nullable(),
    ...asking,
  }),
  /** Evidence of a search before the question, and before each demonstration. */
  z.object({
    kind: z.literal("freshprompt"),
    evidence: evidenceRuleSchema,
    /** Asks to check the premise: of the last question only. */
    premiseCheck: z.boolean(),
    demonstrations: whole(0, MAX_DEMONSTRATIONS),
    answers: z.enum(ANSWER_LENGTHS),
    search: z.object(searching),
    ...asking,
  }),
  /** No model: the answer box, or the first result's snippet. */
  z.object({ kind: z.literal("search-only"), search: z.object(searching) }),
  /** Paragraphs of the pages behind the results of a search, numbered, and an answer that cites them. */
  z.object({
    kind: z.literal("webglm"),
    search: z.object({ language: searching.language, country: searching.country }),
    /** How many results' pages are read, best first. */
    pages: whole(1, MAX_PAGES),
    /** For each page, redirects included. */
    pageSeconds: whole(1, 60),
    /** How many paragraphs the prompt gets. */
    keep: whole(1, MAX_KEPT),
    /** The model of a connection whose embeddings are compared, too; null: words alone are. */
    embeddingModelId: id.nullable(),
    ...asking,
  }),
]);
export type MethodDefinition = z.output<typeof methodDefinitionSchema>;
/** A definition that asks a model. */
export type AskingDefinition = Exclude<MethodDefinition, { kind: "search-only" }>;
export type DefinitionOf<K extends MethodKind> = Extract<MethodDefinition, { kind: K }>;

const demonstrationText = (most: number) => text(most).trim();

export const demonstrationSchema = z.object({
  question: demonstrationText(2_000).min(1, "Enter a question."),
  category: z.enum(CATEGORIES).nullable().default(null),
  /** The answer in a few words. */
  short: demonstrationText(2_000).min(1, "Enter a short answer."),
  /** The answer in a sentence or more; empty: the short one serves. */
  long: demonstrationText(5_000).default(""),
  /** How one gets to the answer, without "So the answer is"; for chains of thought. */
  reasoning: demonstrationText(5_000).default(""),
  /** For Self-Ask, in their order; none: the question needs none. */
  followUps: z
    .array(
      z.object({
        question: demonstrationText(1_000).min(1, "Enter a follow-up question."),
        answer: demonstrationText(1_000).min(1, "Enter its answer."),
      }),
    )
    .max(10, "10 follow-up questions maximum.")
    .default([]),
  /** The question of the dataset that it is; null for our own. */
  questionId: id.nullable().default(null),
});
export type Demonstration = z.output<typeof demonstrationSchema>;
export const demonstrationsSchema = z
  .array(demonstrationSchema)
  .min(1, "Add a demonstration.")
  .max(MAX_DEMONSTRATIONS, `${MAX_DEMONSTRATIONS} demonstrations maximum.`);

// What forms and programs send -----------------------------------------------------------------------------------

const nameSchema = line(200).min(1, "Enter a name.");
const noteSchema = text(5_000).trim().default("");
const version = {
  definition: methodDefinitionSchema,
  /** Where the prompt shows demonstrations. */
  demonstrationSetId: id.nullable().default(null),
};

export const createMethodSchema = z.object({
  name: nameSchema,
  note: noteSchema,
  ...version,
  clientKey,
});

/** Keys of presets (presets.ts); those whose name is there already are left out. */
export const addPresetMethodsSchema = z.object({
  presets: z.array(line(100)).min(1, "Choose a preset.").max(100),
  clientKey,
});

export const saveMethodVersionSchema = z.object({
  methodId: id,
  /** The version that the form began with. */
  base: z.object({ number: whole(1, MAX_INT), ...version }),
  /** The version is unused, so that it is changed; a used one gets a successor. */
  inPlace: z.boolean(),
  ...version,
  clientKey,
});

/** Its name and note, which belong to all versions. */
export const editMethodSchema = z.object({
  methodId: id,
  /** What the form began with. */
  was: z.object({ name: text(200), note: text(5_000) }),
  name: nameSchema,
  note: noteSchema,
  clientKey,
});

export const archiveMethodSchema = z.object({ methodId: id, archived: z.boolean(), clientKey });

export const saveDemonstrationSetSchema = z.object({
  name: nameSchema,
  /** The version that the form began with; null: a new set. */
  base: whole(1, MAX_INT).nullable(),
  /** The date on which the answers are true. */
  asOf: day("Choose a date."),
  note: noteSchema,
  demonstrations: demonstrationsSchema,
  clientKey,
});

/** A set of the questions that a release has in its DEMO split. */
export const demonstrationsFromReleaseSchema = z.object({
  name: nameSchema,
  releaseName: releaseNameSchema,
  clientKey,
});
