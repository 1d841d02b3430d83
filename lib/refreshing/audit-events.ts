import { z } from "zod";
import { questionHref } from "@/lib/dataset/questions/address";
import { revisionData } from "@/lib/dataset/questions/audit-events";
import { auditEvent, listed } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";

export const questionVerified = auditEvent("question.verified", {
  label: "Answers verified",
  data: revisionData.extend({ verificationId: z.number(), evidence: z.number() }),
  text: ({ questionId, number, evidence }) =>
    `Q${questionId}, revision ${number}: answers verified${evidence > 0 ? `, ${countOf(evidence, "evidence URL")} checked` : ""}`,
  href: questionHref,
});

export const questionRefreshed = auditEvent("question.refreshed", {
  label: "Answer updated",
  data: revisionData.extend({
    change: z.string(),
    columns: z.array(z.string()),
    verificationId: z.number().nullable(),
  }),
  text: ({ questionId, number, change, columns }) =>
    `Q${questionId}, revision ${number} (${change}): ${listed(columns, "no column changed")}`,
  href: questionHref,
});

export const reviewUndone = auditEvent("review.undone", {
  label: "Answer refresh undone",
  data: revisionData.extend({ what: z.enum(["verification", "revision"]) }),
  text: ({ questionId, what }) => `Q${questionId}: last ${what} undone`,
  href: questionHref,
});
