import { LICENSE_IDS } from "@/lib/dataset/licenses/vocabulary";
import { readdirSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { VIAS } from "@/lib/people/access/schema";
import { ROLES } from "@/lib/people/access/roles";
import { LINK_PURPOSES } from "@/lib/people/accounts/rules";
import { SEVERITIES } from "@/lib/dataset/file-formats/release-file";
import { COMMENT_ACTIONS } from "@/lib/dataset/comments/schema";
import { DISAGREEMENT_RULES, VERDICT_SOURCES } from "@/lib/reporting/verdicts/schema";
import { REPORT_SPLITS } from "@/lib/reporting/accuracy/schema";
import { DECISION_OUTCOMES, REJECTION_REASONS } from "@/lib/authoring/schema";
import { CAMPAIGN_STATUSES, GOLD_KINDS, TRUTHS } from "@/lib/rating/campaigns/schema";
import {
  DECISIONS,
  MATCH_KINDS,
  MISSING_CHOICES,
  RESOLUTIONS,
  SIDES,
} from "@/lib/dataset/imports/schema";
import { IMPORT_STATUSES } from "@/lib/dataset/import-engine/vocabulary";
import { MATCHED_BY } from "@/lib/runs/responses/schema";
import {
  CONNECTION_KINDS,
  FINISHES,
  KEY_HEADERS,
  KEY_SOURCES,
  CALL_KINDS,
  MODEL_TROUBLES,
  REASONING_EFFORTS,
  SERVICES,
  SYSTEM_ROLES,
  TOKEN_PARAMETERS,
} from "@/lib/runs/connections/vocabulary";
import { JUDGING_MODES } from "@/lib/runs/evaluators/vocabulary";
import {
  ITEM_STATUSES,
  JOB_KINDS,
  JOB_OUTCOMES,
  JOB_STATUSES,
  PAUSE_REASONS,
  WORKER_KINDS,
} from "@/lib/runs/jobs/vocabulary";
import { CITATION_CHECKS } from "@/lib/runs/references/vocabulary";
import { PROMPT_METHODS } from "@/lib/runs/models/schema";
import { EMAIL_PREFERENCES } from "@/lib/people/notifications/schema";
import { DENSITIES } from "@/lib/dataset/sheet/vocabulary";
import { TOUR_OUTCOMES } from "@/lib/home/tour/schema";
import { db, disconnect } from "@/lib/platform/db";
import { MIGRATIONS_FOLDER } from "@/lib/platform/migrations";
import {
  FACT_TYPES,
  HOPS,
  REVIEW_POLICIES,
  REVISION_REASONS,
  SPLITS,
  STATUSES,
} from "@/lib/dataset/questions/vocabulary";
import { ALARM_KINDS, PAUSE_CAUSES } from "@/lib/rating/alarms/vocabulary";
import { RATE_UNITS } from "@/lib/rating/hours/vocabulary";
import { GOLD_CHOICES } from "@/lib/reporting/snapshots/schema";
import { DRAW_MODES } from "@/lib/dataset/splits/schema";
import { FLAG_RESOLUTIONS } from "@/lib/rating/answer-flags/schema";
import { notEmpty } from "@/prisma/testing/not-empty";
import { SUBMISSION_STATUSES } from "@/lib/authoring/vocabulary";

afterAll(disconnect);

/** The lists that CHECK constraints close, by the constraint's name, each with the constant that the code has for it. */
const LISTS: Record<string, readonly (readonly string[])[]> = {
  access_links_purpose: [LINK_PURPOSES],
  access_links_roles: [ROLES],
  audit_events_via: [VIAS],
  campaigns_status: [CAMPAIGN_STATUSES],
  campaigns_truth: [TRUTHS],
  campaign_raters_paused_because: [PAUSE_CAUSES],
  citation_checks_variant: [CITATION_CHECKS],
  connections_key_header: [KEY_HEADERS],
  connections_key_source: [KEY_SOURCES],
  connections_kind: [CONNECTION_KINDS],
  connections_service: [SERVICES],
  dataset_licenses_license: [LICENSE_IDS],
  gold_answers_kind: [GOLD_KINDS],
  gold_verdicts_kind: [GOLD_KINDS],
  import_findings_severity: [SEVERITIES],
  import_rows_decision: [DECISIONS],
  import_decisions_decision: [DECISIONS.filter((decision) => decision !== "open")],
  import_decisions_resolution: [RESOLUTIONS.filter((resolution) => resolution !== "open")],
  import_queues_missing: [MISSING_CHOICES],
  grid_layouts_density: [DENSITIES],
  seen_tours_role: [ROLES],
  seen_tours_outcome: [TOUR_OUTCOMES],
  import_rows_match: [MATCH_KINDS],
  import_rows_resolution: [RESOLUTIONS],
  import_rows_sides: [SIDES],
  imports_status: [IMPORT_STATUSES],
  job_items_mode: [JUDGING_MODES],
  job_items_outcome: [JOB_OUTCOMES],
  job_items_status: [ITEM_STATUSES],
  jobs_ended: [["done", "cancelled"]],
  jobs_kind: [JOB_KINDS],
  jobs_paused_because: [PAUSE_REASONS],
  jobs_status: [JOB_STATUSES],
  leaderboard_settings_counting: [GOLD_CHOICES],
  leaderboard_settings_values: [REPORT_SPLITS, DISAGREEMENT_RULES],
  leaderboard_settings_verdicts: [VERDICT_SOURCES],
  mails_occasion: [["at-once", "daily"]],
  mails_status: [["waiting", "sending", "sent", "failed", "unknown"]],
  model_calls_finish: [FINISHES],
  model_calls_kind: [CALL_KINDS],
  model_calls_reading: [["parsed", "truncated", "unparsed"]],
  model_calls_state: [["answered", ...MODEL_TROUBLES]],
  model_runs_prompt_method: [PROMPT_METHODS],
  notice_choices_mail: [EMAIL_PREFERENCES],
  operations_kind: [["bulk", "import", "undo"]],
  question_comments_action: [COMMENT_ACTIONS],
  rater_alarms_kind: [ALARM_KINDS],
  rater_rates_unit: [RATE_UNITS],
  rating_assignments_status: [["pending", "held", "opened", "judged"]],
  response_import_rows_matched_by: [MATCHED_BY],
  response_imports_status: [IMPORT_STATUSES],
  retrieval_steps_kind: [["pages", "paragraphs"]],
  revisions_fact_type: [FACT_TYPES],
  revisions_hops: [HOPS],
  revisions_reason: [REVISION_REASONS],
  revisions_review_policy: [REVIEW_POLICIES],
  revisions_split: [SPLITS],
  revisions_status: [STATUSES],
  served_models_reasoning_effort: [REASONING_EFFORTS],
  served_models_system_role: [SYSTEM_ROLES],
  served_models_token_parameter: [TOKEN_PARAMETERS],
  split_draws_mode: [DRAW_MODES],
  submission_decisions_outcome: [DECISION_OUTCOMES],
  submission_decisions_reasons: [REJECTION_REASONS],
  submission_decisions_split: [SPLITS],
  submissions_status: [SUBMISSION_STATUSES],
  truth_tickets_status: [["open", ...FLAG_RESOLUTIONS]],
  users_kind: [["person", "system"]],
  users_roles: [ROLES],
  workers_kind: [WORKER_KINDS],
};

/**
 * CHECK constraints that name values of a closed list without closing it: with the list that the values must be of. Texts in
 * them that are no such values are given as well.
 */
const PARTS: Record<string, readonly string[]> = {
  connections_key: ["", ...KEY_SOURCES],
  dataset_licenses_url: LICENSE_IDS,
  gold_verdicts_verdict: GOLD_KINDS,
  job_items_credit: JOB_OUTCOMES,
  job_items_done: ITEM_STATUSES,
  job_items_lease: ITEM_STATUSES,
  jobs_method: JOB_KINDS,
  jobs_other_run: JOB_KINDS,
  jobs_paused: JOB_STATUSES,
  judgments_correction: [""],
  leaderboard_settings_counting: ["release", ...GOLD_CHOICES],
  leaderboard_settings_evaluator: VERDICT_SOURCES,
  model_calls_answered: ["answered"],
  model_calls_messages: ["answered", "embedding"],
  question_comments_says: ["", ...COMMENT_ACTIONS],
  rating_assignments_judged: ["pending", "held", "opened", "judged"],
  revisions_review: REVIEW_POLICIES,
  submission_decisions_reason: DECISION_OUTCOMES,
  submission_decisions_split: [...SPLITS, ...DECISION_OUTCOMES],
  submissions_accepted: SUBMISSION_STATUSES,
  truth_tickets_status: ["open", ...FLAG_RESOLUTIONS],
};

interface Check {
  name: string;
  /** The lists that it closes a column with. */
  lists: string[][];
  /** Every text in it, patterns left out. */
  texts: string[];
}

/** Every CHECK constraint that holds a text. */
async function readChecks(): Promise<Check[]> {
  const constraints = await db.$queryRaw<{ name: string; definition: string }[]>`
    SELECT conname::text AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND strpos(pg_get_constraintdef(oid), '::text') > 0 ORDER BY 1`;
  const textsOf = (sql: string) =>
    [...sql.matchAll(/(~ )?'([^']*)'::text/g)].flatMap(([, pattern, text]) =>
      pattern === undefined ? [text!] : [],
    );
  return constraints.map(({ name, definition }) => {
    const arrays = [...definition.matchAll(/ARRAY\[([^\]]*)\]/g)].map(([, list]) => textsOf(list!));
    // One value under one condition or another under another one closes a column, too.
    const either = /^CHECK \(\(\(\((\w+) = '[^']*'::text\) AND .*\) OR \(\(\1 = '/.test(definition);
    const lists = either ? [textsOf(definition)] : arrays;
    return { name, lists: lists.map((list) => list.sort()), texts: textsOf(definition) };
  });
}

it("every list that the database closes holds exactly the values of the code's constant", async () => {
  const closing = (await readChecks()).filter(({ lists }) => lists.length > 0);
  expect(closing.length).toBeGreaterThan(30);
  expect(Object.fromEntries(closing.map(({ name, lists }) => [name, lists]))).toEqual(
    Object.fromEntries(
      Object.entries(LISTS).map(([name, lists]) => [
        name,
        lists.map((values) => [...values].sort()),
      ]),
    ),
  );
});

it("every other value that a constraint names is one of its list", async () => {
  const checks = await readChecks();
  for (const [name, values] of Object.entries(PARTS)) {
    const texts = checks.find((check) => check.name === name)?.texts ?? [];
    expect(texts.length, name).toBeGreaterThan(0);
    expect(
      texts.filter((text) => !values.includes(text)),
      name,
    ).toEqual([]);
  }
  const known = new Set([...Object.keys(LISTS), ...Object.keys(PARTS)]);
  expect(checks.filter(({ name, texts }) => texts.length > 0 && !known.has(name))).toEqual([]);
});

describe("migrations", () => {
  it("have a time before their name and sort as they were made: a later one behind the last of the round before", () => {
    const names = readdirSync(MIGRATIONS_FOLDER)
      .filter((name) => name !== "migration_lock.toml")
      .sort();
    expect(names.slice(0, 6)).toEqual([
      "20261121000000_foundation",
      "20261121120000_refreshing",
      "20261122000000_rating",
      "20261122060000_planned_day",
      "20261122120000_authoring",
      "20261122180000_leaderboard",
    ]);
    for (const name of notEmpty(names)) expect(name).toMatch(/^\d{14}_[a-z_]+$/);
    expect(new Set(names.map((name) => name.slice(0, 14))).size).toBe(names.length);
  });
});
