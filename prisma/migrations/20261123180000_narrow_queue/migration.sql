-- The queue of answers to refresh is ordered and filtered from what says when an answer is due, not from whole heads.
CREATE INDEX "question_heads_queue_idx" ON "question_heads" ("question_id")
  INCLUDE ("position", "review_policy", "review_on", "planned_on", "verified_on", "answers_since", "false_premise", "fact_type", "hops")
  WHERE "status" = 'active';
