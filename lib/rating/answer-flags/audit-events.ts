import { z } from "zod";
import { questionHref } from "@/lib/dataset/questions/address";
import { auditEvent } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";

export const ticketsSettled = auditEvent("tickets.settled", {
  label: "Flags resolved",
  data: z.object({
    questionId: z.number(),
    ticketIds: z.array(z.number()),
    as: z.enum(["corrected", "kept"]),
  }),
  text: ({ questionId, ticketIds, as }) =>
    `${countOf(ticketIds.length, "flag")} on Q${questionId}: ${as === "corrected" ? "answer corrected" : "no change"}`,
  href: questionHref,
});
