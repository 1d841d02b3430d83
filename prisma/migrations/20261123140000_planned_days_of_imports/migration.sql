-- Days planned for next reviews that an import took away with the answers or schedules they were meant for, by question: undoing
-- the import brings them back.
ALTER TABLE "imports" ADD COLUMN "former_plans" JSONB;
