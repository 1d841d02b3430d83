import { z } from "zod";
import { clientKey, id } from "@/lib/platform/fields";

/** Of a hundred responses on which raters agree, how many a new audit draws unless someone says otherwise. */
export const DEFAULT_AUDIT_RATE = 10;

const RATE_WORDS = "Enter a whole percentage from 0 to 100.";
/** How many of a hundred responses on which raters agree are drawn to be adjudicated blind; 0: none from now on. */
export const auditSampleSchema = z.object({
  campaignId: id,
  rate: z.number(RATE_WORDS).int(RATE_WORDS).min(0, RATE_WORDS).max(100, RATE_WORDS),
  clientKey,
});
