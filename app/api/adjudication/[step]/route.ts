import type { CaseDeskTypes } from "@/components/rating/adjudication/case-rules";
import type { StepOf } from "@/components/desk/rules";
import { deskRoute, type DeskSteps } from "@/lib/people/access/desk-route";
import {
  adjudicate,
  claimCases,
  correctAdjudication,
  releaseCases,
  renewCases,
} from "@/lib/rating/adjudication/commands";
import {
  adjudicateSchema,
  claimCasesSchema,
  correctAdjudicationSchema,
  releaseCasesSchema,
  renewCasesSchema,
} from "@/lib/rating/adjudication/schema";

/** What the adjudication desk asks of the server. */
const STEPS: DeskSteps<StepOf<CaseDeskTypes> | "next" | "renew"> = {
  next: (actor, input) => claimCases(actor, claimCasesSchema.parse(input)),
  renew: (actor, input) => renewCases(actor, renewCasesSchema.parse(input)),
  release: (actor, input) => releaseCases(actor, releaseCasesSchema.parse(input)),
  settle: (actor, input) => adjudicate(actor, adjudicateSchema.parse(input)),
  correct: (actor, input) => correctAdjudication(actor, correctAdjudicationSchema.parse(input)),
};

export const POST = deskRoute("adjudicatorId", STEPS);
