import { AccessDenied } from "@/lib/platform/errors";
import type { Actor, Role } from "./schema";

/** What each permission is for, and the roles that hold it. A role that is not named here holds nothing. */
export const PERMISSIONS = {
  "questions.read": ["annotator", "rater", "maintainer", "admin"],
  "questions.edit": ["maintainer"],
  /** Working through due questions: verify, refresh, skip. */
  "reviews.work": ["maintainer"],
  /** Assigning due questions, moving soft dates, and the data set's settings. */
  "reviews.manage": ["maintainer"],
  "imports.manage": ["maintainer"],
  "releases.read": ["annotator", "rater", "maintainer", "admin"],
  "releases.publish": ["maintainer"],
  "views.manage": ["annotator", "rater", "maintainer", "admin"],
  "account.manage": ["annotator", "rater", "maintainer", "admin"],
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
