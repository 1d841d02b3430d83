-- Writing and reviewing questions, drawing splits, and notices with their e-mails.

-- CreateTable
CREATE TABLE "due_notice_days" (
    "day" DATE NOT NULL,

    CONSTRAINT "due_notice_days_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "submissions" (
    "id" SERIAL NOT NULL,
    "author_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "draft" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "client_key" UUID NOT NULL,
    "rounds" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),
    "question_id" INTEGER,

    CONSTRAINT "submissions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submission_rounds" (
    "id" SERIAL NOT NULL,
    "submission_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "draft" JSONB NOT NULL,
    "neighbours" JSONB NOT NULL,
    "difference" TEXT NOT NULL DEFAULT '',
    "client_key" UUID NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submission_rounds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submission_decisions" (
    "id" SERIAL NOT NULL,
    "round_id" INTEGER NOT NULL,
    "decider_id" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "comment" TEXT NOT NULL DEFAULT '',
    "split" TEXT,
    "client_key" UUID NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submission_decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submission_comments" (
    "id" SERIAL NOT NULL,
    "submission_id" INTEGER NOT NULL,
    "round_id" INTEGER,
    "author_id" INTEGER NOT NULL,
    "field" TEXT,
    "parent_id" INTEGER,
    "body" TEXT NOT NULL,
    "mentions" INTEGER[],
    "client_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submission_comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submission_claims" (
    "submission_id" INTEGER NOT NULL,
    "holder_id" INTEGER NOT NULL,
    "token" UUID NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "submission_claims_pkey" PRIMARY KEY ("submission_id")
);

-- CreateTable
CREATE TABLE "question_reasonings" (
    "id" SERIAL NOT NULL,
    "question_id" INTEGER NOT NULL,
    "author_id" INTEGER NOT NULL,
    "steps" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "question_reasonings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authoring_targets" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "test_per_category" INTEGER NOT NULL DEFAULT 125,
    "dev_per_category" INTEGER NOT NULL DEFAULT 25,
    "demo_questions" INTEGER NOT NULL DEFAULT 15,
    "multi_hop_percent" INTEGER NOT NULL DEFAULT 25,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "authoring_targets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "split_draws" (
    "id" SERIAL NOT NULL,
    "seed" TEXT NOT NULL,
    "sizes" JSONB NOT NULL,
    "mode" TEXT NOT NULL,
    "counts" JSONB NOT NULL,
    "operation_id" INTEGER,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "split_draws_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "once_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "mail_id" INTEGER,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notice_choices" (
    "user_id" INTEGER NOT NULL,
    "mail" TEXT NOT NULL,
    "chosen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_choices_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "occasion" TEXT NOT NULL,
    "digest_on" DATE,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "message_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "submissions_client_key_key" ON "submissions"("client_key");

-- CreateIndex
CREATE UNIQUE INDEX "submissions_question_id_key" ON "submissions"("question_id");

-- CreateIndex
CREATE INDEX "submissions_author_id_status_idx" ON "submissions"("author_id", "status");

-- CreateIndex
CREATE INDEX "submissions_status_submitted_at_idx" ON "submissions"("status", "submitted_at");

-- CreateIndex
CREATE UNIQUE INDEX "submission_rounds_client_key_key" ON "submission_rounds"("client_key");

-- CreateIndex
CREATE UNIQUE INDEX "submission_rounds_submission_id_number_key" ON "submission_rounds"("submission_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "submission_decisions_round_id_key" ON "submission_decisions"("round_id");

-- CreateIndex
CREATE UNIQUE INDEX "submission_decisions_client_key_key" ON "submission_decisions"("client_key");

-- CreateIndex
CREATE INDEX "submission_decisions_decider_id_idx" ON "submission_decisions"("decider_id");

-- CreateIndex
CREATE UNIQUE INDEX "submission_comments_client_key_key" ON "submission_comments"("client_key");

-- CreateIndex
CREATE INDEX "submission_comments_submission_id_id_idx" ON "submission_comments"("submission_id", "id");

-- CreateIndex
CREATE INDEX "submission_claims_holder_id_idx" ON "submission_claims"("holder_id");

-- CreateIndex
CREATE INDEX "question_reasonings_question_id_id_idx" ON "question_reasonings"("question_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "split_draws_operation_id_key" ON "split_draws"("operation_id");

-- CreateIndex
CREATE INDEX "notices_user_id_id_idx" ON "notices"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "notices_unread_idx" ON "notices"("user_id") WHERE "read_at" IS NULL;

-- CreateIndex
CREATE INDEX "notices_mail_waiting_idx" ON "notices"("created_at") WHERE "mail_id" IS NULL AND "read_at" IS NULL;

-- CreateIndex
CREATE INDEX "notices_mail_id_idx" ON "notices"("mail_id");

-- CreateIndex
CREATE UNIQUE INDEX "notices_user_id_once_key_key" ON "notices"("user_id", "once_key");

-- CreateIndex
CREATE UNIQUE INDEX "mails_message_id_key" ON "mails"("message_id");

-- CreateIndex
CREATE INDEX "mails_status_due_at_idx" ON "mails"("status", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "mails_user_id_digest_on_key" ON "mails"("user_id", "digest_on");

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_rounds" ADD CONSTRAINT "submission_rounds_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_decisions" ADD CONSTRAINT "submission_decisions_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "submission_rounds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_decisions" ADD CONSTRAINT "submission_decisions_decider_id_fkey" FOREIGN KEY ("decider_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "submission_rounds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "submission_comments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_claims" ADD CONSTRAINT "submission_claims_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_claims" ADD CONSTRAINT "submission_claims_holder_id_fkey" FOREIGN KEY ("holder_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question_reasonings" ADD CONSTRAINT "question_reasonings_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question_reasonings" ADD CONSTRAINT "question_reasonings_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "split_draws" ADD CONSTRAINT "split_draws_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "split_draws" ADD CONSTRAINT "split_draws_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rules that Prisma's schema cannot say -------------------------------------------------------------------------

ALTER TABLE "submissions"
  ADD CONSTRAINT "submissions_status" CHECK ("status" IN ('draft', 'submitted', 'returned', 'accepted', 'rejected', 'withdrawn')),
  ADD CONSTRAINT "submissions_accepted" CHECK (("status" = 'accepted') = ("question_id" IS NOT NULL)),
  ADD CONSTRAINT "submissions_submitted" CHECK (("rounds" = 0) = ("submitted_at" IS NULL)),
  ADD CONSTRAINT "submissions_version" CHECK ("version" >= 1);
ALTER TABLE "submission_rounds" ADD CONSTRAINT "submission_rounds_number" CHECK ("number" >= 1);
ALTER TABLE "submission_decisions"
  ADD CONSTRAINT "submission_decisions_outcome" CHECK ("outcome" IN ('accepted', 'returned', 'rejected')),
  ADD CONSTRAINT "submission_decisions_reason" CHECK (("outcome" = 'rejected') = ("reason" IS NOT NULL)),
  ADD CONSTRAINT "submission_decisions_reasons" CHECK ("reason" IN
    ('ill-formed', 'duplicate', 'too-easy', 'controversial', 'no-reputable-source', 'changes-too-often', 'other')),
  ADD CONSTRAINT "submission_decisions_split" CHECK ("split" IS NULL OR ("split" IN ('TEST', 'DEV', 'DEMO') AND "outcome" = 'accepted'));
ALTER TABLE "authoring_targets"
  ADD CONSTRAINT "authoring_targets_one_row" CHECK ("id" = 1),
  ADD CONSTRAINT "authoring_targets_sizes" CHECK ("test_per_category" >= 0 AND "dev_per_category" >= 0 AND "demo_questions" >= 0 AND "multi_hop_percent" BETWEEN 0 AND 100);
INSERT INTO "authoring_targets" DEFAULT VALUES;
ALTER TABLE "split_draws" ADD CONSTRAINT "split_draws_mode" CHECK ("mode" IN ('anew', 'fill'));
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_mail" CHECK ("mail" IN ('at-once', 'daily', 'never'));
ALTER TABLE "mails"
  ADD CONSTRAINT "mails_occasion" CHECK (("occasion" = 'at-once' AND "digest_on" IS NULL) OR ("occasion" = 'daily' AND "digest_on" IS NOT NULL)),
  ADD CONSTRAINT "mails_status" CHECK ("status" IN ('waiting', 'sending', 'sent', 'failed', 'unknown'));

-- No one reviews their own question, whatever the program does.
CREATE FUNCTION refuse_own_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM submission_rounds r JOIN submissions s ON s.id = r.submission_id WHERE r.id = NEW.round_id AND s.author_id = NEW.decider_id) THEN
    RAISE EXCEPTION 'round %: nobody decides on their own question', NEW.round_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER not_ones_own BEFORE INSERT ON "submission_decisions" FOR EACH ROW EXECUTE FUNCTION refuse_own_decision();
ALTER TABLE "submission_decisions" ENABLE ALWAYS TRIGGER not_ones_own;

-- These tables only grow.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['submission_rounds', 'submission_decisions', 'submission_comments', 'question_reasonings', 'split_draws'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER append_only', t);
  END LOOP;
END $$;

-- The words of a question, by which its neighbours are found. Like the trigram index, it may lag behind a large import.
CREATE INDEX "question_heads_words_idx" ON "question_heads" USING GIN (to_tsvector('english', "normalized")) WHERE "search_indexed";
