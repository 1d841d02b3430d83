import { z } from "zod";
import { releaseNameSchema } from "@/lib/dataset/releases/schema";
import { day } from "@/lib/platform/days";
import { clientKey, id } from "@/lib/platform/fields";
import { MAX_INT } from "@/lib/platform/plain-fields";
import { line } from "@/lib/platform/text";
import { PRINCIPLE_SETS, principleSet } from "@/lib/runs/principles/principles";
import { DECISION_RULES } from "@/lib/runs/principles/rules";
import type { comparisonSchema } from "@/lib/runs/principles/schema";
import { JUDGING_MODES } from "@/lib/runs/evaluators/vocabulary";
import { USUAL_SEED } from "./vocabulary";

/** Part of what could be asked, chosen at random; the same seed chooses the same. */
const sampleSchema = z.object({
  size: z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(1, "Enter 1 or more.")
    .max(100_000, "100,000 maximum."),
  seed: z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(0, "Enter 0 or more.")
    .max(MAX_INT, "Value too large.")
    .default(USUAL_SEED),
});
export type Sample = z.output<typeof sampleSchema>;

/** US dollars, to the cent's hundredth of a cent. */
const amount = z
  .number("Enter an amount, for example 5.")
  .positive("Enter more than 0.")
  .max(1_000_000, "1,000,000 maximum.")
  .nullable();
const spendingLimit = amount.default(null);

const date = day("Use YYYY-MM-DD, for example 2026-11-21.");
const modes = z
  .array(z.enum(JUDGING_MODES))
  .min(1, "Choose at least one mode.")
  .refine((chosen) => new Set(chosen).size === chosen.length, "Choose each mode once.");

/** Which run gets the responses. */
const targetSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("new"),
    releaseName: releaseNameSchema,
    name: line(200).min(1, "Enter a run name."),
    /** Of which model the run is; null: the one that the connection's model belongs to. */
    modelId: id.nullable().default(null),
  }),
  /** A run of the same method version and model gets the responses that it lacks. */
  z.object({ kind: z.literal("existing"), runId: id }),
]);

export const generationJobSchema = z.object({
  kind: z.literal("generate"),
  target: targetSchema,
  methodVersionId: id,
  /** As a connection serves it; null for methods that only search. */
  servedModelId: id.nullable(),
  /** Null for methods without a search. */
  searchConnectionId: id.nullable().default(null),
  /** That prompts state. */
  date,
  /** Searches of this date are used again; null: the date that prompts state. */
  searchDay: date.nullable().default(null),
  sample: sampleSchema.nullable().default(null),
  spendingLimit,
  clientKey,
});
export type GenerationJobInput = z.output<typeof generationJobSchema>;

const judging = {
  runId: id,
  evaluatorId: id,
  modes,
  /** That prompts state; null: the date on which the run's release was published, whose answers count. */
  date: date.nullable().default(null),
  spendingLimit,
  clientKey,
};
export const judgingJobSchema = z.object({
  kind: z.literal("judge"),
  ...judging,
  /** Also responses that have a verdict of this evaluator by their answers. */
  again: z.boolean().default(false),
  sample: sampleSchema.nullable().default(null),
});
export type JudgingJobInput = z.output<typeof judgingJobSchema>;

export const repeatJobSchema = z.object({
  kind: z.literal("repeat"),
  ...judging,
  sample: sampleSchema.default({ size: 30, seed: USUAL_SEED }),
  /** How often each prompt is asked. */
  repetitions: z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(2, "Enter 2 or more.")
    .max(20, "20 maximum.")
    .default(3),
});
export type RepeatJobInput = z.output<typeof repeatJobSchema>;

export const comparisonJobSchema = z
  .object({
    kind: z.literal("compare"),
    runId: id,
    otherRunId: id,
    /** Whose model, tokens and further attempts are used. */
    evaluatorId: id,
    /** Of PRINCIPLE_SETS. */
    principles: line(40),
    rule: z.enum(DECISION_RULES).default("dominant"),
    /** Keys of negatable principles that count against a response. */
    negated: z.array(line(40)).max(100).default([]),
    date: judging.date,
    sample: sampleSchema.nullable().default(null),
    spendingLimit,
    clientKey,
  })
  .superRefine(({ runId, otherRunId, principles, negated }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (runId === otherRunId) issue("otherRunId", "Choose another run.");
    const set = principleSet(principles);
    if (set === undefined)
      return issue(
        "principles",
        `Choose a set of principles: ${PRINCIPLE_SETS.map(({ key }) => key).join(", ")}.`,
      );
    const allowed = set.principles.filter(({ negatable }) => negatable).map(({ key }) => key);
    if (negated.some((key) => !allowed.includes(key)))
      issue("negated", `Of this set, only these can count against: ${allowed.join(", ")}.`);
  });
export type ComparisonJobInput = z.output<typeof comparisonJobSchema>;

export const jobInputSchema = z.discriminatedUnion("kind", [
  generationJobSchema,
  judgingJobSchema,
  repeatJobSchema,
  comparisonJobSchema,
]);
export type JobInput = z.output<typeof jobInputSchema>;

/** What a job keeps of what was asked for, as JSON. */
export type JobSettings = {
  sample: Sample | null;
  modes: (typeof JUDGING_MODES)[number][];
  again: boolean;
  repetitions: number;
  /** Of jobs that compare alone. */
  comparison?: z.output<typeof comparisonSchema>;
};

export const jobSchema = z.object({ jobId: id, clientKey });
/** `spendingLimit` absent: as it is; null: none. */
export const resumeJobSchema = jobSchema.extend({ spendingLimit: amount.optional() });
