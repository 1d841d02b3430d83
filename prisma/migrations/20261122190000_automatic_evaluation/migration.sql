-- Runs that the product generates and judges itself: connections, methods, evaluators' versions, jobs and what they asked.

-- AlterTable
ALTER TABLE "automatic_verdicts" ADD COLUMN     "call_id" INTEGER;

-- AlterTable
ALTER TABLE "evaluators" ADD COLUMN     "definition" JSONB,
ADD COLUMN     "edits" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "family" TEXT,
ADD COLUMN     "frozen_at" TIMESTAMPTZ(3),
ADD COLUMN     "served_model_id" INTEGER,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;
-- Each evaluator that there is was brought by files: version 1 of its family.
UPDATE "evaluators" SET "family" = "name";
ALTER TABLE "evaluators" ALTER COLUMN "family" SET NOT NULL;

-- AlterTable
ALTER TABLE "responses" ADD COLUMN     "job_id" INTEGER,
ALTER COLUMN "import_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "connections" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "key_source" TEXT NOT NULL DEFAULT 'none',
    "key_variable" TEXT NOT NULL DEFAULT '',
    "key_sealed" TEXT,
    "key_hint" TEXT NOT NULL DEFAULT '',
    "key_header" TEXT NOT NULL DEFAULT 'authorization',
    "query" JSONB NOT NULL DEFAULT '{}',
    "concurrency" INTEGER NOT NULL DEFAULT 4,
    "requests_per_minute" INTEGER,
    "timeout_seconds" INTEGER NOT NULL DEFAULT 120,
    "archived_at" TIMESTAMPTZ(3),
    "tested_at" TIMESTAMPTZ(3),
    "test_result" JSONB,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connection_gates" (
    "connection_id" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "held_until" TIMESTAMPTZ(3),

    CONSTRAINT "connection_gates_pkey" PRIMARY KEY ("connection_id")
);

-- CreateTable
CREATE TABLE "allowed_hosts" (
    "host" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "allowed_hosts_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "served_models" (
    "id" SERIAL NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "model_id" INTEGER,
    "label" TEXT NOT NULL,
    "api_name" TEXT NOT NULL,
    "temperature" BOOLEAN NOT NULL DEFAULT true,
    "seed" BOOLEAN NOT NULL DEFAULT false,
    "token_parameter" TEXT NOT NULL DEFAULT 'max_tokens',
    "reasoning_effort" TEXT,
    "system_role" TEXT NOT NULL DEFAULT 'system',
    "archived_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "served_models_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prices" (
    "id" SERIAL NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "api_name" TEXT NOT NULL DEFAULT '',
    "valid_from" DATE NOT NULL,
    "input" DECIMAL(14,6),
    "cached_input" DECIMAL(14,6),
    "output" DECIMAL(14,6),
    "requests" DECIMAL(14,6),
    "source" TEXT NOT NULL DEFAULT '',
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "methods" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "archived_at" TIMESTAMPTZ(3),
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "methods_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "method_versions" (
    "id" SERIAL NOT NULL,
    "method_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "definition" JSONB NOT NULL,
    "demonstration_set_id" INTEGER,
    "frozen_at" TIMESTAMPTZ(3),
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "method_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "demonstration_sets" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "as_of" DATE NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "release_id" INTEGER,
    "demonstrations" JSONB NOT NULL,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "demonstration_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "run_id" INTEGER NOT NULL,
    "method_version_id" INTEGER,
    "evaluator_id" INTEGER,
    "served_model_id" INTEGER,
    "search_connection_id" INTEGER,
    "settings" JSONB NOT NULL,
    "prompt_date" DATE,
    "search_day" DATE,
    "spending_limit" DECIMAL(14,6),
    "status" TEXT NOT NULL DEFAULT 'running',
    "paused_because" TEXT,
    "cost" DECIMAL(18,9) NOT NULL DEFAULT 0,
    "unpriced" INTEGER NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "searches" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "prepared_at" TIMESTAMPTZ(3),
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_items" (
    "id" SERIAL NOT NULL,
    "job_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "question_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "response_id" INTEGER,
    "mode" TEXT,
    "repetition" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "outcome" TEXT,
    "detail" TEXT NOT NULL DEFAULT '',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3),
    "worker_id" UUID,
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "reserved" DECIMAL(18,9) NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_calls" (
    "id" SERIAL NOT NULL,
    "job_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "step" INTEGER NOT NULL,
    "served_model_id" INTEGER NOT NULL,
    "messages" JSONB NOT NULL,
    "requested" JSONB NOT NULL,
    "effective" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "text" TEXT,
    "received" TEXT,
    "error" TEXT,
    "finish" TEXT,
    "finish_raw" TEXT,
    "reading" TEXT,
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "reasoning_tokens" INTEGER,
    "cached_tokens" INTEGER,
    "cost" DECIMAL(18,9),
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_answers" (
    "id" SERIAL NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "query" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "key" CHAR(64) NOT NULL,
    "day" DATE NOT NULL,
    "raw" JSONB NOT NULL,
    "requests" INTEGER NOT NULL,
    "cost" DECIMAL(18,9),
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "search_answers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_uses" (
    "item_id" INTEGER NOT NULL,
    "step" INTEGER NOT NULL,
    "answer_id" INTEGER NOT NULL,
    "evidence" JSONB NOT NULL,

    CONSTRAINT "search_uses_pkey" PRIMARY KEY ("item_id","step")
);

-- CreateTable
CREATE TABLE "workers" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "alive_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "connections_name_key" ON "connections"("name");

-- CreateIndex
CREATE UNIQUE INDEX "served_models_connection_id_label_key" ON "served_models"("connection_id", "label");

-- CreateIndex
CREATE INDEX "prices_connection_id_api_name_valid_from_idx" ON "prices"("connection_id", "api_name", "valid_from");

-- CreateIndex
CREATE UNIQUE INDEX "methods_name_key" ON "methods"("name");

-- CreateIndex
CREATE UNIQUE INDEX "method_versions_method_id_number_key" ON "method_versions"("method_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "demonstration_sets_name_version_key" ON "demonstration_sets"("name", "version");

-- CreateIndex
CREATE INDEX "jobs_run_id_idx" ON "jobs"("run_id");

-- CreateIndex
CREATE INDEX "jobs_status_idx" ON "jobs"("status");

-- CreateIndex
CREATE INDEX "job_items_job_id_status_position_idx" ON "job_items"("job_id", "status", "position");

-- CreateIndex
CREATE INDEX "job_items_response_id_idx" ON "job_items"("response_id");

-- CreateIndex
CREATE UNIQUE INDEX "job_items_job_id_position_key" ON "job_items"("job_id", "position");

-- CreateIndex
CREATE INDEX "model_calls_item_id_step_idx" ON "model_calls"("item_id", "step");

-- CreateIndex
CREATE INDEX "model_calls_job_id_id_idx" ON "model_calls"("job_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "search_answers_connection_id_day_key_key" ON "search_answers"("connection_id", "day", "key");

-- CreateIndex
CREATE INDEX "search_uses_answer_id_idx" ON "search_uses"("answer_id");

-- CreateIndex
CREATE UNIQUE INDEX "automatic_verdicts_call_id_key" ON "automatic_verdicts"("call_id");

-- CreateIndex
CREATE UNIQUE INDEX "evaluators_family_version_key" ON "evaluators"("family", "version");

-- CreateIndex
CREATE INDEX "responses_job_id_idx" ON "responses"("job_id");

-- AddForeignKey
ALTER TABLE "responses" ADD CONSTRAINT "responses_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluators" ADD CONSTRAINT "evaluators_served_model_id_fkey" FOREIGN KEY ("served_model_id") REFERENCES "served_models"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automatic_verdicts" ADD CONSTRAINT "automatic_verdicts_call_id_fkey" FOREIGN KEY ("call_id") REFERENCES "model_calls"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connections" ADD CONSTRAINT "connections_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_gates" ADD CONSTRAINT "connection_gates_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "allowed_hosts" ADD CONSTRAINT "allowed_hosts_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "served_models" ADD CONSTRAINT "served_models_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "served_models" ADD CONSTRAINT "served_models_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "models"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "served_models" ADD CONSTRAINT "served_models_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "methods" ADD CONSTRAINT "methods_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "method_versions" ADD CONSTRAINT "method_versions_method_id_fkey" FOREIGN KEY ("method_id") REFERENCES "methods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "method_versions" ADD CONSTRAINT "method_versions_demonstration_set_id_fkey" FOREIGN KEY ("demonstration_set_id") REFERENCES "demonstration_sets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "method_versions" ADD CONSTRAINT "method_versions_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "demonstration_sets" ADD CONSTRAINT "demonstration_sets_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "demonstration_sets" ADD CONSTRAINT "demonstration_sets_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "model_runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_method_version_id_fkey" FOREIGN KEY ("method_version_id") REFERENCES "method_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_evaluator_id_fkey" FOREIGN KEY ("evaluator_id") REFERENCES "evaluators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_served_model_id_fkey" FOREIGN KEY ("served_model_id") REFERENCES "served_models"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_search_connection_id_fkey" FOREIGN KEY ("search_connection_id") REFERENCES "connections"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "job_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_served_model_id_fkey" FOREIGN KEY ("served_model_id") REFERENCES "served_models"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_answers" ADD CONSTRAINT "search_answers_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_uses" ADD CONSTRAINT "search_uses_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "job_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_uses" ADD CONSTRAINT "search_uses_answer_id_fkey" FOREIGN KEY ("answer_id") REFERENCES "search_answers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- A leaderboard by automatic verdicts names its evaluator.
ALTER TABLE "leaderboard_settings" ADD COLUMN "verdicts" TEXT NOT NULL DEFAULT 'people', ADD COLUMN "evaluator_id" INTEGER;
ALTER TABLE "leaderboard_settings" ADD CONSTRAINT "leaderboard_settings_evaluator_id_fkey" FOREIGN KEY ("evaluator_id") REFERENCES "evaluators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "leaderboard_settings"
  ADD CONSTRAINT "leaderboard_settings_verdicts" CHECK ("verdicts" IN ('people', 'automatic', 'people-else-automatic')),
  ADD CONSTRAINT "leaderboard_settings_evaluator" CHECK (("verdicts" = 'people') = ("evaluator_id" IS NULL));

-- A response came in a file, or a job made it.
ALTER TABLE "responses" ADD CONSTRAINT "responses_origin" CHECK (num_nonnulls("import_id", "job_id") = 1);

ALTER TABLE "model_runs" DROP CONSTRAINT "model_runs_prompt_method";
ALTER TABLE "model_runs" ADD CONSTRAINT "model_runs_prompt_method"
  CHECK ("prompt_method" IN ('zero-shot', 'few-shot', 'chain-of-thought', 'freshprompt', 'self-ask', 'premise-check', 'search-only', 'other'));

-- Closed lists.
ALTER TABLE "connections"
  ADD CONSTRAINT "connections_kind" CHECK ("kind" IN ('model', 'search')),
  ADD CONSTRAINT "connections_service" CHECK ("service" IN ('openai-chat', 'openai-responses', 'anthropic', 'gemini', 'serpapi', 'serper', 'searxng', 'brave')),
  ADD CONSTRAINT "connections_key_source" CHECK ("key_source" IN ('none', 'environment', 'entered')),
  ADD CONSTRAINT "connections_key_header" CHECK ("key_header" IN ('authorization', 'api-key')),
  ADD CONSTRAINT "connections_key" CHECK (("key_source" = 'entered') = ("key_sealed" IS NOT NULL) AND ("key_source" = 'environment') = ("key_variable" <> '')),
  ADD CONSTRAINT "connections_numbers" CHECK ("concurrency" BETWEEN 1 AND 100 AND "requests_per_minute" > 0 AND "timeout_seconds" BETWEEN 1 AND 3600);
ALTER TABLE "served_models"
  ADD CONSTRAINT "served_models_token_parameter" CHECK ("token_parameter" IN ('max_tokens', 'max_completion_tokens')),
  ADD CONSTRAINT "served_models_reasoning_effort" CHECK ("reasoning_effort" IN ('minimal', 'low', 'medium', 'high')),
  ADD CONSTRAINT "served_models_system_role" CHECK ("system_role" IN ('system', 'developer', 'user'));
ALTER TABLE "prices"
  ADD CONSTRAINT "prices_numbers" CHECK (coalesce("input", 0) >= 0 AND coalesce("cached_input", 0) >= 0 AND coalesce("output", 0) >= 0 AND coalesce("requests", 0) >= 0);
ALTER TABLE "evaluators"
  ADD CONSTRAINT "evaluators_own" CHECK (num_nonnulls("definition", "served_model_id") <> 1 AND ("frozen_at" IS NULL OR "definition" IS NOT NULL));
ALTER TABLE "jobs"
  ADD CONSTRAINT "jobs_kind" CHECK ("kind" IN ('generate', 'judge', 'repeat')),
  ADD CONSTRAINT "jobs_status" CHECK ("status" IN ('running', 'paused', 'done', 'cancelled')),
  ADD CONSTRAINT "jobs_paused_because" CHECK ("paused_because" IN ('person', 'spending-limit', 'key-refused', 'not-allowed', 'failures', 'restored')),
  ADD CONSTRAINT "jobs_paused" CHECK (("status" = 'paused') = ("paused_because" IS NOT NULL)),
  ADD CONSTRAINT "jobs_ended" CHECK (("status" IN ('done', 'cancelled')) = ("ended_at" IS NOT NULL)),
  ADD CONSTRAINT "jobs_method" CHECK (("kind" = 'generate') = ("method_version_id" IS NOT NULL) AND ("kind" <> 'generate') = ("evaluator_id" IS NOT NULL)),
  ADD CONSTRAINT "jobs_spending_limit" CHECK ("spending_limit" > 0);
ALTER TABLE "job_items"
  ADD CONSTRAINT "job_items_status" CHECK ("status" IN ('waiting', 'working', 'done', 'failed', 'left-out')),
  ADD CONSTRAINT "job_items_mode" CHECK ("mode" IN ('relaxed', 'strict')),
  ADD CONSTRAINT "job_items_outcome" CHECK ("outcome" IN ('answered', 'empty', 'refused', 'truncated', 'parsed', 'unparsed')),
  ADD CONSTRAINT "job_items_done" CHECK (("status" = 'done') = ("outcome" IS NOT NULL)),
  ADD CONSTRAINT "job_items_lease" CHECK (("status" = 'working') = ("lease_token" IS NOT NULL) AND ("lease_token" IS NULL) = ("worker_id" IS NULL) AND ("lease_token" IS NULL) = ("lease_until" IS NULL)),
  ADD CONSTRAINT "job_items_judged" CHECK ("mode" IS NULL OR "response_id" IS NOT NULL);
ALTER TABLE "model_calls"
  ADD CONSTRAINT "model_calls_state" CHECK ("state" IN ('answered', 'rate-limited', 'unavailable', 'broken-answer', 'key-refused', 'request-refused', 'not-allowed')),
  ADD CONSTRAINT "model_calls_finish" CHECK ("finish" IN ('stop', 'length', 'refused', 'other')),
  ADD CONSTRAINT "model_calls_reading" CHECK ("reading" IN ('parsed', 'unparsed', 'truncated')),
  ADD CONSTRAINT "model_calls_answered" CHECK (("state" = 'answered') = ("text" IS NOT NULL AND "finish" IS NOT NULL));
ALTER TABLE "workers"
  ADD CONSTRAINT "workers_kind" CHECK ("kind" IN ('server', 'worker'));

-- What is stored for a step is not asked for again, and never stored twice.
CREATE UNIQUE INDEX "model_calls_answered_once" ON "model_calls" ("item_id", "step") WHERE "state" = 'answered';
-- What is worked on counts against a connection's concurrency.
CREATE INDEX "job_items_working" ON "job_items" ("job_id") WHERE "status" = 'working';
-- What a worker may take next.
CREATE INDEX "job_items_open" ON "job_items" ("job_id", "position") WHERE "status" IN ('waiting', 'working');

SELECT make_append_only('prices');
SELECT make_append_only('demonstration_sets');
SELECT make_append_only('model_calls');
SELECT make_append_only('search_answers');
SELECT make_append_only('search_uses');

-- A version that a job has used says for ever what it said then.
CREATE FUNCTION refuse_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.frozen_at IS NOT NULL THEN
    RAISE EXCEPTION '% of % has been used and cannot change', OLD.id, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON "method_versions" FOR EACH ROW EXECUTE FUNCTION refuse_frozen();
ALTER TABLE "method_versions" ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON "evaluators" FOR EACH ROW EXECUTE FUNCTION refuse_frozen();
ALTER TABLE "evaluators" ENABLE ALWAYS TRIGGER frozen;
