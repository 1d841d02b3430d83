-- The verdict of each sample of a repeat job, so that nobody has to read its replies again.
ALTER TABLE "job_items" ADD COLUMN "credit" BOOLEAN,
  ADD CONSTRAINT "job_items_credit" CHECK ("credit" IS NULL OR ("outcome" = 'parsed' AND "mode" IS NOT NULL));

-- Samples from before: the last reply of each was read as one clear verdict, by a line of its own or else by the closing
-- sentence. \W alone leaves out the "_" of Markdown's emphasis.
UPDATE "job_items" i SET "credit" = CASE
    WHEN c."text" ~* '\mevaluation\M\W*:[\W_]*incorrect' THEN FALSE
    WHEN c."text" ~* '\mevaluation\M\W*:' THEN TRUE
    ELSE c."text" !~* 'response[\W_]+is[\W_]+not[\W_]+credited' END
  FROM "jobs" j, "model_calls" c
  WHERE j."id" = i."job_id" AND j."kind" = 'repeat' AND i."outcome" = 'parsed' AND c."item_id" = i."id" AND c."state" = 'answered'
    AND NOT EXISTS (SELECT FROM "model_calls" later WHERE later."item_id" = i."id" AND later."state" = 'answered' AND later."step" > c."step");
