import { z } from "zod";
import { alternatives } from "@/lib/platform/format";
import {
  chosen,
  idOrNone,
  oneOf,
  type Parameter,
  type Parameters,
} from "@/lib/reporting/requests/parameters";

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

/** Which verdict of people counts where raters differ and no one adjudicated. */
export const disagreementRule = {
  schema: oneOf("Rule", DISAGREEMENT_RULES, "majority"),
  option: {
    argument: "RULE",
    words: "unadjudicated disagreements: majority (default) or excluded",
    values: DISAGREEMENT_RULES,
  },
} satisfies Parameter;

/** The parameters that say whose verdicts count; `chosenVerdicts` reads them together. */
export const verdictParameters = {
  verdicts: {
    schema: chosen(
      z.enum(VERDICT_SOURCES, `Verdicts must be ${alternatives(VERDICT_SOURCES)}.`).optional(),
    ),
    option: {
      argument: "SOURCE",
      words: `whose verdicts count: ${VERDICT_SOURCES.join(", ")} (default people; with --evaluator, automatic)`,
      values: VERDICT_SOURCES,
    },
  },
  /** The evaluator's id. */
  evaluator: {
    schema: idOrNone,
    option: {
      argument: "NAME",
      words: "the automatic evaluator, for the last two: its name or number",
      named: "evaluator",
    },
  },
} satisfies Parameters;

interface Asked {
  verdicts?: VerdictSource | undefined;
  evaluator: number | null;
}

/**
 * Completes the choice, to follow a schema with `verdictParameters`. Without a source, an evaluator means its verdicts, and
 * none means people's.
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
