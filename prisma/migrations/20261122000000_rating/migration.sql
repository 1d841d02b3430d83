-- CreateTable
CREATE TABLE "models" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL DEFAULT '',
    "size" TEXT NOT NULL DEFAULT '',
    "knowledge_cutoff" TEXT NOT NULL DEFAULT '',
    "told_date" BOOLEAN,
    "has_search" BOOLEAN,
    "note" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "models_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_runs" (
    "id" SERIAL NOT NULL,
    "model_id" INTEGER NOT NULL,
    "release_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "ran_on" DATE,
    "prompt_method" TEXT NOT NULL DEFAULT 'zero-shot',
    "temperature" DOUBLE PRECISION,
    "max_tokens" INTEGER,
    "note" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "responses" (
    "id" SERIAL NOT NULL,
    "run_id" INTEGER NOT NULL,
    "question_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "import_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "responses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "response_imports" (
    "id" SERIAL NOT NULL,
    "run_id" INTEGER NOT NULL,
    "file_name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "byte_size" BIGINT NOT NULL,
    "sha256" TEXT,
    "bytes_read" BIGINT NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "columns" JSONB,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "progress_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_at" TIMESTAMPTZ(3),
    "outcome" JSONB,

    CONSTRAINT "response_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "response_import_rows" (
    "import_id" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "record" INTEGER NOT NULL,
    "line" INTEGER,
    "cells" TEXT[],
    "fault" TEXT,
    "matched_by" TEXT,
    "question_id" INTEGER,
    "revision_id" INTEGER,
    "problem" TEXT,
    "detail" TEXT,

    CONSTRAINT "response_import_rows_pkey" PRIMARY KEY ("import_id","ordinal")
);

-- CreateTable
CREATE TABLE "evaluators" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evaluators_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "automatic_verdicts" (
    "id" SERIAL NOT NULL,
    "response_id" INTEGER NOT NULL,
    "evaluator_id" INTEGER NOT NULL,
    "relaxed" BOOLEAN,
    "strict" BOOLEAN,
    "explanation" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "automatic_verdicts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rating_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "training_required" BOOLEAN NOT NULL DEFAULT true,
    "qualify_at" INTEGER NOT NULL DEFAULT 12,
    "idle_seconds" INTEGER NOT NULL DEFAULT 60,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rating_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaigns" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "instructions" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'draft',
    "truth" TEXT NOT NULL DEFAULT 'release',
    "seed" INTEGER NOT NULL,
    "sample" JSONB NOT NULL,
    "ratings_per_response" INTEGER NOT NULL DEFAULT 2,
    "overlap" INTEGER,
    "gold_rate" INTEGER NOT NULL DEFAULT 0,
    "names_hidden" BOOLEAN NOT NULL DEFAULT true,
    "raters_may_adjudicate" BOOLEAN NOT NULL DEFAULT false,
    "deadline" DATE,
    "follows_id" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "client_key" UUID NOT NULL,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "opened_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_runs" (
    "campaign_id" INTEGER NOT NULL,
    "run_id" INTEGER NOT NULL,

    CONSTRAINT "campaign_runs_pkey" PRIMARY KEY ("campaign_id","run_id")
);

-- CreateTable
CREATE TABLE "campaign_raters" (
    "campaign_id" INTEGER NOT NULL,
    "rater_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "left_at" TIMESTAMPTZ(3),

    CONSTRAINT "campaign_raters_pkey" PRIMARY KEY ("campaign_id","rater_id")
);

-- CreateTable
CREATE TABLE "rater_conflicts" (
    "rater_id" INTEGER NOT NULL,
    "run_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "stated_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rater_conflicts_pkey" PRIMARY KEY ("rater_id","run_id")
);

-- CreateTable
CREATE TABLE "gold_responses" (
    "response_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "relaxed" BOOLEAN NOT NULL,
    "strict" BOOLEAN NOT NULL,
    "relaxed_reason" TEXT,
    "strict_reason" TEXT,
    "explanation" TEXT NOT NULL DEFAULT '',
    "set_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gold_responses_pkey" PRIMARY KEY ("response_id")
);

-- CreateTable
CREATE TABLE "rating_tasks" (
    "id" SERIAL NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "response_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "wanted" INTEGER NOT NULL,
    "gold" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "rating_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rating_assignments" (
    "id" SERIAL NOT NULL,
    "task_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "slot" INTEGER NOT NULL,
    "rater_id" INTEGER,
    "position" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "opened_at" TIMESTAMPTZ(3),
    "judgment_id" INTEGER,

    CONSTRAINT "rating_assignments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "judgments" (
    "id" SERIAL NOT NULL,
    "task_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "response_id" INTEGER NOT NULL,
    "rater_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "relaxed" BOOLEAN NOT NULL,
    "strict" BOOLEAN NOT NULL,
    "relaxed_reason" TEXT,
    "strict_reason" TEXT,
    "comment" TEXT NOT NULL DEFAULT '',
    "low_confidence" BOOLEAN NOT NULL DEFAULT false,
    "flagged" BOOLEAN NOT NULL DEFAULT false,
    "active_ms" INTEGER NOT NULL,
    "judged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "client_key" UUID NOT NULL,
    "supersedes_id" INTEGER,
    "correction" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "judgments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "adjudication_cases" (
    "task_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "agreement" DOUBLE PRECISION NOT NULL,
    "relaxed_differs" BOOLEAN NOT NULL,
    "strict_differs" BOOLEAN NOT NULL,
    "flagged" BOOLEAN NOT NULL,
    "low_confidence" BOOLEAN NOT NULL,

    CONSTRAINT "adjudication_cases_pkey" PRIMARY KEY ("task_id")
);

-- CreateTable
CREATE TABLE "adjudications" (
    "id" SERIAL NOT NULL,
    "task_id" INTEGER NOT NULL,
    "adjudicator_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "relaxed" BOOLEAN NOT NULL,
    "strict" BOOLEAN NOT NULL,
    "relaxed_reason" TEXT,
    "strict_reason" TEXT,
    "reason" TEXT NOT NULL,
    "adjudicated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "client_key" UUID NOT NULL,
    "supersedes_id" INTEGER,

    CONSTRAINT "adjudications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "adjudication_claims" (
    "task_id" INTEGER NOT NULL,
    "holder_id" INTEGER NOT NULL,
    "token" UUID NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "adjudication_claims_pkey" PRIMARY KEY ("task_id")
);

-- CreateTable
CREATE TABLE "task_comments" (
    "id" SERIAL NOT NULL,
    "task_id" INTEGER NOT NULL,
    "author_id" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "client_key" UUID NOT NULL,

    CONSTRAINT "task_comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "truth_tickets" (
    "id" SERIAL NOT NULL,
    "question_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "judgment_id" INTEGER NOT NULL,
    "raised_by" INTEGER NOT NULL,
    "comment" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" TEXT NOT NULL DEFAULT 'open',
    "settled_by" INTEGER,
    "settled_at" TIMESTAMPTZ(3),
    "settlement" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "truth_tickets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "calibration_answers" (
    "id" SERIAL NOT NULL,
    "rater_id" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "example" INTEGER NOT NULL,
    "relaxed" BOOLEAN NOT NULL,
    "strict" BOOLEAN NOT NULL,
    "right" BOOLEAN NOT NULL,
    "answered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "calibration_answers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "qualifications" (
    "rater_id" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "score" INTEGER NOT NULL,
    "threshold" INTEGER NOT NULL,
    "qualified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "qualifications_pkey" PRIMARY KEY ("rater_id")
);

-- CreateIndex
CREATE INDEX "adjudication_cases_agreement_task_id_idx" ON "adjudication_cases"("agreement", "task_id");

-- CreateIndex
CREATE INDEX "adjudication_cases_campaign_id_agreement_task_id_idx" ON "adjudication_cases"("campaign_id", "agreement", "task_id");

-- CreateIndex
CREATE UNIQUE INDEX "models_name_key" ON "models"("name");

-- CreateIndex
CREATE INDEX "model_runs_release_id_idx" ON "model_runs"("release_id");

-- CreateIndex
CREATE UNIQUE INDEX "model_runs_model_id_release_id_name_key" ON "model_runs"("model_id", "release_id", "name");

-- CreateIndex
CREATE INDEX "responses_question_id_idx" ON "responses"("question_id");

-- CreateIndex
CREATE INDEX "responses_import_id_idx" ON "responses"("import_id");

-- CreateIndex
CREATE UNIQUE INDEX "responses_run_id_question_id_key" ON "responses"("run_id", "question_id");

-- CreateIndex
CREATE INDEX "response_imports_run_id_idx" ON "response_imports"("run_id");

-- CreateIndex
CREATE INDEX "response_import_rows_import_id_problem_ordinal_idx" ON "response_import_rows"("import_id", "problem", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "evaluators_name_key" ON "evaluators"("name");

-- CreateIndex
CREATE INDEX "automatic_verdicts_response_id_evaluator_id_idx" ON "automatic_verdicts"("response_id", "evaluator_id");

-- CreateIndex
CREATE INDEX "automatic_verdicts_evaluator_id_idx" ON "automatic_verdicts"("evaluator_id");

-- CreateIndex
CREATE UNIQUE INDEX "campaigns_name_key" ON "campaigns"("name");

-- CreateIndex
CREATE UNIQUE INDEX "campaigns_client_key_key" ON "campaigns"("client_key");

-- CreateIndex
CREATE INDEX "campaign_runs_run_id_idx" ON "campaign_runs"("run_id");

-- CreateIndex
CREATE INDEX "campaign_raters_rater_id_idx" ON "campaign_raters"("rater_id");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_raters_campaign_id_number_key" ON "campaign_raters"("campaign_id", "number");

-- CreateIndex
CREATE INDEX "rater_conflicts_run_id_idx" ON "rater_conflicts"("run_id");

-- CreateIndex
CREATE INDEX "rating_tasks_response_id_idx" ON "rating_tasks"("response_id");

-- CreateIndex
CREATE INDEX "rating_tasks_revision_id_idx" ON "rating_tasks"("revision_id");

-- CreateIndex
CREATE UNIQUE INDEX "rating_tasks_campaign_id_response_id_key" ON "rating_tasks"("campaign_id", "response_id");

-- CreateIndex
CREATE UNIQUE INDEX "rating_assignments_judgment_id_key" ON "rating_assignments"("judgment_id");

-- CreateIndex
CREATE INDEX "rating_assignments_campaign_id_rater_id_status_position_idx" ON "rating_assignments"("campaign_id", "rater_id", "status", "position");

-- CreateIndex
CREATE UNIQUE INDEX "rating_assignments_task_id_slot_key" ON "rating_assignments"("task_id", "slot");

-- CreateIndex
CREATE UNIQUE INDEX "rating_assignments_task_id_rater_id_key" ON "rating_assignments"("task_id", "rater_id");

-- CreateIndex
CREATE UNIQUE INDEX "judgments_client_key_key" ON "judgments"("client_key");

-- CreateIndex
CREATE UNIQUE INDEX "judgments_supersedes_id_key" ON "judgments"("supersedes_id");

-- CreateIndex
CREATE INDEX "judgments_task_id_idx" ON "judgments"("task_id");

-- CreateIndex
CREATE INDEX "judgments_campaign_id_rater_id_judged_at_idx" ON "judgments"("campaign_id", "rater_id", "judged_at");

-- CreateIndex
CREATE INDEX "judgments_rater_id_id_idx" ON "judgments"("rater_id", "id");

-- CreateIndex
CREATE INDEX "judgments_revision_id_idx" ON "judgments"("revision_id");

-- CreateIndex
CREATE UNIQUE INDEX "adjudications_client_key_key" ON "adjudications"("client_key");

-- CreateIndex
CREATE UNIQUE INDEX "adjudications_supersedes_id_key" ON "adjudications"("supersedes_id");

-- CreateIndex
CREATE INDEX "adjudications_task_id_idx" ON "adjudications"("task_id");

-- CreateIndex
CREATE INDEX "adjudication_claims_holder_id_idx" ON "adjudication_claims"("holder_id");

-- CreateIndex
CREATE UNIQUE INDEX "task_comments_client_key_key" ON "task_comments"("client_key");

-- CreateIndex
CREATE INDEX "task_comments_task_id_id_idx" ON "task_comments"("task_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "truth_tickets_judgment_id_key" ON "truth_tickets"("judgment_id");

-- CreateIndex
CREATE INDEX "truth_tickets_status_id_idx" ON "truth_tickets"("status", "id");

-- CreateIndex
CREATE INDEX "truth_tickets_question_id_idx" ON "truth_tickets"("question_id");

-- CreateIndex
CREATE UNIQUE INDEX "calibration_answers_rater_id_attempt_example_key" ON "calibration_answers"("rater_id", "attempt", "example");

-- AddForeignKey
ALTER TABLE "models" ADD CONSTRAINT "models_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_runs" ADD CONSTRAINT "model_runs_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "models"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_runs" ADD CONSTRAINT "model_runs_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_runs" ADD CONSTRAINT "model_runs_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "responses" ADD CONSTRAINT "responses_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "model_runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "responses" ADD CONSTRAINT "responses_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "responses" ADD CONSTRAINT "responses_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "responses" ADD CONSTRAINT "responses_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "response_imports"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_imports" ADD CONSTRAINT "response_imports_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "model_runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_imports" ADD CONSTRAINT "response_imports_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluators" ADD CONSTRAINT "evaluators_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automatic_verdicts" ADD CONSTRAINT "automatic_verdicts_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automatic_verdicts" ADD CONSTRAINT "automatic_verdicts_evaluator_id_fkey" FOREIGN KEY ("evaluator_id") REFERENCES "evaluators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_follows_id_fkey" FOREIGN KEY ("follows_id") REFERENCES "campaigns"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_runs" ADD CONSTRAINT "campaign_runs_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_runs" ADD CONSTRAINT "campaign_runs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "model_runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_raters" ADD CONSTRAINT "campaign_raters_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_raters" ADD CONSTRAINT "campaign_raters_rater_id_fkey" FOREIGN KEY ("rater_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rater_conflicts" ADD CONSTRAINT "rater_conflicts_rater_id_fkey" FOREIGN KEY ("rater_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rater_conflicts" ADD CONSTRAINT "rater_conflicts_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "model_runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rater_conflicts" ADD CONSTRAINT "rater_conflicts_stated_by_fkey" FOREIGN KEY ("stated_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_responses" ADD CONSTRAINT "gold_responses_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_responses" ADD CONSTRAINT "gold_responses_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_responses" ADD CONSTRAINT "gold_responses_set_by_fkey" FOREIGN KEY ("set_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating_tasks" ADD CONSTRAINT "rating_tasks_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating_tasks" ADD CONSTRAINT "rating_tasks_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating_tasks" ADD CONSTRAINT "rating_tasks_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating_assignments" ADD CONSTRAINT "rating_assignments_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "rating_tasks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating_assignments" ADD CONSTRAINT "rating_assignments_rater_id_fkey" FOREIGN KEY ("rater_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating_assignments" ADD CONSTRAINT "rating_assignments_judgment_id_fkey" FOREIGN KEY ("judgment_id") REFERENCES "judgments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judgments" ADD CONSTRAINT "judgments_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "rating_tasks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judgments" ADD CONSTRAINT "judgments_rater_id_fkey" FOREIGN KEY ("rater_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judgments" ADD CONSTRAINT "judgments_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judgments" ADD CONSTRAINT "judgments_supersedes_id_fkey" FOREIGN KEY ("supersedes_id") REFERENCES "judgments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "rating_tasks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_adjudicator_id_fkey" FOREIGN KEY ("adjudicator_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_supersedes_id_fkey" FOREIGN KEY ("supersedes_id") REFERENCES "adjudications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudication_claims" ADD CONSTRAINT "adjudication_claims_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "rating_tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudication_claims" ADD CONSTRAINT "adjudication_claims_holder_id_fkey" FOREIGN KEY ("holder_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "rating_tasks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "truth_tickets" ADD CONSTRAINT "truth_tickets_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "truth_tickets" ADD CONSTRAINT "truth_tickets_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "truth_tickets" ADD CONSTRAINT "truth_tickets_judgment_id_fkey" FOREIGN KEY ("judgment_id") REFERENCES "judgments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "truth_tickets" ADD CONSTRAINT "truth_tickets_raised_by_fkey" FOREIGN KEY ("raised_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "truth_tickets" ADD CONSTRAINT "truth_tickets_settled_by_fkey" FOREIGN KEY ("settled_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calibration_answers" ADD CONSTRAINT "calibration_answers_rater_id_fkey" FOREIGN KEY ("rater_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_rater_id_fkey" FOREIGN KEY ("rater_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- ── What Prisma's schema cannot say ────────────────────────────────────────────────────────────────────────────────

-- Two more roles: adjudicators settle what raters disagree on, researchers read and compare.
ALTER TABLE "users" DROP CONSTRAINT "users_roles",
  ADD CONSTRAINT "users_roles" CHECK ("roles" <@ ARRAY['annotator', 'rater', 'adjudicator', 'researcher', 'maintainer', 'admin']);
ALTER TABLE "access_links" DROP CONSTRAINT "access_links_roles",
  ADD CONSTRAINT "access_links_roles" CHECK ("roles" <@ ARRAY['annotator', 'rater', 'adjudicator', 'researcher', 'maintainer', 'admin']);

ALTER TABLE "rating_settings"
  ADD CONSTRAINT "rating_settings_one_row" CHECK ("id" = 1),
  ADD CONSTRAINT "rating_settings_values" CHECK ("qualify_at" BETWEEN 0 AND 15 AND "idle_seconds" BETWEEN 10 AND 3600);
INSERT INTO "rating_settings" DEFAULT VALUES;

-- Closed lists.
ALTER TABLE "models" ADD CONSTRAINT "models_cutoff" CHECK ("knowledge_cutoff" ~ '^([0-9]{4}-(0[1-9]|1[0-2]))?$');
ALTER TABLE "model_runs" ADD CONSTRAINT "model_runs_prompt_method"
  CHECK ("prompt_method" IN ('zero-shot', 'few-shot', 'chain-of-thought', 'freshprompt', 'self-ask', 'premise-check', 'other'));
ALTER TABLE "response_imports" ADD CONSTRAINT "response_imports_status"
  CHECK ("status" IN ('reading', 'mapping', 'planned', 'applied', 'cancelled', 'failed'));
ALTER TABLE "campaigns"
  ADD CONSTRAINT "campaigns_status" CHECK ("status" IN ('draft', 'open', 'paused', 'closed')),
  ADD CONSTRAINT "campaigns_truth" CHECK ("truth" IN ('release', 'present')),
  ADD CONSTRAINT "campaigns_numbers" CHECK ("ratings_per_response" BETWEEN 1 AND 50 AND "gold_rate" BETWEEN 0 AND 50 AND ("overlap" IS NULL OR "overlap" >= 0));
ALTER TABLE "rating_tasks" ADD CONSTRAINT "rating_tasks_wanted" CHECK ("wanted" >= 1);
ALTER TABLE "rating_assignments"
  ADD CONSTRAINT "rating_assignments_status" CHECK ("status" IN ('pending', 'opened', 'judged')),
  -- Judged means that there is a judgment, and somebody's.
  ADD CONSTRAINT "rating_assignments_judged" CHECK (("status" = 'judged') = ("judgment_id" IS NOT NULL) AND ("rater_id" IS NOT NULL OR "status" = 'pending'));
ALTER TABLE "truth_tickets" ADD CONSTRAINT "truth_tickets_status"
  CHECK ("status" IN ('open', 'corrected', 'kept') AND ("status" = 'open') = ("settled_by" IS NULL));
ALTER TABLE "calibration_answers" ADD CONSTRAINT "calibration_answers_example" CHECK ("example" BETWEEN 1 AND 15);

-- The protocol: Strict credit implies Relaxed credit, and no credit has its reason.
CREATE FUNCTION verdict_holds(relaxed boolean, strict boolean, relaxed_reason text, strict_reason text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (relaxed OR NOT strict)
    AND (relaxed = (relaxed_reason IS NULL)) AND (strict = (strict_reason IS NULL))
    AND (relaxed_reason IS NULL OR relaxed_reason IN ('no-definite-answer', 'wrong-primary-answer', 'contradiction', 'misleading-addition',
      'premise-not-rebutted', 'incomplete-name', 'approximate-number'))
    AND (strict_reason IS NULL OR strict_reason IN ('no-definite-answer', 'wrong-primary-answer', 'contradiction', 'misleading-addition',
      'premise-not-rebutted', 'incomplete-name', 'approximate-number', 'hallucination', 'outdated', 'ill-formed', 'unverified-cutoff-caveat'))
$$;
ALTER TABLE "judgments" ADD CONSTRAINT "judgments_verdict" CHECK (verdict_holds("relaxed", "strict", "relaxed_reason", "strict_reason")),
  ADD CONSTRAINT "judgments_active_ms" CHECK ("active_ms" >= 0),
  ADD CONSTRAINT "judgments_correction" CHECK (("supersedes_id" IS NULL) = ("correction" = ''));
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_verdict" CHECK (verdict_holds("relaxed", "strict", "relaxed_reason", "strict_reason")),
  ADD CONSTRAINT "adjudications_reason" CHECK (length(trim("reason")) > 0);
ALTER TABLE "gold_responses" ADD CONSTRAINT "gold_responses_verdict" CHECK (verdict_holds("relaxed", "strict", "relaxed_reason", "strict_reason"));
ALTER TABLE "automatic_verdicts" ADD CONSTRAINT "automatic_verdicts_any" CHECK ("relaxed" IS NOT NULL OR "strict" IS NOT NULL);

-- One first judgment of a task by a rater, and one first adjudication of a task; later ones supersede.
CREATE UNIQUE INDEX "judgments_first_key" ON "judgments"("task_id", "rater_id") WHERE "supersedes_id" IS NULL;
CREATE UNIQUE INDEX "adjudications_first_key" ON "adjudications"("task_id") WHERE "supersedes_id" IS NULL;
-- Ratings that nobody has yet.
CREATE INDEX "rating_assignments_unassigned_idx" ON "rating_assignments"("campaign_id", "id") WHERE "rater_id" IS NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['responses', 'automatic_verdicts', 'judgments', 'adjudications', 'task_comments', 'calibration_answers'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER append_only', t);
  END LOOP;
END $$;

-- What awaits adjudication, kept by the database so that no writer can forget it: the cases of some tasks anew.
CREATE FUNCTION refresh_adjudication_cases(tasks int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Of two last judgments of a task at the same time the later one sees the other, and a correction an adjudication.
  PERFORM 1 FROM rating_tasks WHERE id = ANY(tasks) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM adjudication_cases WHERE task_id = ANY(tasks);
  INSERT INTO adjudication_cases
  SELECT id, campaign_id,
    CASE WHEN n < 2 THEN 1 ELSE (r * (r - 1) + (n - r) * (n - r - 1) + s * (s - 1) + (n - s) * (n - s - 1)) / (2.0 * n * (n - 1)) END,
    r NOT IN (0, n), s NOT IN (0, n), doubted, unsure
  FROM (
    SELECT t.id, t.campaign_id, count(*) AS n, count(*) FILTER (WHERE j.relaxed) AS r, count(*) FILTER (WHERE j.strict) AS s,
      bool_or(j.flagged) AS doubted, bool_or(j.low_confidence) AS unsure
    FROM rating_tasks t JOIN rating_assignments a ON a.task_id = t.id JOIN judgments j ON j.id = a.judgment_id
    WHERE t.id = ANY(tasks) AND NOT t.gold AND NOT EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id)
    GROUP BY t.id HAVING count(*) >= t.wanted
  ) judged WHERE r NOT IN (0, n) OR s NOT IN (0, n) OR doubted OR unsure;
END $$;

CREATE FUNCTION assignments_judged() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE tasks int[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(DISTINCT task_id) INTO tasks FROM written WHERE judgment_id IS NOT NULL;
  ELSE
    SELECT array_agg(DISTINCT w.task_id) INTO tasks FROM written w JOIN replaced o ON o.id = w.id WHERE w.judgment_id IS DISTINCT FROM o.judgment_id;
  END IF;
  IF tasks IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_adjudication_cases(tasks);
  -- What was adjudicated stays as it was when it was.
  IF TG_OP = 'UPDATE' AND EXISTS (SELECT 1 FROM adjudications WHERE task_id = ANY(tasks)) THEN
    RAISE EXCEPTION 'the task is adjudicated: another judgment is refused' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER judged AFTER INSERT ON "rating_assignments" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION assignments_judged();
CREATE TRIGGER judged_again AFTER UPDATE ON "rating_assignments" REFERENCING OLD TABLE AS replaced NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION assignments_judged();

CREATE FUNCTION tasks_adjudicated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjudication_cases((SELECT array_agg(DISTINCT task_id) FROM written));
  RETURN NULL;
END $$;
CREATE TRIGGER adjudicated AFTER INSERT ON "adjudications" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tasks_adjudicated();
ALTER TABLE "rating_assignments" ENABLE ALWAYS TRIGGER judged, ENABLE ALWAYS TRIGGER judged_again;
ALTER TABLE "adjudications" ENABLE ALWAYS TRIGGER adjudicated;
