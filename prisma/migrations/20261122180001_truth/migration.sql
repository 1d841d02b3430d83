-- The one definition of "the same truth": the ten answer cells as stored, and the parsed premise flag. Written so that
-- Postgres puts it into the statement that asks, where rows of both revisions are at hand.
CREATE FUNCTION same_truth(older revisions, newer revisions) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (older).cells[9:18] IS NOT DISTINCT FROM (newer).cells[9:18] AND (older).false_premise IS NOT DISTINCT FROM (newer).false_premise
$$;
-- The same by ids. Ask only where they differ: each call looks two rows up.
CREATE FUNCTION same_truth(older_id int, newer_id int) RETURNS boolean LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT older_id = newer_id OR EXISTS (SELECT 1 FROM revisions older, revisions newer WHERE older.id = older_id AND newer.id = newer_id AND same_truth(older, newer))
$$;

-- CreateTable
CREATE TABLE "gold_verdicts" (
    "id" SERIAL NOT NULL,
    "response_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "relaxed" BOOLEAN,
    "strict" BOOLEAN,
    "relaxed_reason" TEXT,
    "strict_reason" TEXT,
    "explanation" TEXT NOT NULL DEFAULT '',
    "set_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gold_verdicts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_origin" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "gold" INTEGER NOT NULL,
    "tasks" INTEGER NOT NULL,
    "revisions" INTEGER NOT NULL,

    CONSTRAINT "report_origin_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "gold_verdicts_response_id_id_idx" ON "gold_verdicts"("response_id", "id");

-- AddForeignKey
ALTER TABLE "gold_verdicts" ADD CONSTRAINT "gold_verdicts_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_verdicts" ADD CONSTRAINT "gold_verdicts_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_verdicts" ADD CONSTRAINT "gold_verdicts_set_by_fkey" FOREIGN KEY ("set_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The gold verdicts that there are become the first rows of the ledger, in the order in which they were set.
INSERT INTO "gold_verdicts" ("response_id", "kind", "revision_id", "relaxed", "strict", "relaxed_reason", "strict_reason", "explanation", "set_by", "created_at")
SELECT "response_id", 'set', "revision_id", "relaxed", "strict", "relaxed_reason", "strict_reason", "explanation", "set_by", "created_at" FROM "gold_responses" ORDER BY "created_at", "response_id";
DROP TABLE "gold_responses";

ALTER TABLE "gold_verdicts"
  ADD CONSTRAINT "gold_verdicts_kind" CHECK ("kind" IN ('set', 'changed', 'withdrawn')),
  -- What was withdrawn says nothing; all others hold to the protocol.
  ADD CONSTRAINT "gold_verdicts_verdict" CHECK (CASE WHEN "kind" = 'withdrawn' THEN num_nonnulls("relaxed", "strict", "relaxed_reason", "strict_reason") = 0
    ELSE num_nulls("relaxed", "strict") = 0 AND verdict_holds("relaxed", "strict", "relaxed_reason", "strict_reason") END);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "gold_verdicts" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE "gold_verdicts" ENABLE ALWAYS TRIGGER append_only;

-- The gold that stands: the last row of each response, unless it was withdrawn.
CREATE VIEW "gold_responses" AS
SELECT g.response_id, g.revision_id, g.relaxed, g.strict, g.relaxed_reason, g.strict_reason, g.explanation, g.set_by, g.created_at, g.id AS gold_verdict_id
FROM gold_verdicts g WHERE g.kind <> 'withdrawn' AND NOT EXISTS (SELECT FROM gold_verdicts later WHERE later.response_id = g.response_id AND later.id > g.id);

-- Permanent addresses from before name four ids. What they hold of the other tables is what was there by now.
ALTER TABLE "report_origin" ADD CONSTRAINT "report_origin_one_row" CHECK ("id" = 1);
INSERT INTO "report_origin" ("gold", "tasks", "revisions")
SELECT (SELECT coalesce(max("id"), 0) FROM "gold_verdicts"), (SELECT coalesce(max("id"), 0) FROM "rating_tasks"), (SELECT coalesce(max("id"), 0) FROM "revisions");

-- Which answers an automatic verdict was made by: until now those of the run's release.
ALTER TABLE "automatic_verdicts" ADD COLUMN "revision_id" INTEGER;
ALTER TABLE "automatic_verdicts" DISABLE TRIGGER "append_only";
UPDATE "automatic_verdicts" v SET "revision_id" = p."revision_id" FROM "responses" p WHERE p."id" = v."response_id";
ALTER TABLE "automatic_verdicts" ENABLE ALWAYS TRIGGER "append_only";
ALTER TABLE "automatic_verdicts" ALTER COLUMN "revision_id" SET NOT NULL;

-- AddForeignKey
ALTER TABLE "automatic_verdicts" ADD CONSTRAINT "automatic_verdicts_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "leaderboard_settings" ADD COLUMN     "gold" TEXT NOT NULL DEFAULT 'count',
ADD COLUMN     "truth" TEXT NOT NULL DEFAULT 'release';
ALTER TABLE "leaderboard_settings"
  ADD CONSTRAINT "leaderboard_settings_counting" CHECK (("truth" = 'release' OR "truth" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$') AND "gold" IN ('count', 'leave-out'));

-- Reports ask which responses are gold; few are.
CREATE INDEX "rating_tasks_gold_idx" ON "rating_tasks"("response_id", "campaign_id") WHERE "gold";
