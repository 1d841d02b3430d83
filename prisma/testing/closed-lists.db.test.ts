import { readdirSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/people/access/roles";
import { DISAGREEMENT_RULES } from "@/lib/reporting/accuracy/verdict";
import { REPORT_SPLITS } from "@/lib/reporting/accuracy/schema";
import { REJECTION_REASONS, SUBMISSION_STATUSES } from "@/lib/authoring/schema";
import { CAMPAIGN_STATUSES, TRUTHS } from "@/lib/rating/campaigns/schema";
import { DECISIONS, IMPORT_STATUSES, MATCH_KINDS } from "@/lib/dataset/imports/schema";
import {
  IMPORT_STATUSES as RESPONSE_IMPORT_STATUSES,
  MATCHED_BY,
} from "@/lib/runs/responses/schema";
import { PROMPT_METHODS } from "@/lib/runs/models/schema";
import { EMAIL_PREFERENCES } from "@/lib/people/notifications/schema";
import { db, disconnect } from "@/lib/platform/db";
import { MIGRATIONS_FOLDER } from "@/lib/platform/migrations";
import {
  FACT_TYPES,
  HOPS,
  REVISION_REASONS,
  SPLITS,
  STATUSES,
} from "@/lib/dataset/questions/vocabulary";
import { ASSIGNMENT_STATUSES } from "@/lib/rating/judging/vocabulary";
import { GOLD_CHOICES } from "@/lib/reporting/snapshots/schema";
import { DRAW_MODES } from "@/lib/dataset/splits/schema";
import { SETTLEMENTS } from "@/lib/rating/answer-flags/schema";

afterAll(disconnect);

/** The lists that CHECK constraints close, by the constraint's name, each with the constant that the code has for it. */
const LISTS: Record<string, readonly (readonly string[])[]> = {
  access_links_roles: [ROLES],
  campaigns_status: [CAMPAIGN_STATUSES],
  campaigns_truth: [TRUTHS],
  gold_verdicts_kind: [["set", "changed", "withdrawn"]],
  import_rows_decision: [DECISIONS],
  import_rows_match: [MATCH_KINDS],
  // "applying" was never written: applying is one transaction.
  imports_status: [[...IMPORT_STATUSES, "applying"]],
  leaderboard_settings_counting: [GOLD_CHOICES],
  leaderboard_settings_values: [REPORT_SPLITS, DISAGREEMENT_RULES],
  mails_status: [["waiting", "sending", "sent", "failed", "unknown"]],
  model_runs_prompt_method: [PROMPT_METHODS],
  notice_choices_mail: [EMAIL_PREFERENCES],
  operations_kind: [["bulk", "import", "undo"]],
  rating_assignments_status: [ASSIGNMENT_STATUSES],
  response_import_rows_matched_by: [MATCHED_BY],
  response_imports_status: [RESPONSE_IMPORT_STATUSES],
  revisions_fact_type: [FACT_TYPES],
  revisions_hops: [HOPS],
  revisions_reason: [REVISION_REASONS],
  revisions_split: [SPLITS],
  revisions_status: [STATUSES],
  split_draws_mode: [DRAW_MODES],
  submission_decisions_outcome: [["accepted", "returned", "rejected"]],
  submission_decisions_reasons: [REJECTION_REASONS],
  submission_decisions_split: [SPLITS],
  submissions_status: [SUBMISSION_STATUSES],
  truth_tickets_status: [["open", ...SETTLEMENTS]],
  users_kind: [["person", "system"]],
  users_roles: [ROLES],
};

it("every list that the database closes holds exactly the values of the code's constant", async () => {
  const constraints = await db.$queryRaw<{ name: string; definition: string }[]>`
    SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND pg_get_constraintdef(oid) ~ 'ARRAY\\[''' ORDER BY 1`;
  const found = Object.fromEntries(
    constraints.map(({ name, definition }) => [
      name,
      [...definition.matchAll(/ARRAY\[([^\]]*)\]/g)].map(([, list]) =>
        [...list!.matchAll(/'([^']*)'::text/g)].map(([, value]) => value!).sort(),
      ),
    ]),
  );
  expect(constraints.length).toBeGreaterThan(25);
  expect(found).toEqual(
    Object.fromEntries(
      Object.entries(LISTS).map(([name, lists]) => [
        name,
        lists.map((values) => [...values].sort()),
      ]),
    ),
  );
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
    for (const name of names) expect(name).toMatch(/^\d{14}_[a-z_]+$/);
    expect(new Set(names.map((name) => name.slice(0, 14))).size).toBe(names.length);
  });
});
