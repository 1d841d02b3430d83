-- Several files, imported one after the other in the order of the days in their names.
CREATE TABLE "import_queues" (
    "id" SERIAL NOT NULL,
    "missing" TEXT NOT NULL DEFAULT 'keep',
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_queues_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "import_queues" ADD CONSTRAINT "import_queues_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "import_queues" ADD CONSTRAINT "import_queues_missing" CHECK ("missing" IN ('keep', 'retire'));

ALTER TABLE "imports" ADD COLUMN "queue_id" INTEGER;
ALTER TABLE "imports" ADD CONSTRAINT "imports_queue_id_fkey" FOREIGN KEY ("queue_id") REFERENCES "import_queues"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "imports_queue_id_idx" ON "imports"("queue_id");

-- A file that was read and whose turn has not come is queued.
ALTER TABLE "imports" DROP CONSTRAINT "imports_status";
ALTER TABLE "imports" ADD CONSTRAINT "imports_status" CHECK ("status" IN
  ('reading', 'offered', 'queued', 'matching', 'planned', 'refused', 'applying', 'applied', 'cancelled', 'failed'));

-- A combination of a file and local changes is no common version: planning asks for these few rows of each question.
CREATE INDEX "import_rows_combined" ON "import_rows"("import_id", "question_id") WHERE "resolution" = 'combined';
