-- Days planned for next reviews that an operation took away, or its undo brought back: what undoing either restores. Imports
-- had theirs in a column.
CREATE TABLE "plan_changes" (
    "operation_id" INTEGER NOT NULL,
    "question_id" INTEGER NOT NULL,
    "planned_before" DATE,
    "planned_after" DATE,

    CONSTRAINT "plan_changes_pkey" PRIMARY KEY ("operation_id","question_id")
);

-- AddForeignKey
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_another" CHECK ("planned_before" IS DISTINCT FROM "planned_after");

INSERT INTO "plan_changes" ("operation_id", "question_id", "planned_before")
SELECT i.operation_id, p.question::int, p.day::date FROM imports i, jsonb_each_text(i.former_plans) AS p (question, day)
WHERE i.operation_id IS NOT NULL;
ALTER TABLE "imports" DROP COLUMN "former_plans";

SELECT make_append_only('plan_changes');
