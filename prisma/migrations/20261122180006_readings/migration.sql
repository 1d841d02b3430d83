-- How a file is read that differs from the official form in its form alone. A status of its own, "offered", for an import
-- whose file was read in such a form and that nobody has agreed to yet; null where the file is in the official form.
ALTER TABLE "imports" ADD COLUMN "reading" JSONB;
ALTER TABLE "imports" DROP CONSTRAINT "imports_status";
ALTER TABLE "imports" ADD CONSTRAINT "imports_status" CHECK ("status" IN
  ('reading', 'offered', 'matching', 'planned', 'refused', 'applying', 'applied', 'cancelled', 'failed'));

ALTER TABLE "response_imports" ADD COLUMN "reading" JSONB;
-- What is worth knowing of the file besides its records: sheets that were not read, hidden rows, changed numbers.
ALTER TABLE "response_imports" ADD COLUMN "findings" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "response_imports" DROP CONSTRAINT "response_imports_status";
ALTER TABLE "response_imports" ADD CONSTRAINT "response_imports_status"
  CHECK ("status" IN ('reading', 'offered', 'mapping', 'planned', 'applied', 'cancelled', 'failed'));
