import { z } from "zod";
import { roleSchema } from "@/lib/people/access/schema";

const user = z.object({ userId: z.number(), email: z.string() });
const submission = z.object({ submissionId: z.number() });
const question = z.object({ questionId: z.number(), number: z.number() });
const connection = z.object({ connectionId: z.number(), name: z.string() });
const campaign = z.object({ campaignId: z.number(), name: z.string() });
const protocol = z.object({ protocolId: z.number(), name: z.string() });

/** Every kind of audit event and what it holds. Events never hold passwords, tokens or the text of questions. */
/** An item of a protocol: a response or one of its references. */
const goldItem = {
  responseId: z.number(),
  referencePlace: z.number().nullable(),
  protocolId: z.number(),
  protocol: z.string(),
};

export const AUDIT_EVENTS = {
  "sign-in.succeeded": user.extend({ method: z.string() }),
  "sign-in.refused": z.object({ account: z.string(), address: z.string(), because: z.string() }),
  "user.created": user.extend({ roles: z.array(roleSchema) }),
  "user.roles-changed": user.extend({ from: z.array(roleSchema), to: z.array(roleSchema) }),
  "user.renamed": user.extend({ from: z.string(), to: z.string() }),
  "user.deactivated": user,
  "user.reactivated": user,
  "user.password-changed": user,
  /** `everywhere`: all of the account's sessions; else one. */
  "session.ended": user.extend({ everywhere: z.boolean() }),
  "user.password-reset": user,
  "invitation.made": z.object({
    linkId: z.number(),
    email: z.string(),
    roles: z.array(roleSchema),
  }),
  "invitation.revoked": z.object({ linkId: z.number(), email: z.string() }),
  "invitation.accepted": user.extend({ linkId: z.number() }),
  "reset-link.made": user.extend({ linkId: z.number() }),
  "question.created": question,
  "question.revised": question.extend({ reason: z.string(), columns: z.array(z.string()) }),
  "question.commented": z.object({ questionId: z.number(), commentId: z.number() }),
  /** A thread of its discussion was resolved, or reopened. */
  "question.thread": z.object({
    questionId: z.number(),
    commentId: z.number(),
    resolved: z.boolean(),
  }),
  "question.verified": question.extend({ verificationId: z.number(), evidence: z.number() }),
  "question.refreshed": question.extend({
    change: z.string(),
    columns: z.array(z.string()),
    verificationId: z.number().nullable(),
  }),
  "review.undone": question.extend({ what: z.enum(["verification", "revision"]) }),
  "sample.added": z.object({ count: z.number() }),
  "questions.changed": z.object({ operationId: z.number(), action: z.string(), count: z.number() }),
  "operation.undone": z.object({
    operationId: z.number(),
    undoes: z.number(),
    count: z.number(),
    kept: z.number(),
  }),
  "import.reading-chosen": z.object({ importId: z.number(), reading: z.string() }),
  "responses.reading-chosen": z.object({
    runId: z.number(),
    importId: z.number(),
    reading: z.string(),
  }),
  "import.started": z.object({ importId: z.number(), fileName: z.string(), byteSize: z.number() }),
  "import.applied": z.object({
    importId: z.number(),
    operationId: z.number(),
    outcome: z.record(z.string(), z.number()),
  }),
  "import-queue.started": z.object({ queueId: z.number() }),
  "import.undone": z.object({
    importId: z.number(),
    operationId: z.number(),
    reverted: z.number(),
    retired: z.number(),
  }),
  "import.cancelled": z.object({ importId: z.number() }),
  "release.published": z.object({
    releaseId: z.number(),
    name: z.string(),
    sha256: z.string(),
    questionCount: z.number(),
  }),
  "license.chosen": z.object({ license: z.string(), holder: z.string() }),
  "release.license-stated": z.object({ name: z.string(), license: z.string() }),
  "reviews.assigned": z.object({ assigneeId: z.number().nullable(), count: z.number() }),
  "reviews.shared-out": z.object({ assigneeIds: z.array(z.number()), count: z.number() }),
  "reviews.assignment-undone": z.object({ count: z.number() }),
  "schedule.smoothed": z.object({
    weeks: z.number(),
    count: z.number(),
    peakBefore: z.number(),
    peakAfter: z.number(),
  }),
  "schedule.smoothing-undone": z.object({ count: z.number() }),
  "settings.changed": z.object({
    changes: z.record(z.string(), z.object({ from: z.string(), to: z.string() })),
  }),
  "submission.started": submission,
  "submission.submitted": submission.extend({ round: z.number() }),
  "submission.withdrawn": submission,
  "submission.decided": submission.extend({
    round: z.number(),
    outcome: z.enum(["accepted", "returned", "rejected"]),
    reason: z.string().nullable(),
    questionId: z.number().nullable(),
  }),
  "submission.commented": submission.extend({ commentId: z.number() }),
  "targets.changed": z.object({
    changes: z.record(z.string(), z.object({ from: z.string(), to: z.string() })),
  }),
  "splits.drawn": z.object({
    drawId: z.number(),
    operationId: z.number().nullable(),
    seed: z.string(),
    mode: z.string(),
    count: z.number(),
  }),
  "notices.mail-chosen": z.object({ mail: z.string() }),
  "judgment.submitted": z.object({
    judgmentId: z.number(),
    taskId: z.number(),
    campaignId: z.number(),
    flagged: z.boolean(),
  }),
  "adjudication.made": z.object({
    adjudicationId: z.number(),
    taskId: z.number(),
    campaignId: z.number(),
  }),
  /** `because`: "corrected" by its own adjudicator; absent where a maintainer replaced it. */
  "adjudication.superseded": z.object({
    adjudicationId: z.number(),
    taskId: z.number(),
    campaignId: z.number(),
    supersedes: z.number(),
    because: z.enum(["corrected"]).optional(),
  }),
  "task.commented": z.object({ commentId: z.number(), taskId: z.number(), campaignId: z.number() }),
  "tickets.settled": z.object({
    questionId: z.number(),
    ticketIds: z.array(z.number()),
    as: z.enum(["corrected", "kept"]),
  }),
  "judgment.corrected": z.object({
    judgmentId: z.number(),
    taskId: z.number(),
    campaignId: z.number(),
    supersedes: z.number(),
  }),
  "training.finished": z.object({
    attempt: z.number(),
    score: z.number(),
    threshold: z.number(),
    qualified: z.boolean(),
  }),
  "rating-settings.changed": z.object({
    changes: z.record(z.string(), z.object({ from: z.string(), to: z.string() })),
  }),
  "model.created": z.object({ modelId: z.number(), name: z.string() }),
  "model.edited": z.object({ modelId: z.number(), name: z.string(), changed: z.array(z.string()) }),
  "method.created": z.object({ methodId: z.number(), name: z.string(), kind: z.string() }),
  "method.edited": z.object({ methodId: z.number(), name: z.string(), before: z.string() }),
  "method.version-saved": z.object({
    methodId: z.number(),
    name: z.string(),
    number: z.number(),
  }),
  "method.archived": z.object({ methodId: z.number(), name: z.string() }),
  "method.restored": z.object({ methodId: z.number(), name: z.string() }),
  "demonstrations.saved": z.object({
    setId: z.number(),
    name: z.string(),
    version: z.number(),
    demonstrations: z.number(),
  }),
  "run.created": z.object({
    runId: z.number(),
    modelName: z.string(),
    releaseName: z.string(),
    name: z.string(),
  }),
  "run.edited": z.object({ runId: z.number(), name: z.string(), changed: z.array(z.string()) }),
  /** A version of an evaluator of our own; one that files bring is part of their import. */
  "evaluator.created": z.object({ evaluatorId: z.number(), name: z.string() }),
  "evaluator.edited": z.object({
    evaluatorId: z.number(),
    name: z.string(),
    changed: z.array(z.string()),
  }),
  "responses.import-started": z.object({
    runId: z.number(),
    importId: z.number(),
    fileName: z.string(),
    byteSize: z.number(),
  }),
  "responses.imported": z.object({
    runId: z.number(),
    importId: z.number(),
    outcome: z.record(z.string(), z.number()),
  }),
  "responses.import-cancelled": z.object({ runId: z.number(), importId: z.number() }),
  "connection.created": connection.extend({ service: z.string() }),
  "connection.edited": connection.extend({ changed: z.array(z.string()) }),
  "connection.archived": connection,
  "connection.restored": connection,
  /** `source`: none, environment or entered; never the key or its hint. */
  "connection.key-set": connection.extend({ source: z.string() }),
  "connection.tested": connection.extend({ outcome: z.string() }),
  "served-model.added": connection.extend({ servedModelId: z.number(), label: z.string() }),
  "served-model.edited": connection.extend({
    servedModelId: z.number(),
    label: z.string(),
    changed: z.array(z.string()),
  }),
  "served-model.archived": connection.extend({ servedModelId: z.number(), label: z.string() }),
  "served-model.restored": connection.extend({ servedModelId: z.number(), label: z.string() }),
  "price.added": connection.extend({ apiName: z.string(), validFrom: z.string() }),
  /** `pages`: pages there may be read, too; missing in events of before there was that. */
  "host.allowed": z.object({ host: z.string(), pages: z.boolean().optional() }),
  "host.removed": z.object({ host: z.string() }),
  "keys.rotated": z.object({ sealed: z.number(), lost: z.number() }),
  /** `kind`: generate, judge, repeat or compare; `by`: the method or the evaluator. */
  "job.created": z.object({
    jobId: z.number(),
    runId: z.number(),
    kind: z.string(),
    by: z.string(),
    items: z.number(),
    leftOut: z.number(),
    spendingLimit: z.number().nullable(),
  }),
  "job.paused": z.object({ jobId: z.number() }),
  "job.resumed": z.object({ jobId: z.number(), spendingLimit: z.number().nullable() }),
  "job.cancelled": z.object({ jobId: z.number(), open: z.number() }),
  "job.failures-accepted": z.object({ jobId: z.number(), count: z.number() }),
  "job.retried": z.object({ jobId: z.number(), count: z.number() }),
  "protocol.created": protocol.extend({ unit: z.string() }),
  "protocol.edited": protocol.extend({ before: z.string() }),
  "protocol.version-saved": protocol.extend({ number: z.number() }),
  "protocol.archived": protocol,
  "protocol.restored": protocol,
  "campaign.planned": campaign.extend({ version: z.number() }),
  "campaign.discarded": campaign,
  "campaign.edited": campaign.extend({ deadline: z.string().nullable() }),
  "campaign.opened": campaign.extend({
    tasks: z.number(),
    ratings: z.number(),
    gold: z.number(),
    raters: z.number(),
  }),
  "campaign.status-changed": campaign.extend({ from: z.string(), to: z.string() }),
  "campaign.rater-joined": campaign.extend({ raterId: z.number(), moved: z.number() }),
  "campaign.rater-left": campaign.extend({ raterId: z.number(), moved: z.number() }),
  "campaign.taken-over": campaign.extend({ count: z.number() }),
  "campaign.alarm-raised": campaign.extend({
    raterId: z.number(),
    kind: z.string(),
    paused: z.boolean(),
  }),
  "campaign.alarm-settled": campaign.extend({ raterId: z.number(), kind: z.string() }),
  "campaign.alarms-changed": campaign.extend({
    fastSeconds: z.number().nullable(),
    straightLining: z.boolean(),
    alarmPauses: z.boolean(),
  }),
  "campaign.audit-changed": campaign.extend({ rate: z.number() }),
  "campaign.rater-paused": campaign.extend({ raterId: z.number() }),
  "campaign.rater-resumed": campaign.extend({ raterId: z.number() }),
  /** Without the amount, which only managers and that rater see. */
  "rater.rate-set": z.object({ raterId: z.number(), validFrom: z.string() }),
  "campaign.items-assigned": campaign.extend({ raterId: z.number(), count: z.number() }),
  "campaign.items-taken-back": campaign.extend({ raterId: z.number(), count: z.number() }),
  "campaign.items-first": campaign.extend({ count: z.number() }),
  "campaign.items-reordered": campaign.extend({
    count: z.number(),
    place: z.enum(["first", "last"]),
  }),
  "campaign.overlap-raised": campaign.extend({
    ratings: z.number(),
    ratingsPerResponse: z.number(),
    overlap: z.number().nullable(),
  }),
  "campaign.message-sent": campaign.extend({ raters: z.number() }),
  "campaign.nudged": campaign.extend({ raterId: z.number(), waiting: z.number() }),
  "conflict.stated": z.object({ raterId: z.number(), runId: z.number(), reason: z.string() }),
  "conflict.withdrawn": z.object({ raterId: z.number(), runId: z.number() }),
  "gold.set": z.object({
    responseId: z.number(),
    runId: z.number(),
    relaxed: z.boolean(),
    strict: z.boolean(),
  }),
  "gold.withdrawn": z.object({ responseId: z.number() }),
  /** Without the answers: who reads the log may have to rate the item. */
  "gold-answers.set": z.object({
    ...goldItem,
    questions: z.number(),
  }),
  "gold-answers.withdrawn": z.object(goldItem),
  "leaderboard.changed": z.object({
    changes: z.record(z.string(), z.object({ from: z.string(), to: z.string() })),
  }),
  /** `sha256` is that of the file. */
  "backup.made": z.object({
    fileName: z.string(),
    byteSize: z.number(),
    sha256: z.string(),
    rows: z.number(),
  }),
  /** The links that it revoked are missing in events of before it did. */
  "backup.restored": z.object({
    fileName: z.string(),
    createdAt: z.string(),
    rows: z.number(),
    revokedInvitations: z.number().optional(),
    revokedResetLinks: z.number().optional(),
  }),
  "view.saved": z.object({ viewId: z.number(), name: z.string() }),
  "view.deleted": z.object({ viewId: z.number(), name: z.string() }),
} as const;

export type AuditEventType = keyof typeof AUDIT_EVENTS;
export const AUDIT_EVENT_TYPES = Object.keys(AUDIT_EVENTS) as [AuditEventType, ...AuditEventType[]];

/** An event of one kind, with the data that belongs to it. */
export type AuditEvent = {
  [Type in AuditEventType]: { type: Type; data: z.infer<(typeof AUDIT_EVENTS)[Type]> };
}[AuditEventType];
