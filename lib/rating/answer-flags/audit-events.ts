import { z } from "zod";
import { questionHref } from "@/lib/dataset/questions/address";
import { auditEvent } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";
import { FLAG_RESOLUTIONS } from "./schema";

export const flagsResolved = auditEvent("tickets.settled", {
  label: "Flags resolved",
  data: z.object({
    questionId: z.number(),
    ticketIds: z.array(z.number()),
    as: z.enum(FLAG_RESOLUTIONS),
  }),
  text: ({ questionId, ticketIds, as }) =>
    `${countOf(ticketIds.length, "flag")} on Q${questionId}: ${as === "corrected" ? "answer corrected" : "no change"}`,
  href: questionHref,
});
