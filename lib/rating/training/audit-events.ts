import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";

export const trainingFinished = auditEvent("training.finished", {
  label: "Training finished",
  data: z.object({
    attempt: z.number(),
    score: z.number(),
    threshold: z.number(),
    qualified: z.boolean(),
  }),
  text: ({ attempt, score, threshold, qualified }) =>
    `Attempt ${attempt} at the training examples: ${score} of 15, ${qualified ? "qualified" : `not qualified (${threshold} required)`}`,
});
