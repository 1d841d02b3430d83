import type { AuditEvent, AuditEventType } from "./schema";
import { countOf, formatCount } from "@/lib/platform/format";

/** What each kind of event is called in the filter of the audit log. */
export const EVENT_LABELS: Record<AuditEventType, string> = {
  "sign-in.succeeded": "Signed in",
  "sign-in.refused": "Sign-in refused",
  "user.created": "Account created",
  "user.roles-changed": "Roles changed",
  "user.renamed": "Name changed",
  "user.deactivated": "Account deactivated",
  "user.reactivated": "Account reactivated",
  "user.password-changed": "Password changed",
  "session.ended": "Signed out",
  "user.password-reset": "Password set by link",
  "invitation.made": "Invitation created",
  "invitation.revoked": "Invitation revoked",
  "invitation.accepted": "Invitation accepted",
  "reset-link.made": "Password reset link created",
  "question.created": "Question created",
  "question.revised": "Question revised",
  "question.commented": "Question comment added",
  "question.thread": "Question discussion resolved or reopened",
  "question.verified": "Answers verified",
  "question.refreshed": "Answer updated",
  "review.undone": "Answer refresh undone",
  "sample.added": "Sample added",
  "questions.changed": "Bulk change",
  "operation.undone": "Change undone",
  "import.started": "Import started",
  "import.reading-chosen": "File reading chosen",
  "responses.reading-chosen": "File reading chosen for responses",
  "import.applied": "Import applied",
  "import-queue.started": "Import queue started",
  "import.undone": "Import undone",
  "import.cancelled": "Import canceled",
  "release.published": "Release published",
  "license.chosen": "License chosen",
  "release.license-stated": "License of a release stated",
  "reviews.assigned": "Answer refresh assigned",
  "reviews.shared-out": "Answer refresh distributed",
  "reviews.assignment-undone": "Assignment undone",
  "schedule.smoothed": "Workload balanced",
  "schedule.smoothing-undone": "Workload balancing undone",
  "settings.changed": "Settings changed",
  "submission.started": "Draft created",
  "submission.submitted": "Question submitted",
  "submission.withdrawn": "Submission withdrawn",
  "submission.decided": "Submission reviewed",
  "submission.commented": "Submission comment added",
  "targets.changed": "Targets changed",
  "splits.drawn": "Splits assigned",
  "notices.mail-chosen": "Email notifications changed",
  "judgment.submitted": "Response rated",
  "judgment.corrected": "Rating corrected",
  "adjudication.made": "Response adjudicated",
  "adjudication.superseded": "Adjudication replaced",
  "task.commented": "Discussion comment added",
  "tickets.settled": "Flags resolved",
  "training.finished": "Training finished",
  "rating-settings.changed": "Rating settings changed",
  "model.created": "Model added",
  "model.edited": "Model edited",
  "method.created": "Method added",
  "method.edited": "Method edited",
  "method.version-saved": "Method version saved",
  "method.archived": "Method archived",
  "method.restored": "Method restored",
  "protocol.created": "Protocol added",
  "protocol.edited": "Protocol edited",
  "protocol.version-saved": "Protocol version saved",
  "protocol.archived": "Protocol archived",
  "protocol.restored": "Protocol restored",
  "demonstrations.saved": "Demonstration set saved",
  "run.created": "Run added",
  "run.edited": "Run edited",
  "evaluator.created": "Evaluator added",
  "evaluator.edited": "Evaluator edited",
  "responses.import-started": "Response import started",
  "responses.imported": "Responses imported",
  "responses.import-cancelled": "Response import canceled",
  "connection.created": "Connection added",
  "connection.edited": "Connection edited",
  "connection.archived": "Connection archived",
  "connection.restored": "Connection restored",
  "connection.key-set": "Connection key changed",
  "connection.tested": "Connection tested",
  "served-model.added": "Connection’s model added",
  "served-model.edited": "Connection’s model edited",
  "served-model.archived": "Connection’s model archived",
  "served-model.restored": "Connection’s model restored",
  "price.added": "Price added",
  "host.allowed": "Host allowed",
  "host.removed": "Host no longer allowed",
  "keys.rotated": "Keys re-encrypted",
  "job.created": "Job started",
  "job.paused": "Job paused",
  "job.resumed": "Job resumed",
  "job.cancelled": "Job canceled",
  "job.failures-accepted": "Failed items accepted",
  "job.retried": "Failed items retried",
  "campaign.planned": "Campaign planned",
  "campaign.discarded": "Campaign draft deleted",
  "campaign.edited": "Campaign edited",
  "campaign.opened": "Campaign opened",
  "campaign.status-changed": "Campaign paused, resumed or closed",
  "campaign.rater-joined": "Rater added",
  "campaign.rater-left": "Rater removed",
  "campaign.taken-over": "Items taken",
  "campaign.alarm-raised": "Rater alarm raised",
  "campaign.alarm-settled": "Rater alarm dismissed",
  "campaign.alarms-changed": "Rater alarms changed",
  "campaign.audit-changed": "Audit of agreed responses changed",
  "campaign.rater-paused": "Rater paused",
  "campaign.rater-resumed": "Rater resumed",
  "rater.rate-set": "Rate of a rater set",
  "campaign.items-assigned": "Items assigned",
  "campaign.items-taken-back": "Items taken back",
  "campaign.items-first": "Items moved to the front",
  "campaign.items-reordered": "Items moved to the front or the end",
  "campaign.overlap-raised": "Overlap raised",
  "campaign.message-sent": "Message to raters",
  "campaign.nudged": "Rater reminded",
  "conflict.stated": "Conflict of interest added",
  "conflict.withdrawn": "Conflict of interest removed",
  "gold.set": "Gold response added",
  "gold.withdrawn": "Gold response removed",
  "gold-answers.set": "Gold answers set",
  "gold-answers.withdrawn": "Gold answers removed",
  "leaderboard.changed": "Leaderboard changed",
  "backup.made": "Backup made",
  "backup.restored": "Backup restored",
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
    case "sign-in.succeeded":
      return {
        text: `${event.data.email} signed in by ${event.data.method === "password" ? "password" : event.data.method}`,
      };
    case "sign-in.refused":
      return {
        text: `Sign-in as ${event.data.account || "unknown"} from ${event.data.address} refused: ${event.data.because}`,
      };
    case "user.created":
      return { text: `Account of ${event.data.email} with ${list(event.data.roles, "no role")}` };
    case "user.roles-changed":
      return {
        text: `Roles of ${event.data.email}: ${list(event.data.from, "none")} → ${list(event.data.to, "none")}`,
      };
    case "user.renamed":
      return { text: `${event.data.email}: “${event.data.from}” is now “${event.data.to}”` };
    case "user.deactivated":
      return { text: `${event.data.email} was deactivated; its sessions ended` };
    case "user.reactivated":
      return { text: `${event.data.email} was reactivated` };
    case "session.ended":
      return {
        text: event.data.everywhere
          ? `${event.data.email} signed out everywhere`
          : `${event.data.email} signed out`,
      };
    case "user.password-changed":
      return { text: `${event.data.email} changed the password; other sessions ended` };
    case "user.password-reset":
      return { text: `${event.data.email} set a password through a link; other sessions ended` };
    case "invitation.made":
      return { text: `Invitation for ${event.data.email} as ${list(event.data.roles, "no role")}` };
    case "invitation.revoked":
      return { text: `Invitation for ${event.data.email} was revoked` };
    case "invitation.accepted":
      return { text: `${event.data.email} accepted an invitation` };
    case "reset-link.made":
      return { text: `Password reset link for ${event.data.email}` };
    case "question.created":
      return {
        text: `Question Q${event.data.questionId} was created`,
        href: `/questions/${event.data.questionId}`,
      };
    case "question.commented":
      return {
        text: `Comment ${event.data.commentId} on Q${event.data.questionId}`,
        href: `/questions/${event.data.questionId}`,
      };
    case "question.thread":
      return {
        text: `A discussion on Q${event.data.questionId} was ${event.data.resolved ? "resolved" : "reopened"}`,
        href: `/questions/${event.data.questionId}`,
      };
    case "question.revised":
      return {
        text: `Q${event.data.questionId}, revision ${event.data.number} (${event.data.reason}): ${list(event.data.columns, "no column changed")}`,
        href: `/questions/${event.data.questionId}`,
      };
    case "question.verified":
      return {
        text: `Q${event.data.questionId}, revision ${event.data.number}: answers verified${event.data.evidence > 0 ? `, ${countOf(event.data.evidence, "evidence URL")} checked` : ""}`,
        href: `/questions/${event.data.questionId}`,
      };
    case "question.refreshed":
      return {
        text: `Q${event.data.questionId}, revision ${event.data.number} (${event.data.change}): ${list(event.data.columns, "no column changed")}`,
        href: `/questions/${event.data.questionId}`,
      };
    case "review.undone":
      return {
        text: `Q${event.data.questionId}: last ${event.data.what} undone`,
        href: `/questions/${event.data.questionId}`,
      };
    case "sample.added":
      return { text: countOf(event.data.count, "sample question") };
    case "questions.changed":
      return { text: `${event.data.action}: ${countOf(event.data.count, "question")}` };
    case "operation.undone":
      return {
        text: `Change ${event.data.undoes} undone: ${countOf(event.data.count, "question")} reverted${event.data.kept > 0 ? `, ${event.data.kept} edited since and kept` : ""}`,
      };
    case "import.started":
      return {
        text: `“${event.data.fileName}” (${formatCount(event.data.byteSize)} bytes)`,
        href: `/imports/${event.data.importId}`,
      };
    case "import.reading-chosen":
      return {
        text: `Import ${event.data.importId} is read with ${event.data.reading}`,
        href: `/imports/${event.data.importId}`,
      };
    case "responses.reading-chosen":
      return {
        text: `Import ${event.data.importId} is read with ${event.data.reading}`,
        href: `/runs/${event.data.runId}/imports/${event.data.importId}`,
      };
    case "import.applied":
      return {
        text: `Import ${event.data.importId}: ${Object.entries(event.data.outcome)
          .map(([what, count]) => `${what} ${formatCount(count)}`)
          .join(", ")}`,
        href: `/imports/${event.data.importId}`,
      };
    case "import-queue.started":
      return {
        text: `Import queue ${event.data.queueId} started`,
        href: `/imports/queues/${event.data.queueId}`,
      };
    case "import.undone":
      return {
        text: `Import ${event.data.importId} undone: ${countOf(event.data.reverted, "question")} reverted, ${formatCount(event.data.retired)} retired`,
        href: `/imports/${event.data.importId}`,
      };
    case "import.cancelled":
      return {
        text: `Import ${event.data.importId} canceled`,
        href: `/imports/${event.data.importId}`,
      };
    case "release.published":
      return {
        text: `${event.data.name}: ${countOf(event.data.questionCount, "question")}, SHA-256 ${event.data.sha256.slice(0, 12)}…`,
        href: `/releases/${encodeURIComponent(event.data.name)}`,
      };
    case "license.chosen":
      return { text: `${event.data.license}, ${event.data.holder}`, href: "/settings" };
    case "release.license-stated":
      return {
        text: `${event.data.name}: ${event.data.license}`,
        href: `/releases/${encodeURIComponent(event.data.name)}`,
      };
    case "reviews.assigned":
      return {
        text: `${countOf(event.data.count, "question")} ${event.data.assigneeId === null ? "assigned to no one" : `assigned to account ${event.data.assigneeId}`}`,
        href: "/refresh",
      };
    case "reviews.shared-out":
      return {
        text: `${countOf(event.data.count, "question")} distributed among ${countOf(event.data.assigneeIds.length, "account")}`,
        href: "/refresh",
      };
    case "reviews.assignment-undone":
      return {
        text: `The assignment of ${countOf(event.data.count, "question")} was undone`,
        href: "/refresh",
      };
    case "schedule.smoothed":
      return {
        text: `${countOf(event.data.count, "question")} moved within ${event.data.weeks} weeks; up to ${event.data.peakAfter} per day instead of ${event.data.peakBefore}`,
        href: "/refresh",
      };
    case "schedule.smoothing-undone":
      return {
        text: `${countOf(event.data.count, "question")} moved back to their previous dates`,
        href: "/refresh",
      };
    case "rating-settings.changed":
    case "settings.changed":
      return {
        text: Object.entries(event.data.changes)
          .map(([what, { from, to }]) => `${what}: ${from} → ${to}`)
          .join("; "),
        href: "/settings",
      };
    case "submission.started":
      return { text: `Draft ${event.data.submissionId} was created` };
    case "submission.submitted":
      return {
        text: `Submission ${event.data.submissionId}, round ${event.data.round}`,
        href: `/submissions/${event.data.submissionId}`,
      };
    case "submission.withdrawn":
      return {
        text: `Submission ${event.data.submissionId} was withdrawn`,
        href: `/submissions/${event.data.submissionId}`,
      };
    case "submission.decided":
      return {
        text: `Submission ${event.data.submissionId}, round ${event.data.round}: ${event.data.outcome}${event.data.reason === null ? "" : ` (${event.data.reason})`}${event.data.questionId === null ? "" : ` as Q${event.data.questionId}`}`,
        href:
          event.data.questionId === null
            ? `/submissions/${event.data.submissionId}`
            : `/questions/${event.data.questionId}`,
      };
    case "submission.commented":
      return {
        text: `Comment ${event.data.commentId} on submission ${event.data.submissionId}`,
        href: `/submissions/${event.data.submissionId}`,
      };
    case "targets.changed":
      return {
        text: Object.entries(event.data.changes)
          .map(([what, { from, to }]) => `${what}: ${from} → ${to}`)
          .join("; "),
        href: "/write",
      };
    case "splits.drawn":
      return {
        text: `Assignment ${event.data.drawId} (${event.data.mode}) with seed “${event.data.seed}”: ${countOf(event.data.count, "question")} changed`,
        href: "/splits",
      };
    case "notices.mail-chosen":
      return { text: `Email notifications: ${event.data.mail}` };
    case "judgment.submitted":
      return {
        text: `Rating ${event.data.judgmentId} in campaign ${event.data.campaignId}${event.data.flagged ? ", answer flagged" : ""}`,
      };
    case "judgment.corrected":
      return {
        text: `Rating ${event.data.judgmentId} in campaign ${event.data.campaignId} corrects ${event.data.supersedes}`,
      };
    case "adjudication.made":
      return {
        text: `Item ${event.data.taskId} in campaign ${event.data.campaignId}`,
        href: `/adjudication/${event.data.taskId}`,
      };
    case "adjudication.superseded":
      return {
        text: `Item ${event.data.taskId} in campaign ${event.data.campaignId}: ${event.data.adjudicationId} replaces ${event.data.supersedes}${event.data.because === "corrected" ? ", corrected by its adjudicator" : ""}`,
        href: `/adjudication/${event.data.taskId}`,
      };
    case "task.commented":
      return {
        text: `Comment ${event.data.commentId} on item ${event.data.taskId} in campaign ${event.data.campaignId}`,
        href: `/discussions/${event.data.taskId}`,
      };
    case "tickets.settled":
      return {
        text: `${countOf(event.data.ticketIds.length, "flag")} on Q${event.data.questionId}: ${event.data.as === "corrected" ? "answer corrected" : "no change"}`,
        href: `/questions/${event.data.questionId}`,
      };
    case "training.finished":
      return {
        text: `Attempt ${event.data.attempt} at the training examples: ${event.data.score} of 15, ${event.data.qualified ? "qualified" : `not qualified (${event.data.threshold} required)`}`,
      };
    case "model.created":
      return { text: `Model “${event.data.name}”`, href: `/models/${event.data.modelId}` };
    case "model.edited":
      return {
        text: `Model “${event.data.name}”: ${list(event.data.changed, "nothing changed")}`,
        href: `/models/${event.data.modelId}`,
      };
    case "method.created":
    case "method.archived":
    case "method.restored":
      return { text: `Method “${event.data.name}”`, href: `/methods/${event.data.methodId}` };
    case "method.edited":
      return {
        text:
          event.data.name === event.data.before
            ? `Method “${event.data.name}”`
            : `Method “${event.data.before}” renamed to “${event.data.name}”`,
        href: `/methods/${event.data.methodId}`,
      };
    case "method.version-saved":
      return {
        text: `Method “${event.data.name}”, version ${event.data.number}`,
        href: `/methods/${event.data.methodId}`,
      };
    case "protocol.created":
    case "protocol.archived":
    case "protocol.restored":
      return {
        text: `Protocol “${event.data.name}”`,
        href: `/protocols/${event.data.protocolId}`,
      };
    case "protocol.edited":
      return {
        text:
          event.data.name === event.data.before
            ? `Protocol “${event.data.name}”`
            : `Protocol “${event.data.before}” renamed to “${event.data.name}”`,
        href: `/protocols/${event.data.protocolId}`,
      };
    case "protocol.version-saved":
      return {
        text: `Protocol “${event.data.name}”, version ${event.data.number}`,
        href: `/protocols/${event.data.protocolId}`,
      };
    case "demonstrations.saved":
      return {
        text: `“${event.data.name}”, version ${event.data.version}: ${countOf(event.data.demonstrations, "demonstration")}`,
        href: `/methods/demonstrations/${event.data.setId}`,
      };
    case "connection.created":
      return {
        text: `“${event.data.name}” (${event.data.service})`,
        href: `/connections/${event.data.connectionId}`,
      };
    case "connection.edited":
      return {
        text: `“${event.data.name}”: ${list(event.data.changed, "nothing changed")}`,
        href: `/connections/${event.data.connectionId}`,
      };
    case "connection.archived":
    case "connection.restored":
      return { text: `“${event.data.name}”`, href: `/connections/${event.data.connectionId}` };
    case "connection.key-set":
      return {
        text: `“${event.data.name}”: ${KEY_SET[event.data.source] ?? event.data.source}`,
        href: `/connections/${event.data.connectionId}`,
      };
    case "connection.tested":
      return {
        text: `“${event.data.name}”: ${event.data.outcome}`,
        href: `/connections/${event.data.connectionId}`,
      };
    case "served-model.added":
    case "served-model.archived":
    case "served-model.restored":
      return {
        text: `“${event.data.label}” of “${event.data.name}”`,
        href: `/connections/${event.data.connectionId}`,
      };
    case "served-model.edited":
      return {
        text: `“${event.data.label}” of “${event.data.name}”: ${list(event.data.changed, "nothing changed")}`,
        href: `/connections/${event.data.connectionId}`,
      };
    case "price.added":
      return {
        text: `“${event.data.name}”: ${event.data.apiName || "searches"} from ${event.data.validFrom}`,
        href: `/connections/${event.data.connectionId}`,
      };
    case "host.allowed":
      return {
        text: `${event.data.host}${event.data.pages ? ", its pages included" : ""}`,
        href: "/connections",
      };
    case "host.removed":
      return { text: event.data.host, href: "/connections" };
    case "keys.rotated":
      return {
        text: `${countOf(event.data.sealed, "key")} re-encrypted, ${formatCount(event.data.lost)} lost`,
        href: "/connections",
      };
    case "run.created":
      return {
        text: `Run “${event.data.name}” of ${event.data.modelName} on ${event.data.releaseName}`,
        href: `/runs/${event.data.runId}`,
      };
    case "run.edited":
      return {
        text: `Run “${event.data.name}”: ${list(event.data.changed, "nothing changed")}`,
        href: `/runs/${event.data.runId}`,
      };
    case "evaluator.created":
      return {
        text: `Evaluator “${event.data.name}”`,
        href: `/evaluators/${event.data.evaluatorId}`,
      };
    case "evaluator.edited":
      return {
        text: `Evaluator “${event.data.name}”: ${list(event.data.changed, "nothing changed")}`,
        href: `/evaluators/${event.data.evaluatorId}`,
      };
    case "responses.import-started":
      return {
        text: `“${event.data.fileName}” (${formatCount(event.data.byteSize)} bytes) for run ${event.data.runId}`,
        href: `/runs/${event.data.runId}/imports/${event.data.importId}`,
      };
    case "responses.imported":
      return {
        text: `Import ${event.data.importId} into run ${event.data.runId}: ${Object.entries(
          event.data.outcome,
        )
          .map(([what, count]) => `${what} ${formatCount(count)}`)
          .join(", ")}`,
        href: `/runs/${event.data.runId}`,
      };
    case "job.created":
      return {
        text: `Job ${event.data.jobId} (${event.data.kind}) for run ${event.data.runId} by ${event.data.by}: ${countOf(event.data.items, "item")}${event.data.spendingLimit === null ? "" : `, up to US$${event.data.spendingLimit}`}`,
        href: `/jobs/${event.data.jobId}`,
      };
    case "job.paused":
      return { text: `Job ${event.data.jobId} by hand`, href: `/jobs/${event.data.jobId}` };
    case "job.resumed":
      return {
        text: `Job ${event.data.jobId}, ${event.data.spendingLimit === null ? "without a spending limit" : `up to US$${event.data.spendingLimit}`}`,
        href: `/jobs/${event.data.jobId}`,
      };
    case "job.cancelled":
      return {
        text: `Job ${event.data.jobId}: ${countOf(event.data.open, "item")} not done`,
        href: `/jobs/${event.data.jobId}`,
      };
    case "job.failures-accepted":
    case "job.retried":
      return {
        text: `Job ${event.data.jobId}: ${countOf(event.data.count, "item")}`,
        href: `/jobs/${event.data.jobId}`,
      };
    case "responses.import-cancelled":
      return {
        text: `Import ${event.data.importId} into run ${event.data.runId} canceled`,
        href: `/runs/${event.data.runId}`,
      };
    case "campaign.planned":
      return {
        text: `“${event.data.name}”, plan ${event.data.version}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.discarded":
      return { text: `Draft “${event.data.name}” was deleted` };
    case "campaign.edited":
      return {
        text: `“${event.data.name}”: name, instructions or deadline`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.opened":
      return {
        text: `“${event.data.name}”: ${countOf(event.data.tasks, "response")}, ${countOf(event.data.ratings, "rating")}, ${event.data.gold} gold, ${countOf(event.data.raters, "rater")}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.status-changed":
      return {
        text: `“${event.data.name}”: ${event.data.from} → ${event.data.to}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.rater-joined":
      return {
        text: `“${event.data.name}”: account ${event.data.raterId} added with ${countOf(event.data.moved, "item")}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.rater-left":
      return {
        text: `“${event.data.name}”: account ${event.data.raterId} removed; ${countOf(event.data.moved, "item")} reassigned`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.taken-over":
      return {
        text: `“${event.data.name}”: ${countOf(event.data.count, "item")} taken`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.alarm-raised":
    case "campaign.alarm-settled":
      return {
        text: `“${event.data.name}”: account ${event.data.raterId}, ${event.data.kind}${"paused" in event.data && event.data.paused ? ", paused" : ""}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.alarms-changed":
      return {
        text: `“${event.data.name}”: ${[
          event.data.fastSeconds === null ? null : `below ${event.data.fastSeconds} s`,
          event.data.straightLining ? "straight-lining" : null,
          event.data.alarmPauses ? "pausing raters" : "not pausing",
        ]
          .filter(Boolean)
          .join(", ")}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.audit-changed":
      return {
        text: `“${event.data.name}”: ${event.data.rate}%`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.rater-paused":
    case "campaign.rater-resumed":
      return {
        text: `“${event.data.name}”: account ${event.data.raterId}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "rater.rate-set":
      return {
        text: `Account ${event.data.raterId}, from ${event.data.validFrom}`,
        href: "/campaigns/hours",
      };
    case "campaign.items-assigned":
    case "campaign.items-taken-back":
      return {
        text: `“${event.data.name}”: ${countOf(event.data.count, "item")}, account ${event.data.raterId}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.items-first":
      return {
        text: `“${event.data.name}”: ${countOf(event.data.count, "item")}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.items-reordered":
      return {
        text: `“${event.data.name}”: ${countOf(event.data.count, "item")} ${event.data.place}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.overlap-raised":
      return {
        text: `“${event.data.name}”: ${countOf(event.data.ratings, "rating")} added, ${event.data.ratingsPerResponse} each for ${event.data.overlap === null ? "all items" : countOf(event.data.overlap, "item")}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.message-sent":
      return {
        text: `“${event.data.name}”: to ${countOf(event.data.raters, "rater")}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "campaign.nudged":
      return {
        text: `“${event.data.name}”: account ${event.data.raterId} was reminded of ${countOf(event.data.waiting, "item")}`,
        href: `/campaigns/${event.data.campaignId}`,
      };
    case "conflict.stated":
      return {
        text: `Account ${event.data.raterId} blocked from rating run ${event.data.runId}${event.data.reason === "" ? "" : `: ${event.data.reason}`}`,
      };
    case "conflict.withdrawn":
      return { text: `Account ${event.data.raterId} unblocked for run ${event.data.runId}` };
    case "gold.set":
      return {
        // Without the verdict: who reads the log may have to rate the response.
        text: `Response ${event.data.responseId} is gold`,
        href: `/campaigns/gold/${event.data.responseId}`,
      };
    case "gold.withdrawn":
      return { text: `Response ${event.data.responseId} is no longer gold` };
    case "gold-answers.set":
      return {
        text: `${goldItemWords(event.data)} is gold under “${event.data.protocol}”: ${countOf(event.data.questions, "question")}`,
        href: `/campaigns/gold/${event.data.responseId}?protocol=${event.data.protocolId}${event.data.referencePlace === null ? "" : `&reference=${event.data.referencePlace}`}`,
      };
    case "gold-answers.withdrawn":
      return {
        text: `${goldItemWords(event.data)} is no longer gold under “${event.data.protocol}”`,
      };
    case "leaderboard.changed":
      return {
        text: Object.entries(event.data.changes)
          .map(([what, { from, to }]) => `${what}: ${from || "none"} → ${to || "none"}`)
          .join("; "),
        href: "/leaderboard",
      };
    case "backup.made":
      return {
        text: `${event.data.fileName}: ${countOf(event.data.rows, "row")}, SHA-256 ${event.data.sha256.slice(0, 12)}…`,
      };
    case "backup.restored": {
      const { fileName, createdAt, rows, revokedInvitations, revokedResetLinks } = event.data;
      const revoked =
        revokedInvitations === undefined || revokedResetLinks === undefined
          ? ""
          : `; revoked ${countOf(revokedInvitations, "invitation")} and ${countOf(revokedResetLinks, "password reset link")}`;
      return { text: `${fileName}: ${countOf(rows, "row")}, backed up ${createdAt}${revoked}` };
    }
    case "view.saved":
      return { text: `View “${event.data.name}”` };
    case "view.deleted":
      return { text: `View “${event.data.name}”` };
  }
}

/** Where a connection's key is now. */
const KEY_SET: Record<string, string> = {
  none: "no key",
  environment: "key from the environment",
  entered: "key entered",
};

function list(words: readonly string[], none: string): string {
  return words.length === 0 ? none : words.join(", ");
}

function goldItemWords(item: { responseId: number; referencePlace: number | null }): string {
  return item.referencePlace === null
    ? `Response ${item.responseId}`
    : `Reference ${item.referencePlace} of response ${item.responseId}`;
}
