-- Jobs that compare the responses of two runs by principles, and what judges prefer.
ALTER TABLE "jobs" ADD COLUMN "other_run_id" INTEGER;
ALTER TABLE "job_items" ADD COLUMN "other_response_id" INTEGER, ADD COLUMN "principle" TEXT;

CREATE TABLE "automatic_preferences" (
    "id" SERIAL NOT NULL,
    "item_id" INTEGER NOT NULL,
    "response_id" INTEGER NOT NULL,
    "other_response_id" INTEGER NOT NULL,
    "principle" TEXT NOT NULL,
    "ab" SMALLINT NOT NULL,
    "ba" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "automatic_preferences_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "automatic_preferences_item_id_key" ON "automatic_preferences"("item_id");
CREATE INDEX "jobs_other_run_id_idx" ON "jobs"("other_run_id");

ALTER TABLE "jobs" ADD CONSTRAINT "jobs_other_run_id_fkey" FOREIGN KEY ("other_run_id") REFERENCES "model_runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_other_response_id_fkey" FOREIGN KEY ("other_response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "automatic_preferences" ADD CONSTRAINT "automatic_preferences_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "job_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "automatic_preferences" ADD CONSTRAINT "automatic_preferences_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "automatic_preferences" ADD CONSTRAINT "automatic_preferences_other_response_id_fkey" FOREIGN KEY ("other_response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand from here on.
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_kind";
ALTER TABLE "jobs"
  ADD CONSTRAINT "jobs_kind" CHECK ("kind" IN ('generate', 'judge', 'repeat', 'compare')),
  ADD CONSTRAINT "jobs_other_run" CHECK (("kind" = 'compare') = ("other_run_id" IS NOT NULL) AND "other_run_id" <> "run_id");
ALTER TABLE "job_items"
  ADD CONSTRAINT "job_items_compared" CHECK (("principle" IS NULL) = ("other_response_id" IS NULL) AND ("principle" IS NULL OR ("response_id" IS NOT NULL AND "mode" IS NULL)));
ALTER TABLE "automatic_preferences"
  ADD CONSTRAINT "automatic_preferences_said" CHECK ("ab" BETWEEN -1 AND 1 AND "ba" BETWEEN -1 AND 1),
  ADD CONSTRAINT "automatic_preferences_two" CHECK ("response_id" <> "other_response_id");
SELECT make_append_only('automatic_preferences');
