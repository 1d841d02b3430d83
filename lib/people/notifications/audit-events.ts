import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";

export const noticesMailChosen = auditEvent("notices.mail-chosen", {
  label: "Email notifications changed",
  data: z.object({ mail: z.string() }),
  text: ({ mail }) => `Email notifications: ${mail}`,
});
