import { CASES_CHECK } from "@/lib/rating/adjudication/checks";
import {
  CONSTRAINTS_CHECK,
  guardsCheck,
  REFERENCES_CHECK,
  SEQUENCES_CHECK,
  type DatabaseCheck,
} from "@/lib/platform/backup/checks";
import { SEALS_CHECK } from "@/lib/platform/seals/checks";
import { CHAINS_CHECK, HEADS_CHECK, SEARCH_WORDS_CHECK } from "@/lib/dataset/questions/checks";
import { ANSWERS_CHECK, RATINGS_CHECK, TASKS_CHECK } from "@/lib/rating/judging/checks";
import {
  RELEASE_CONTENTS_CHECK,
  RELEASE_FILES_CHECK,
  RELEASES_CHECK,
} from "@/lib/dataset/releases/checks";

/*
 * What backup, restore and verify must know of this product: which rows stay behind, what an empty installation holds,
 * and what must be true of a full one. A test holds each list against a database.
 */

/** Tables whose rows no backup has, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  // Restored, they would let in again whoever has signed out since.
  sessions: "everyone signs in again",
  sign_in_attempts: "counts of failed sign-ins start over",
  review_claims: "leases of two minutes",
  submission_claims: "leases of two minutes",
  adjudication_claims: "leases of two minutes",
  rating_visits: "open windows of raters",
  health_probe: "written by the readiness check",
  workers: "processes that work on jobs",
  connection_gates: "when a service may be asked again",
};

/** The rows that migrations write, by table: SQL that holds of each. */
export const WRITTEN_BY_MIGRATIONS: Readonly<Record<string, string>> = {
  users: "kind = 'system'",
  authoring_targets: "true",
  dataset_settings: "true",
  leaderboard_settings: "true",
  // What the built-in protocol says.
  protocols: "key = 'relaxed-strict'",
  protocol_versions: "protocol_id = (SELECT id FROM protocols WHERE key = 'relaxed-strict')",
  rating_settings: "true",
  report_origin: "true",
  // Whoever runs the readiness check writes it.
  health_probe: "true",
};

/** The triggers that guard the data, and their tables: all of them always fire, for superusers and replication, too. */
export const GUARDS: Readonly<Record<string, readonly string[]>> = {
  append_only: [
    "adjudication_answers",
    "adjudications",
    "arrangements",
    "audit_events",
    "automatic_preferences",
    "automatic_verdicts",
    "calibration_answers",
    "dataset_licenses",
    "demonstration_sets",
    "gold_answers",
    "gold_verdicts",
    "handings_out",
    "judgment_answers",
    "judgments",
    "model_calls",
    "operations",
    "plan_changes",
    "prices",
    "question_comments",
    "question_reasonings",
    "question_successors",
    "questions",
    "rater_rates",
    "release_chunks",
    "release_entries",
    "release_file_chunks",
    "release_files",
    "release_licenses",
    "releases",
    "response_references",
    "responses",
    "retrieval_steps",
    "revisions",
    "seals",
    "search_answers",
    "search_uses",
    "split_draws",
    "submission_comments",
    "submission_decisions",
    "submission_rounds",
    "task_comments",
    "verifications",
    "web_pages",
  ],
  adjudicated: ["adjudications"],
  audit_rate_changed: ["campaigns"],
  by_protocol: ["adjudications", "judgments"],
  frozen: ["evaluators", "method_versions", "protocol_versions"],
  judged: ["rating_assignments"],
  judged_again: ["rating_assignments"],
  keep_search_words_of_changed: ["question_heads"],
  keep_search_words_of_new: ["question_heads"],
  not_ones_own: ["submission_decisions"],
  seal: ["releases"],
  sealed: ["release_chunks", "release_entries", "release_file_chunks", "release_files"],
};

export const CHECKS: readonly DatabaseCheck[] = [
  guardsCheck(GUARDS),
  SEALS_CHECK,
  SEQUENCES_CHECK,
  REFERENCES_CHECK,
  CONSTRAINTS_CHECK,
  RELEASES_CHECK,
  RELEASE_CONTENTS_CHECK,
  RELEASE_FILES_CHECK,
  CHAINS_CHECK,
  HEADS_CHECK,
  SEARCH_WORDS_CHECK,
  RATINGS_CHECK,
  TASKS_CHECK,
  ANSWERS_CHECK,
  CASES_CHECK,
];
