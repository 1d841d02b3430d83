-- How many answers are due is counted beside every page: from a narrow index, grouped by what says when.
CREATE INDEX "question_heads_due_idx" ON "question_heads" ("review_policy", "planned_on", "answers_since", "verified_on", "review_on")
  WHERE "status" = 'active' AND "review_policy" <> 'never';

-- Failed items of a job that is over are a thing to do until they are retried, or someone accepts them.
ALTER TABLE "jobs" ADD COLUMN "failures_accepted" BOOLEAN NOT NULL DEFAULT false;
