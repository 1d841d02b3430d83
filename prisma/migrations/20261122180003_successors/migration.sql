-- AlterTable
ALTER TABLE "import_rows" ADD COLUMN "decided_together" INTEGER;

-- AlterTable
ALTER TABLE "response_import_rows" ADD COLUMN "candidate_id" INTEGER,
ADD COLUMN "candidate_score" REAL,
ADD COLUMN "accepted" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "question_successors" (
    "question_id" INTEGER NOT NULL,
    "successor_id" INTEGER NOT NULL,
    "operation_id" INTEGER NOT NULL,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "question_successors_pkey" PRIMARY KEY ("question_id","successor_id")
);

-- CreateIndex
CREATE INDEX "question_successors_successor_id_idx" ON "question_successors"("successor_id");

-- CreateIndex
CREATE INDEX "question_successors_operation_id_idx" ON "question_successors"("operation_id");

-- AddForeignKey
ALTER TABLE "question_successors" ADD CONSTRAINT "question_successors_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question_successors" ADD CONSTRAINT "question_successors_successor_id_fkey" FOREIGN KEY ("successor_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question_successors" ADD CONSTRAINT "question_successors_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question_successors" ADD CONSTRAINT "question_successors_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.
ALTER TABLE "question_successors" ADD CONSTRAINT "question_successors_another" CHECK ("question_id" <> "successor_id");
ALTER TABLE "import_rows"
  ADD CONSTRAINT "import_rows_match" CHECK ("match" IN ('exact', 'normalized', 'similar', 'new')),
  ADD CONSTRAINT "import_rows_decision" CHECK ("decision" IN ('open', 'accepted', 'rejected', 'replaced'));
ALTER TABLE "response_import_rows"
  ADD CONSTRAINT "response_import_rows_matched_by" CHECK ("matched_by" IN ('text', 'normalized', 'similar', 'id', 'stable-id'));
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "question_successors" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "question_successors" ENABLE ALWAYS TRIGGER append_only;
