import { z } from "zod";
import { MAX_INT } from "@/lib/platform/fields";

/**
 * Whose verdicts a report counts: people's; one automatic evaluator's; or people's, and the evaluator's for responses that
 * no one rated.
 */
export const VERDICT_SOURCES = ["people", "automatic", "people-else-automatic"] as const;
export type VerdictSource = (typeof VERDICT_SOURCES)[number];

/** What counts where a response's judgments differ and no one adjudicated. */
export const DISAGREEMENT_RULES = ["majority", "excluded"] as const;
export type DisagreementRule = (typeof DISAGREEMENT_RULES)[number];

/** Which verdict of a response counts. */
export interface VerdictChoice {
  verdicts: VerdictSource;
  /** Null exactly where only people's verdicts count. */
  evaluator: number | null;
  /** Of people's verdicts. */
  rule: DisagreementRule;
}

const unset = (input: unknown) => (input === "" || input === null ? undefined : input);

/** The parameters that say whose verdicts count; `chosenVerdicts` reads them together. */
export const verdictParameters = {
  verdicts: z.preprocess(
    unset,
    z.enum(VERDICT_SOURCES, `Verdicts must be ${VERDICT_SOURCES.join(", ")}.`).optional(),
  ),
  /** The evaluator's id; "human" in addresses from before there were sources. */
  evaluator: z.preprocess(
    unset,
    z
      .union([
        z.literal("human").transform(() => null),
        z.coerce
          .number("Enter a number.")
          .int("Enter a whole number.")
          .positive("Enter a whole number of 1 or more.")
          .max(MAX_INT, "Value out of range."),
      ])
      .default(null),
  ),
};

interface Asked {
  verdicts?: VerdictSource | undefined;
  evaluator: number | null;
}

/**
 * Completes the choice, to follow a schema with `verdictParameters`. Without a source, as in addresses from before there
 * were any, an evaluator means its verdicts, and none means people's.
 */
export function chosenVerdicts<Request extends Asked>(
  request: Request,
  context: z.RefinementCtx,
): Omit<Request, "verdicts"> & { verdicts: VerdictSource } {
  const verdicts = request.verdicts ?? (request.evaluator === null ? "people" : "automatic");
  if (verdicts === "people") return { ...request, verdicts, evaluator: null };
  if (request.evaluator === null)
    context.addIssue({ code: "custom", path: ["evaluator"], message: "Choose an evaluator." });
  return { ...request, verdicts };
}

/** An automatic evaluator as reports name it. */
export interface NamedEvaluator {
  id: number;
  /** "FreshEval", "FreshEval, version 2". */
  name: string;
  family: string;
  version: number;
}
