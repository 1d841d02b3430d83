import { AccessDenied } from "@/lib/platform/errors";
import { ROLES, type Role } from "./roles";
import type { Actor } from "./schema";

const EVERY_ROLE = ROLES;

/** What each permission is for, and the roles that hold it. A role that is not named here holds nothing. */
export const PERMISSIONS = {
  "questions.read": EVERY_ROLE,
  "questions.edit": ["maintainer"],
  /** Talking about questions. Who is a rater alone does not: what is said there may tell how models did. */
  "questions.discuss": ["annotator", "adjudicator", "researcher", "maintainer", "admin"],
  /** Working through due questions: verify, refresh, skip. */
  "reviews.work": ["maintainer"],
  /** Assigning due questions, moving soft dates, and the dataset's settings. */
  "reviews.manage": ["maintainer"],
  /** One's own drafts and submissions, and what is said about them. */
  "submissions.write": ["annotator"],
  /** Deciding on what others submitted. */
  "submissions.review": ["maintainer"],
  /** Targets of the dataset, the draw of splits. */
  "splits.manage": ["maintainer"],
  /** Who wrote how much, for everyone's pay. */
  "contributions.read": ["maintainer", "admin"],
  "imports.manage": ["maintainer"],
  "releases.read": EVERY_ROLE,
  "releases.publish": ["maintainer"],
  /** Models, their runs and responses. Raters hold it not: they judge blind. */
  "runs.read": ["researcher", "maintainer", "admin"],
  "runs.manage": ["maintainer"],
  /** Services that models and searches are asked from, without their keys. */
  "connections.read": ["researcher", "maintainer", "admin"],
  /** Their addresses, keys and prices, and the hosts that may be asked although they are not public. */
  "connections.manage": ["admin"],
  /** Methods, demonstrations and automatic evaluators. */
  "methods.manage": ["researcher", "maintainer"],
  /** Having models generate and judge responses; it spends money. */
  "jobs.manage": ["researcher", "maintainer"],
  /** Planning campaigns, their raters, gold responses, and seeing how far everyone is. */
  "campaigns.manage": ["maintainer"],
  /** Judging responses, one's own judgments, training. */
  "ratings.judge": ["rater"],
  /** Talking about a response that raters disagree on: its raters, and those who settle it. */
  "ratings.discuss": ["rater", "adjudicator", "maintainer"],
  /** Settling what raters disagree on. */
  "ratings.adjudicate": ["adjudicator", "maintainer"],
  /** Judgments as files, with everything needed to recompute a report. */
  "ratings.export": ["researcher", "maintainer"],
  /** Resolving raters' flags on correct answers. */
  "flags.resolve": ["maintainer"],
  /** Agreement and accuracy. */
  "reports.read": ["researcher", "maintainer", "admin"],
  /** Which runs the leaderboard lists, and whether anyone may read it. */
  "leaderboard.manage": ["maintainer"],
  "views.manage": EVERY_ROLE,
  "account.manage": EVERY_ROLE,
  "users.manage": ["admin"],
  "audit.read": ["admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** True when one of the actor's roles holds the permission. Unknown roles hold none. */
export function may(actor: Pick<Actor, "roles">, permission: Permission): boolean {
  const holders: readonly string[] = PERMISSIONS[permission];
  return actor.roles.some((role) => holders.includes(role));
}

/**
 * The check at the head of every command and query.
 * @throws AccessDenied when no role of the actor holds the permission.
 */
export function authorize(actor: Pick<Actor, "roles">, permission: Permission): void {
  if (!may(actor, permission)) throw new AccessDenied(permission);
}
