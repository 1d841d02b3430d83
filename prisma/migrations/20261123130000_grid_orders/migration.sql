-- Each order of the grid has an index, so that any page of it is read and nothing is sorted. An index that holds what its
-- expression is made of, and the status, is read without the rows. What a review changes is in none of them (0140).
CREATE INDEX "question_heads_order_idx" ON "question_heads" ("position", "question_id") INCLUDE ("status");
CREATE INDEX "question_heads_by_category_idx" ON "question_heads" (
  (CASE WHEN "false_premise" THEN 0 WHEN "fact_type" = 'never-changing' THEN 1 WHEN "fact_type" = 'slow-changing' THEN 2 ELSE 3 END), "position", "question_id")
  INCLUDE ("status", "false_premise", "fact_type");
CREATE INDEX "question_heads_by_fact_type_idx" ON "question_heads" (
  (CASE "fact_type" WHEN 'never-changing' THEN 1 WHEN 'slow-changing' THEN 2 ELSE 3 END), "position", "question_id") INCLUDE ("status", "fact_type");
CREATE INDEX "question_heads_by_premise_idx" ON "question_heads" ("false_premise", "position", "question_id") INCLUDE ("status");
CREATE INDEX "question_heads_by_hops_idx" ON "question_heads" (
  (CASE "hops" WHEN 'one-hop' THEN 1 ELSE 2 END), "position", "question_id") INCLUDE ("status", "hops");
CREATE INDEX "question_heads_by_split_idx" ON "question_heads" (
  (CASE "split" WHEN 'TEST' THEN 1 WHEN 'DEV' THEN 2 WHEN 'DEMO' THEN 3 END), "position", "question_id") INCLUDE ("status", "split");
CREATE INDEX "question_heads_by_year_idx" ON "question_heads" (
  ("effective_year" - "effective_before"::int), "position", "question_id") INCLUDE ("status", "effective_year", "effective_before");
CREATE INDEX "question_heads_by_review_idx" ON "question_heads" (
  (CASE "review_policy" WHEN 'on_date' THEN "review_on" - DATE '0001-01-01' WHEN 'every_time' THEN 10000001 WHEN 'frequently' THEN 10000002
    WHEN 'occasionally' THEN 10000003 WHEN 'hardly_ever' THEN 10000004 WHEN 'never' THEN 10000005 ELSE 10000006 END), "position", "question_id")
  INCLUDE ("status", "review_policy", "review_on");
CREATE INDEX "question_heads_by_host_idx" ON "question_heads" ((left("evidence_hosts"[1], 200) COLLATE "C"), "position", "question_id");
CREATE INDEX "question_heads_by_author_idx" ON "question_heads" ("author_id", "position", "question_id") INCLUDE ("status");
CREATE INDEX "question_heads_by_revision_idx" ON "question_heads" ("number", "position", "question_id") INCLUDE ("status");

-- As they were, for views of more than one status, too.
DROP INDEX "question_heads_revised_idx";
CREATE INDEX "question_heads_revised_idx" ON "question_heads" ("revised_at", "position", "question_id") INCLUDE ("status");
DROP INDEX "question_heads_by_question_idx";
CREATE INDEX "question_heads_by_question_idx" ON "question_heads" ((left("normalized", 200) COLLATE "C"), "position", "question_id") INCLUDE ("status");
DROP INDEX "question_heads_by_answer_idx";
CREATE INDEX "question_heads_by_answer_idx" ON "question_heads" ((lower(left("primary_answer", 200)) COLLATE "C"), "position", "question_id") INCLUDE ("status");
