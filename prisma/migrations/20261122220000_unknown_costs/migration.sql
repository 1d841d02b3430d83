-- What calls of unknown cost may have been charged counts against a job's limit; items count failures by step and kind;
-- jobs that share a connection are served in turn.
ALTER TABLE "jobs"
  ADD COLUMN "unpriced_most" DECIMAL(18,9) NOT NULL DEFAULT 0,
  ADD COLUMN "running_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "served_at" TIMESTAMPTZ(3);
ALTER TABLE "job_items" ADD COLUMN "troubles" JSONB NOT NULL DEFAULT '{}';

-- A service whose quota is exhausted is not asked again and again, and a call that was sent may have been charged.
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_paused_because";
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_paused_because"
  CHECK ("paused_because" IN ('person', 'spending-limit', 'key-refused', 'quota-exhausted', 'not-allowed', 'failures', 'restored'));
ALTER TABLE "model_calls" DROP CONSTRAINT "model_calls_state";
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_state"
  CHECK ("state" IN ('answered', 'rate-limited', 'unavailable', 'unanswered', 'broken-answer', 'key-refused', 'quota-exhausted', 'request-refused', 'not-allowed'));

-- Further failed attempts at a step do not repeat what the first one asked.
ALTER TABLE "model_calls" ALTER COLUMN "messages" DROP NOT NULL;
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_messages" CHECK ("state" <> 'answered' OR "messages" IS NOT NULL);
