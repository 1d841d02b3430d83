import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";

export const splitsDrawn = auditEvent("splits.drawn", {
  label: "Splits assigned",
  data: z.object({
    drawId: z.number(),
    operationId: z.number().nullable(),
    seed: z.string(),
    mode: z.string(),
    count: z.number(),
  }),
  text: ({ drawId, mode, seed, count }) =>
    `Assignment ${drawId} (${mode}) with seed “${seed}”: ${countOf(count, "question")} changed`,
  href: "/splits",
});
