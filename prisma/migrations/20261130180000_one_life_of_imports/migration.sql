-- Files that come in have one list of states (lib/dataset/import-engine). Whoever cancels an import says so in its state;
-- whoever works on it goes on as long as the state says so.
UPDATE "imports" SET "status" = 'cancelled' WHERE "cancel_requested" AND "status" IN ('reading', 'matching');
UPDATE "imports" SET "status" = 'planned' WHERE "status" = 'applying';
ALTER TABLE "imports" DROP COLUMN "cancel_requested";
ALTER TABLE "imports" DROP CONSTRAINT "imports_status";
ALTER TABLE "imports" ADD CONSTRAINT "imports_status" CHECK ("status" IN
  ('reading', 'offered', 'mapping', 'queued', 'matching', 'planned', 'refused', 'applied', 'cancelled', 'failed'));

ALTER TABLE "response_imports" DROP CONSTRAINT "response_imports_status";
ALTER TABLE "response_imports" ADD CONSTRAINT "response_imports_status" CHECK ("status" IN
  ('reading', 'offered', 'mapping', 'queued', 'matching', 'planned', 'refused', 'applied', 'cancelled', 'failed'));
-- Whose fault it was that a file of responses was not read: one without columns was no table.
UPDATE "response_imports" SET "status" = 'refused' WHERE "status" = 'failed' AND "format" <> '' AND "columns" IS NULL;
