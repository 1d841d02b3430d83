/*
 * The codes of all refusals: for programs, which distinguish them, never for people. A code never changes its meaning. A
 * command lists those that it may answer in its signature (`Result<T, "stale" | "taken">`), so that the compiler knows
 * them there and in its callers.
 */

/** Answered by whatever stands between a browser and a command: see lib/people/access/action.ts and route.ts. */
export type EdgeCode =
  | "access-denied"
  | "failed"
  | "invalid"
  | "not-found"
  | "signed-out"
  | "unavailable"
  | "unknown-outcome";

/** No one knows whether it was done (`unknown-outcome`, `no-answer`), or the server was not reached. */
export type LostCode = "network" | "no-answer" | "unknown-outcome";

/** Made by a page itself: `not-sent` where it sees that there is no use in sending anything. */
export type PageCode = LostCode | "not-sent";

/** Answered to requests that our own pages don't make, unless they are old or someone else has signed in. */
type RequestCode = "bad-json" | "cross-site" | "other-person" | "out-of-date" | "too-large";

/** Answered by commands of any area. */
type CommonCode = "busy" | "changed" | "key-taken" | "moved" | "stale" | "taken" | "unchanged";

type AccountCode =
  | "deactivated"
  | "email-not-verified"
  | "email-taken"
  | "last-admin"
  | "link-expired"
  | "link-invalid"
  | "link-revoked"
  | "link-used"
  | "no-cookies"
  | "no-password"
  | "not-invited"
  | "too-many-attempts"
  | "wrong-credentials"
  | "wrong-password";

type FileCode =
  | "bad-ratings"
  | "bad-rows"
  | "date-missing"
  | "date-to-come"
  | "empty-file"
  | "folder"
  | "missing-column"
  | "no-order"
  | "no-such-column"
  | "reading"
  | "repeated-column"
  | "same-column"
  | "several-files"
  | "unreadable";

type DatasetCode =
  | "already-undone"
  | "built-on"
  | "cancelled"
  | "date-passed"
  | "empty"
  | "no-license"
  | "not-active"
  | "not-assignable"
  | "not-offered"
  | "not-planned"
  | "nothing-to-import"
  | "outdated"
  | "overlap"
  | "several-runs"
  | "suspect-rows"
  | "undecided"
  | "written-already";

type AuthoringCode = "closed" | "decided" | "held" | "similar" | "own";

type RatingCode =
  | "adjudicated"
  | "already-judged"
  | "built-in"
  | "done"
  | "in-use"
  | "not-a-rater"
  | "not-disputed"
  | "not-done"
  | "not-draft"
  | "not-open"
  | "not-possible"
  | "not-qualified"
  | "not-revised"
  | "nothing-left"
  | "nothing-stale"
  | "nudged"
  | "own-rating"
  | "paused"
  | "rater-paused"
  | "resolved"
  | "several"
  | "unknown";

type ConnectionCode = "no-installation-key";

type ReportCode = "no-evaluator" | "no-run" | "not-over";

export type RefusalCode =
  | EdgeCode
  | PageCode
  | RequestCode
  | CommonCode
  | AccountCode
  | FileCode
  | DatasetCode
  | AuthoringCode
  | RatingCode
  | ConnectionCode
  | ReportCode;
