import * as authoring from "@/lib/authoring/notices";
import * as comments from "@/lib/dataset/comments/notices";
import * as schedule from "@/lib/dataset/schedule/notices";
import type { NoticeKinds, ReadableNoticeKind } from "@/lib/people/notifications/notice";
import * as adjudication from "@/lib/rating/adjudication/notices";
import * as alarms from "@/lib/rating/alarms/notices";
import * as answerFlags from "@/lib/rating/answer-flags/notices";
import * as assignment from "@/lib/rating/assignment/notices";
import * as campaigns from "@/lib/rating/notices";
import * as jobs from "@/lib/runs/jobs/notices";

/** The notices of every feature. */
const FEATURES: readonly object[] = [
  comments,
  schedule,
  authoring,
  jobs,
  campaigns,
  alarms,
  assignment,
  adjudication,
  answerFlags,
];

const isKind = (value: unknown): value is ReadableNoticeKind =>
  typeof value === "object" && value !== null && "kind" in value && "read" in value;

/** Every kind of notice by its name. */
export const NOTICE_KINDS: NoticeKinds = new Map(
  FEATURES.flatMap((notices) => Object.values(notices).filter(isKind)).map((one) => [
    one.kind,
    one,
  ]),
);
