import { step, wire, type TypesOf } from "@/lib/people/access/desk-route";
import { adjudicate, claimCases, correctAdjudication, releaseCases, renewCases } from "./commands";
import {
  adjudicateSchema,
  claimCasesSchema,
  correctAdjudicationSchema,
  releaseCasesSchema,
  renewCasesSchema,
} from "./schema";

/** What the adjudication desk and the server say to each other. */
export const CASE_WIRE = wire(
  { person: "adjudicatorId", visit: "token", version: 2 },
  {
    next: step(claimCasesSchema, claimCases),
    renew: step(renewCasesSchema, renewCases),
    release: step(releaseCasesSchema, releaseCases),
    settle: step(adjudicateSchema, adjudicate),
    correct: step(correctAdjudicationSchema, correctAdjudication),
  },
);
export type CaseWire = TypesOf<typeof CASE_WIRE>;
