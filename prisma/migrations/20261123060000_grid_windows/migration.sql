-- What the grid lists, sorts, counts and groups by is read from narrow indexes instead of wide rows. What a review changes
-- (verified_on, planned_on) is in none of them, so that a review stays an update in place.
DROP INDEX "question_heads_status_position_idx";
CREATE INDEX "question_heads_lean_idx" ON "question_heads" ("status", "position", "question_id")
  INCLUDE ("fact_type", "false_premise", "hops", "split", "effective_year", "effective_before", "review_policy", "review_on", "author_id", "revised_at", "number", "answers_since");
CREATE INDEX "question_heads_revised_idx" ON "question_heads" ("status", "revised_at", "position", "question_id");
CREATE INDEX "question_heads_evidence_hosts_idx" ON "question_heads" USING GIN ("evidence_hosts");
-- Texts sort by their beginning: an entry of an index has its limits.
CREATE INDEX "question_heads_by_question_idx" ON "question_heads" ("status", (left("normalized", 200) COLLATE "C"), "position", "question_id");
CREATE INDEX "question_heads_by_answer_idx" ON "question_heads" ("status", (lower(left("primary_answer", 200)) COLLATE "C"), "position", "question_id");

-- Saved views are tabs in an order that their owner chooses.
ALTER TABLE "saved_views" ADD COLUMN "place" INTEGER NOT NULL DEFAULT 0;
UPDATE "saved_views" v SET "place" = o.place FROM (
  SELECT id, row_number() OVER (PARTITION BY owner_id ORDER BY name) AS place FROM "saved_views"
) o WHERE o.id = v.id;
