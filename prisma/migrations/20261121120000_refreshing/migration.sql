-- How the data set is kept, first: the days of other columns are reckoned in its time zone.
CREATE TABLE "dataset_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "frequently_days" INTEGER NOT NULL DEFAULT 7,
    "occasionally_days" INTEGER NOT NULL DEFAULT 180,
    "hardly_ever_days" INTEGER NOT NULL DEFAULT 1095,
    "public_pages" BOOLEAN NOT NULL DEFAULT true,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dataset_settings_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "dataset_settings"
  ADD CONSTRAINT "dataset_settings_one_row" CHECK ("id" = 1),
  ADD CONSTRAINT "dataset_settings_days" CHECK ("frequently_days" > 0 AND "occasionally_days" > 0 AND "hardly_ever_days" > 0);
INSERT INTO "dataset_settings" DEFAULT VALUES;

-- The day it is for the data set.
CREATE FUNCTION dataset_today() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (now() AT TIME ZONE (SELECT time_zone FROM dataset_settings))::date
$$;

-- AlterTable
ALTER TABLE "arrangements" ADD COLUMN     "holds_since" DATE NOT NULL DEFAULT dataset_today();

-- AlterTable
ALTER TABLE "question_heads" ADD COLUMN     "answers_since" DATE NOT NULL DEFAULT dataset_today(),
ADD COLUMN     "planned_on" DATE,
ADD COLUMN     "verified_by" INTEGER,
ADD COLUMN     "verified_on" DATE;

-- AlterTable
ALTER TABLE "revisions" ADD COLUMN     "holds_since" DATE NOT NULL DEFAULT dataset_today();

-- CreateTable
CREATE TABLE "verifications" (
    "id" SERIAL NOT NULL,
    "question_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "verified_by" INTEGER NOT NULL,
    "verified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "verified_on" DATE NOT NULL DEFAULT dataset_today(),
    "evidence" TEXT[],
    "comment" TEXT NOT NULL DEFAULT '',
    "client_key" UUID NOT NULL,
    "withdraws_id" INTEGER,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_claims" (
    "question_id" INTEGER NOT NULL,
    "holder_id" INTEGER NOT NULL,
    "token" UUID NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_claims_pkey" PRIMARY KEY ("question_id")
);

-- CreateTable
CREATE TABLE "review_assignments" (
    "question_id" INTEGER NOT NULL,
    "assignee_id" INTEGER NOT NULL,
    "assigned_by" INTEGER NOT NULL,
    "assigned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_assignments_pkey" PRIMARY KEY ("question_id")
);

-- CreateTable
CREATE TABLE "review_skips" (
    "question_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_skips_pkey" PRIMARY KEY ("question_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "verifications_client_key_key" ON "verifications"("client_key");

-- CreateIndex
CREATE UNIQUE INDEX "verifications_withdraws_id_key" ON "verifications"("withdraws_id");

-- CreateIndex
CREATE INDEX "verifications_question_id_verified_at_idx" ON "verifications"("question_id", "verified_at");

-- CreateIndex
CREATE INDEX "verifications_revision_id_idx" ON "verifications"("revision_id");

-- CreateIndex
CREATE INDEX "review_claims_holder_id_idx" ON "review_claims"("holder_id");

-- CreateIndex
CREATE INDEX "review_assignments_assignee_id_idx" ON "review_assignments"("assignee_id");

-- AddForeignKey
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_verified_by_fkey" FOREIGN KEY ("verified_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_withdraws_id_fkey" FOREIGN KEY ("withdraws_id") REFERENCES "verifications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_claims" ADD CONSTRAINT "review_claims_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_claims" ADD CONSTRAINT "review_claims_holder_id_fkey" FOREIGN KEY ("holder_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_assignments" ADD CONSTRAINT "review_assignments_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_assignments" ADD CONSTRAINT "review_assignments_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_assignments" ADD CONSTRAINT "review_assignments_assigned_by_fkey" FOREIGN KEY ("assigned_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_skips" ADD CONSTRAINT "review_skips_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_skips" ADD CONSTRAINT "review_skips_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A "new question" that is sent twice because its answer was lost is one question. Partial: imports make no keys.
ALTER TABLE "questions" ADD COLUMN "client_key" UUID;
CREATE UNIQUE INDEX "questions_client_key_key" ON "questions"("client_key") WHERE "client_key" IS NOT NULL;

-- The same for what the refresh desk writes.
ALTER TABLE "revisions" ADD COLUMN "client_key" UUID;
CREATE UNIQUE INDEX "revisions_client_key_key" ON "revisions"("client_key") WHERE "client_key" IS NOT NULL;

-- Whether an export has rows in another form than the official one is asked at each.
CREATE INDEX "revisions_styled_idx" ON "revisions"("id") WHERE "style" <> 0;

-- What was written before there were days: the day of writing.
ALTER TABLE "revisions" DISABLE TRIGGER "append_only";
UPDATE "revisions" SET "holds_since" = "created_at"::date;
ALTER TABLE "revisions" ENABLE ALWAYS TRIGGER "append_only";
ALTER TABLE "arrangements" DISABLE TRIGGER "append_only";
UPDATE "arrangements" SET "holds_since" = "created_at"::date;
ALTER TABLE "arrangements" ENABLE ALWAYS TRIGGER "append_only";
-- Cells 9 to 18 are the answers: the first revision after the last one with other answers.
UPDATE "question_heads" h SET "answers_since" = (
  SELECT min(r."holds_since") FROM "revisions" r JOIN "revisions" last ON last."id" = h."revision_id"
  WHERE r."question_id" = h."question_id" AND r."number" > coalesce((
    SELECT max(o."number") FROM "revisions" o WHERE o."question_id" = h."question_id" AND o."cells"[9:18] <> last."cells"[9:18]), 0));

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "verifications" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "verifications" ENABLE ALWAYS TRIGGER append_only;
