import { z } from "zod";

/**
 * The state of the judgments that a report is computed from: the greatest id of each table that it reads, 0 for none.
 * All of them are append-only, so that what was there stays there, and the same state gives the same numbers for ever.
 */
export interface ReportState {
  judgments: number;
  adjudications: number;
  /** Automatic verdicts. */
  automatic: number;
  /** Responses: a run may get more of them later. */
  responses: number;
}

/** As an address says it: "812.14.1600.800". */
export function writeState({ judgments, adjudications, automatic, responses }: ReportState): string {
  return [judgments, adjudications, automatic, responses].join(".");
}

const MESSAGE = "A state is four whole numbers with points between them, as in the address of a report.";

/** Reads what writeState wrote. */
export const reportStateSchema = z.string().trim().regex(/^\d{1,10}(\.\d{1,10}){3}$/, MESSAGE).transform((text, context): ReportState => {
  const [judgments, adjudications, automatic, responses] = text.split(".").map(Number) as [number, number, number, number];
  if (Math.max(judgments, adjudications, automatic, responses) > 2_147_483_647) {
    context.addIssue({ code: "custom", message: MESSAGE });
    return z.NEVER;
  }
  return { judgments, adjudications, automatic, responses };
});
