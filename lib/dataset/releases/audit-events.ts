import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";
import { releasePage } from "./address";

export const releasePublished = auditEvent("release.published", {
  label: "Release published",
  data: z.object({
    releaseId: z.number(),
    name: z.string(),
    sha256: z.string(),
    questionCount: z.number(),
  }),
  text: ({ name, questionCount, sha256 }) =>
    `${name}: ${countOf(questionCount, "question")}, SHA-256 ${sha256.slice(0, 12)}…`,
  href: ({ name }) => releasePage.href({ name }),
});
