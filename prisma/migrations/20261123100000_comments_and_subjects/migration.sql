-- What people say about questions.
CREATE TABLE "question_comments" (
    "id" SERIAL NOT NULL,
    "question_id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "author_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL DEFAULT 'comment',
    "body" TEXT NOT NULL DEFAULT '',
    "mentions" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "question_comments_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "question_comments_question_id_id_idx" ON "question_comments"("question_id", "id");

ALTER TABLE "question_comments" ADD CONSTRAINT "question_comments_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "question_comments" ADD CONSTRAINT "question_comments_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "question_comments" ADD CONSTRAINT "question_comments_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "question_comments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a notice speaks of: lib/people/notifications/rules.ts says the same of new ones (subjectOf).
ALTER TABLE "notices" ADD COLUMN "subject" TEXT;
UPDATE "notices" SET "subject" = CASE
    WHEN "kind" IN ('returned', 'accepted', 'rejected', 'commented', 'mentioned') THEN 'submission:' || ("data" ->> 'submissionId')
    WHEN "kind" = 'review-due' THEN 'answers-due'
    WHEN "kind" IN ('campaign-opened', 'campaign-nudge') THEN 'campaign:' || ("data" ->> 'campaignId')
    WHEN "kind" IN ('task-commented', 'task-settled') THEN 'item:' || ("data" ->> 'taskId')
    WHEN "kind" = 'ticket-raised' THEN 'flag:' || ("data" ->> 'questionId')
    WHEN "kind" = 'ticket-settled' THEN 'question:' || ("data" ->> 'questionId')
    WHEN "kind" IN ('job-ended', 'job-paused') THEN 'job:' || ("data" ->> 'jobId')
  END;
-- Of a kind that no one knows any more.
UPDATE "notices" SET "subject" = "kind" WHERE "subject" IS NULL;
ALTER TABLE "notices" ALTER COLUMN "subject" SET NOT NULL;
CREATE INDEX "notices_user_id_subject_idx" ON "notices"("user_id", "subject");

-- By hand from here on.
ALTER TABLE "question_comments"
  ADD CONSTRAINT "question_comments_action" CHECK ("action" IN ('comment', 'resolve', 'reopen')),
  -- A thread begins with a comment, and a comment says something.
  ADD CONSTRAINT "question_comments_says" CHECK (("action" = 'comment' AND "body" <> '') OR ("action" <> 'comment' AND "parent_id" IS NOT NULL));
SELECT make_append_only('question_comments');

-- Has the person an item of this question in a running campaign that they have not rated yet? Until they have, what
-- others say about the question is not for them.
CREATE FUNCTION has_yet_to_rate(person int, question int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM revisions r JOIN rating_tasks t ON t.revision_id = r.id
    JOIN rating_assignments a ON a.task_id = t.id JOIN campaigns c ON c.id = t.campaign_id
    WHERE r.question_id = question AND a.rater_id = person AND a.status <> 'judged' AND c.status IN ('open', 'paused'))
$$;
