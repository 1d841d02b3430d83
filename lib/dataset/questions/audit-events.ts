import { z } from "zod";
import { auditEvent, listed } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";
import { questionHref } from "./address";

/** A revision of a question. */
export const revisionData = z.object({ questionId: z.number(), number: z.number() });
const view = z.object({ viewId: z.number(), name: z.string() });

export const questionCreated = auditEvent("question.created", {
  label: "Question created",
  data: revisionData,
  text: ({ questionId }) => `Question Q${questionId} was created`,
  href: questionHref,
});

export const questionRevised = auditEvent("question.revised", {
  label: "Question revised",
  data: revisionData.extend({ reason: z.string(), columns: z.array(z.string()) }),
  text: ({ questionId, number, reason, columns }) =>
    `Q${questionId}, revision ${number} (${reason}): ${listed(columns, "no column changed")}`,
  href: questionHref,
});

export const questionsChanged = auditEvent("questions.changed", {
  label: "Bulk change",
  data: z.object({ operationId: z.number(), action: z.string(), count: z.number() }),
  text: ({ action, count }) => `${action}: ${countOf(count, "question")}`,
});

export const operationUndone = auditEvent("operation.undone", {
  label: "Change undone",
  data: z.object({
    operationId: z.number(),
    undoes: z.number(),
    count: z.number(),
    kept: z.number(),
  }),
  text: ({ undoes, count, kept }) =>
    `Change ${undoes} undone: ${countOf(count, "question")} reverted${kept > 0 ? `, ${kept} edited since and kept` : ""}`,
});

export const viewSaved = auditEvent("view.saved", {
  label: "View saved",
  data: view,
  text: ({ name }) => `View “${name}”`,
});

export const viewDeleted = auditEvent("view.deleted", {
  label: "View deleted",
  data: view,
  text: ({ name }) => `View “${name}”`,
});
