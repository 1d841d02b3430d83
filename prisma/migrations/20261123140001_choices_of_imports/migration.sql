-- What was chosen on the page of a plan (the threshold of rewordings, what becomes of bad rows, missing questions, the order):
-- it stays over a reload and for whoever opens the plan next.
ALTER TABLE "imports" ADD COLUMN "choices" JSONB;
