import * as authoring from "@/lib/authoring/audit-events";
import * as comments from "@/lib/dataset/comments/audit-events";
import * as imports from "@/lib/dataset/imports/audit-events";
import * as licenses from "@/lib/dataset/licenses/audit-events";
import * as questions from "@/lib/dataset/questions/audit-events";
import * as releases from "@/lib/dataset/releases/audit-events";
import * as schedule from "@/lib/dataset/schedule/audit-events";
import * as splits from "@/lib/dataset/splits/audit-events";
import * as sample from "@/lib/home/sample/audit-events";
import * as accounts from "@/lib/people/accounts/audit-events";
import * as auditLog from "@/lib/people/audit-log/audit-events";
import * as notifications from "@/lib/people/notifications/audit-events";
import * as adjudication from "@/lib/rating/adjudication/audit-events";
import * as alarms from "@/lib/rating/alarms/audit-events";
import * as answerFlags from "@/lib/rating/answer-flags/audit-events";
import * as assignment from "@/lib/rating/assignment/audit-events";
import * as auditSample from "@/lib/rating/audit-sample/audit-events";
import * as campaigns from "@/lib/rating/campaigns/audit-events";
import * as gold from "@/lib/rating/gold/audit-events";
import * as hours from "@/lib/rating/hours/audit-events";
import * as judging from "@/lib/rating/judging/audit-events";
import * as protocols from "@/lib/rating/protocols/audit-events";
import * as training from "@/lib/rating/training/audit-events";
import * as refreshing from "@/lib/refreshing/audit-events";
import * as leaderboard from "@/lib/reporting/leaderboard/audit-events";
import * as connections from "@/lib/runs/connections/audit-events";
import * as evaluators from "@/lib/runs/evaluators/audit-events";
import * as generation from "@/lib/runs/generation/audit-events";
import * as jobs from "@/lib/runs/jobs/audit-events";
import * as models from "@/lib/runs/models/audit-events";
import * as responses from "@/lib/runs/responses/audit-events";
import type { ReadableEventKind } from "@/lib/people/audit-log/audit-event";
import type { AuditFilter } from "./address";

/** The events of every feature. */
const FEATURES: readonly object[] = [
  accounts,
  auditLog,
  notifications,
  comments,
  imports,
  licenses,
  questions,
  releases,
  schedule,
  splits,
  authoring,
  refreshing,
  connections,
  evaluators,
  generation,
  jobs,
  models,
  responses,
  adjudication,
  alarms,
  answerFlags,
  assignment,
  auditSample,
  campaigns,
  gold,
  hours,
  judging,
  protocols,
  training,
  leaderboard,
  sample,
];

const isKind = (value: unknown): value is ReadableEventKind =>
  typeof value === "object" && value !== null && "type" in value && "words" in value;

/** Every kind of audit event by its type. */
export const AUDIT_EVENT_KINDS: ReadonlyMap<string, ReadableEventKind> = new Map(
  FEATURES.flatMap((events) => Object.values(events).filter(isKind)).map((kind) => [
    kind.type,
    kind,
  ]),
);

/** A filter of the log without a kind that is not known. */
export function withKnownKind(filter: AuditFilter): AuditFilter {
  return AUDIT_EVENT_KINDS.has(filter.type) ? filter : { ...filter, type: "" };
}
