-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN "paused_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "rating_assignments" ADD COLUMN "visit" UUID;

-- AlterTable
ALTER TABLE "rating_tasks" ADD COLUMN "sampled" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "handings_out" (
    "id" SERIAL NOT NULL,
    "assignment_id" INTEGER NOT NULL,
    "task_id" INTEGER NOT NULL,
    "rater_id" INTEGER NOT NULL,
    "handed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "handings_out_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rating_visits" (
    "id" UUID NOT NULL,
    "rater_id" INTEGER NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rating_visits_pkey" PRIMARY KEY ("rater_id","id")
);

-- CreateIndex
CREATE INDEX "handings_out_task_id_rater_id_idx" ON "handings_out"("task_id", "rater_id");

-- AddForeignKey
ALTER TABLE "handings_out" ADD CONSTRAINT "handings_out_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "rating_tasks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handings_out" ADD CONSTRAINT "handings_out_rater_id_fkey" FOREIGN KEY ("rater_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating_visits" ADD CONSTRAINT "rating_visits_rater_id_fkey" FOREIGN KEY ("rater_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- ── What Prisma's schema cannot say ────────────────────────────────────────────────────────────────────────────────

-- An item that a desk was given ahead is held; it is opened once its rater was shown it. What was opened so far stays
-- opened: which of those items were shown was not recorded.
ALTER TABLE "rating_assignments" DROP CONSTRAINT "rating_assignments_status",
  ADD CONSTRAINT "rating_assignments_status" CHECK ("status" IN ('pending', 'held', 'opened', 'judged'));

-- Everything that was given to a rater before counts as handed out to them once, when they opened it.
INSERT INTO "handings_out" ("assignment_id", "task_id", "rater_id", "handed_at")
SELECT a."id", a."task_id", a."rater_id", coalesce(a."opened_at", j."judged_at", now())
FROM "rating_assignments" a LEFT JOIN "judgments" j ON j."id" = a."judgment_id"
WHERE a."rater_id" IS NOT NULL AND a."status" IN ('opened', 'judged') ORDER BY a."id";
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "handings_out" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "handings_out" ENABLE ALWAYS TRIGGER append_only;

-- Gold tasks of campaigns that are open by now were planned beside their sample.
UPDATE "rating_tasks" SET "sampled" = false WHERE "gold";
ALTER TABLE "rating_tasks" ADD CONSTRAINT "rating_tasks_sampled" CHECK ("gold" OR "sampled");

-- Since when a paused campaign is paused: as the audit log has it.
UPDATE "campaigns" c SET "paused_at" = coalesce((
  SELECT max(e."at") FROM "audit_events" e
  WHERE e."type" = 'campaign.status-changed' AND e."data"->>'to' = 'paused' AND (e."data"->>'campaignId')::int = c."id"), now())
WHERE c."status" = 'paused';
