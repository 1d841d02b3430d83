import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";
import { hoursPage } from "./address";

export const raterRateSet = auditEvent("rater.rate-set", {
  label: "Rate of a rater set",
  /** Without the amount, which only managers and that rater see. */
  data: z.object({ raterId: z.number(), validFrom: z.string() }),
  text: ({ raterId, validFrom }) => `Account ${raterId}, from ${validFrom}`,
  href: hoursPage.path,
});
