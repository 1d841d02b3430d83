-- A file whose columns are called otherwise waits until someone has said what they are.
ALTER TABLE "imports" DROP CONSTRAINT "imports_status";
ALTER TABLE "imports" ADD CONSTRAINT "imports_status" CHECK ("status" IN
  ('reading', 'offered', 'mapping', 'queued', 'matching', 'planned', 'refused', 'applying', 'applied', 'cancelled', 'failed'));

-- Names of its columns, some of their values, and what each is probably taken for.
ALTER TABLE "imports" ADD COLUMN "columns" JSONB;

-- The file itself, until it is applied or given up: it is read once its columns are known.
CREATE TABLE "import_files" (
    "import_id" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "import_files_pkey" PRIMARY KEY ("import_id","part")
);
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
