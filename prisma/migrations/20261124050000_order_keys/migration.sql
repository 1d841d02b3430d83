-- What texts are ordered by, as columns: an index that has only an expression is not read alone, so that far pages read each
-- row before them (0179).
ALTER TABLE "question_heads"
  ADD COLUMN "question_key" text COLLATE "C" GENERATED ALWAYS AS (left("normalized", 200)) STORED,
  ADD COLUMN "answer_key" text COLLATE "C" GENERATED ALWAYS AS (lower(left("primary_answer", 200))) STORED,
  ADD COLUMN "host_key" text COLLATE "C" GENERATED ALWAYS AS (left("evidence_hosts"[1], 200)) STORED;

DROP INDEX "question_heads_by_question_idx";
DROP INDEX "question_heads_by_answer_idx";
DROP INDEX "question_heads_by_host_idx";
CREATE INDEX "question_heads_by_question_idx" ON "question_heads" ("question_key", "position", "question_id") INCLUDE ("status");
CREATE INDEX "question_heads_by_answer_idx" ON "question_heads" ("answer_key", "position", "question_id") INCLUDE ("status");
CREATE INDEX "question_heads_by_host_idx" ON "question_heads" ("host_key", "position", "question_id") INCLUDE ("status");
