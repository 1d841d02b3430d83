-- A file and the dataset may both have changed a question since an import wrote it or a release froze it. Who changed it
-- (`sides`), which revision both come from, and what was chosen (`resolution`) is noted with the staged row.
ALTER TABLE "import_rows"
  ADD COLUMN "common_revision_id" INTEGER,
  ADD COLUMN "sides" TEXT,
  ADD COLUMN "resolution" TEXT,
  ADD CONSTRAINT "import_rows_sides" CHECK ("sides" IN ('file', 'here', 'both')),
  ADD CONSTRAINT "import_rows_resolution" CHECK ("resolution" IN ('open', 'ours', 'file', 'combined'));

-- What was decided before a preview was made again, until it is.
CREATE TABLE "import_decisions" (
    "import_id" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "question_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "common_revision_id" INTEGER,
    "score" REAL,
    "decision" TEXT,
    "decided_together" INTEGER,
    "resolution" TEXT,

    CONSTRAINT "import_decisions_pkey" PRIMARY KEY ("import_id","ordinal")
);
ALTER TABLE "import_decisions" ADD CONSTRAINT "import_decisions_import_id_ordinal_fkey" FOREIGN KEY ("import_id", "ordinal") REFERENCES "import_rows"("import_id", "ordinal") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "import_decisions"
  ADD CONSTRAINT "import_decisions_decision" CHECK ("decision" IN ('accepted', 'rejected', 'replaced')),
  ADD CONSTRAINT "import_decisions_resolution" CHECK ("resolution" IN ('ours', 'file', 'combined'));

-- The order of all questions before an import laid down its file's: what undoing it restores.
ALTER TABLE "imports" ADD COLUMN "former_order" INTEGER[] DEFAULT '{}';
