import type { AuditEvent, AuditEventType } from "./schema";

/** What each kind of event is called in the filter of the audit log. */
export const EVENT_LABELS: Record<AuditEventType, string> = {
  "sign-in.succeeded": "Signed in",
  "sign-in.refused": "Sign-in refused",
  "user.created": "Account made",
  "user.roles-changed": "Roles changed",
  "user.renamed": "Name changed",
  "user.deactivated": "Account deactivated",
  "user.reactivated": "Account reactivated",
  "user.password-changed": "Password changed",
  "user.password-reset": "Password set by link",
  "invitation.made": "Invitation made",
  "invitation.revoked": "Invitation revoked",
  "invitation.accepted": "Invitation accepted",
  "reset-link.made": "Password link made",
  "question.created": "Question written",
  "question.revised": "Question revised",
  "question.verified": "Answers verified",
  "question.refreshed": "Question refreshed",
  "review.undone": "Review taken back",
  "questions.changed": "Many questions changed",
  "operation.undone": "Change undone",
  "import.started": "Import started",
  "import.applied": "Import applied",
  "import.cancelled": "Import cancelled",
  "release.published": "Release published",
  "reviews.assigned": "Reviews assigned",
  "reviews.shared-out": "Reviews shared out",
  "reviews.assignment-undone": "Assignment undone",
  "schedule.smoothed": "Schedule smoothed",
  "schedule.smoothing-undone": "Smoothing undone",
  "settings.changed": "Settings changed",
  "view.saved": "View saved",
  "view.deleted": "View deleted",
};

/** One event in words, and where to look at what it is about. */
export interface EventWords {
  text: string;
  href?: string;
}

/** Says in words what an event tells. The person who acted is named elsewhere. */
export function describeEvent(event: AuditEvent): EventWords {
  switch (event.type) {
    case "sign-in.succeeded": return { text: `${event.data.email} signed in by ${event.data.method === "password" ? "password" : event.data.method}` };
    case "sign-in.refused": return { text: `Sign-in as ${event.data.account || "somebody"} from ${event.data.address} was refused: ${event.data.because}` };
    case "user.created": return { text: `Account of ${event.data.email} with ${list(event.data.roles, "no role")}` };
    case "user.roles-changed": return { text: `Roles of ${event.data.email}: ${list(event.data.from, "none")} → ${list(event.data.to, "none")}` };
    case "user.renamed": return { text: `${event.data.email}: “${event.data.from}” is now “${event.data.to}”` };
    case "user.deactivated": return { text: `${event.data.email} was deactivated; its sessions ended` };
    case "user.reactivated": return { text: `${event.data.email} was reactivated` };
    case "user.password-changed": return { text: `${event.data.email} changed the password; other sessions ended` };
    case "user.password-reset": return { text: `${event.data.email} set a password by a link; its sessions ended` };
    case "invitation.made": return { text: `Invitation for ${event.data.email} as ${list(event.data.roles, "nobody")}` };
    case "invitation.revoked": return { text: `Invitation for ${event.data.email} was revoked` };
    case "invitation.accepted": return { text: `${event.data.email} accepted an invitation` };
    case "reset-link.made": return { text: `Password link for ${event.data.email}` };
    case "question.created": return { text: `Question Q${event.data.questionId} was written`, href: `/questions/${event.data.questionId}` };
    case "question.revised": return { text: `Q${event.data.questionId}, revision ${event.data.number} (${event.data.reason}): ${list(event.data.columns, "no column changed")}`, href: `/questions/${event.data.questionId}` };
    case "question.verified": return { text: `Q${event.data.questionId}, revision ${event.data.number}: answers found true${event.data.evidence > 0 ? `, against ${counted(event.data.evidence, "piece")} of evidence` : ""}`, href: `/questions/${event.data.questionId}` };
    case "question.refreshed": return { text: `Q${event.data.questionId}, revision ${event.data.number} (${event.data.change}): ${list(event.data.columns, "no column changed")}`, href: `/questions/${event.data.questionId}` };
    case "review.undone": return { text: `Q${event.data.questionId}: the last ${event.data.what} was taken back`, href: `/questions/${event.data.questionId}` };
    case "questions.changed": return { text: `${event.data.action}: ${counted(event.data.count, "question")}` };
    case "operation.undone": return { text: `Operation ${event.data.undoes} was undone: ${counted(event.data.count, "question")} put back${event.data.kept > 0 ? `, ${event.data.kept} kept as changed since` : ""}` };
    case "import.started": return { text: `“${event.data.fileName}” (${event.data.byteSize.toLocaleString("en-US")} bytes)`, href: `/imports/${event.data.importId}` };
    case "import.applied": return { text: `Import ${event.data.importId}: ${Object.entries(event.data.outcome).map(([what, count]) => `${what} ${count.toLocaleString("en-US")}`).join(", ")}`, href: `/imports/${event.data.importId}` };
    case "import.cancelled": return { text: `Import ${event.data.importId} was cancelled`, href: `/imports/${event.data.importId}` };
    case "release.published": return { text: `${event.data.name}: ${counted(event.data.questionCount, "question")}, SHA-256 ${event.data.sha256.slice(0, 12)}…`, href: `/releases/${encodeURIComponent(event.data.name)}` };
    case "reviews.assigned": return { text: `${counted(event.data.count, "question")} ${event.data.assigneeId === null ? "assigned to nobody" : `assigned to account ${event.data.assigneeId}`}`, href: "/review" };
    case "reviews.shared-out": return { text: `${counted(event.data.count, "question")} shared out among ${event.data.assigneeIds.length === 1 ? "one account" : `${event.data.assigneeIds.length} accounts`}`, href: "/review" };
    case "reviews.assignment-undone": return { text: `The assignment of ${counted(event.data.count, "question")} was taken back`, href: "/review" };
    case "schedule.smoothed": return { text: `${counted(event.data.count, "question")} moved within ${event.data.weeks} weeks; at most ${event.data.peakAfter} a day instead of ${event.data.peakBefore}`, href: "/review" };
    case "schedule.smoothing-undone": return { text: `${counted(event.data.count, "question")} put back to the days before`, href: "/review" };
    case "settings.changed": return { text: Object.entries(event.data.changes).map(([what, { from, to }]) => `${what}: ${from} → ${to}`).join("; "), href: "/settings" };
    case "view.saved": return { text: `View “${event.data.name}”` };
    case "view.deleted": return { text: `View “${event.data.name}”` };
  }
}

function list(words: readonly string[], none: string): string {
  return words.length === 0 ? none : words.join(", ");
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}
