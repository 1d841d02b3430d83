-- DropIndex
DROP INDEX "rating_tasks_campaign_id_response_id_key";

-- AlterTable
ALTER TABLE "adjudication_cases" ADD COLUMN     "differing" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "adjudications" ALTER COLUMN "relaxed" DROP NOT NULL,
ALTER COLUMN "strict" DROP NOT NULL;

-- AlterTable
-- Filled below, once there is a protocol.
ALTER TABLE "campaigns" ADD COLUMN     "protocol_version_id" INTEGER;

-- AlterTable
ALTER TABLE "judgments" ADD COLUMN     "shown_order" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
ALTER COLUMN "response_id" DROP NOT NULL,
ALTER COLUMN "relaxed" DROP NOT NULL,
ALTER COLUMN "strict" DROP NOT NULL;

-- AlterTable
ALTER TABLE "rating_tasks" ADD COLUMN     "reference_place" SMALLINT,
ADD COLUMN     "run_ids" INTEGER[],
ADD COLUMN     "unit_key" TEXT,
ALTER COLUMN "response_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "protocols" (
    "id" SERIAL NOT NULL,
    "key" TEXT,
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "archived_at" TIMESTAMPTZ(3),
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "protocols_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "protocol_versions" (
    "id" SERIAL NOT NULL,
    "protocol_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "definition" JSONB NOT NULL,
    "frozen_at" TIMESTAMPTZ(3),
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "protocol_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gold_answers" (
    "id" SERIAL NOT NULL,
    "response_id" INTEGER NOT NULL,
    "reference_place" SMALLINT,
    "protocol_version_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "expected" JSONB,
    "explanation" TEXT NOT NULL DEFAULT '',
    "set_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gold_answers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_responses" (
    "task_id" INTEGER NOT NULL,
    "place" SMALLINT NOT NULL,
    "response_id" INTEGER NOT NULL,

    CONSTRAINT "task_responses_pkey" PRIMARY KEY ("task_id","place")
);

-- CreateTable
CREATE TABLE "judgment_answers" (
    "judgment_id" INTEGER NOT NULL,
    "question_key" TEXT NOT NULL,
    "value" SMALLINT,
    "ranks" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
    "text" TEXT,
    "cannot_tell" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "judgment_answers_pkey" PRIMARY KEY ("judgment_id","question_key")
);

-- CreateTable
CREATE TABLE "adjudication_answers" (
    "adjudication_id" INTEGER NOT NULL,
    "question_key" TEXT NOT NULL,
    "value" SMALLINT,
    "cannot_tell" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "adjudication_answers_pkey" PRIMARY KEY ("adjudication_id","question_key")
);

UPDATE "rating_tasks" t SET "unit_key" = t."response_id"::text, "run_ids" = ARRAY[p."run_id"] FROM "responses" p WHERE p."id" = t."response_id";
ALTER TABLE "rating_tasks" ALTER COLUMN "unit_key" SET NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "protocols_key_key" ON "protocols"("key");

-- CreateIndex
CREATE UNIQUE INDEX "protocols_name_key" ON "protocols"("name");

-- CreateIndex
CREATE UNIQUE INDEX "protocol_versions_protocol_id_number_key" ON "protocol_versions"("protocol_id", "number");

-- CreateIndex
CREATE INDEX "gold_answers_response_id_id_idx" ON "gold_answers"("response_id", "id");

-- CreateIndex
CREATE INDEX "gold_answers_protocol_version_id_idx" ON "gold_answers"("protocol_version_id");

-- CreateIndex
CREATE INDEX "task_responses_response_id_idx" ON "task_responses"("response_id");

-- CreateIndex
CREATE INDEX "campaigns_protocol_version_id_idx" ON "campaigns"("protocol_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "rating_tasks_campaign_id_unit_key_key" ON "rating_tasks"("campaign_id", "unit_key");

-- AddForeignKey
ALTER TABLE "protocols" ADD CONSTRAINT "protocols_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "protocol_versions" ADD CONSTRAINT "protocol_versions_protocol_id_fkey" FOREIGN KEY ("protocol_id") REFERENCES "protocols"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "protocol_versions" ADD CONSTRAINT "protocol_versions_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_protocol_version_id_fkey" FOREIGN KEY ("protocol_version_id") REFERENCES "protocol_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_protocol_version_id_fkey" FOREIGN KEY ("protocol_version_id") REFERENCES "protocol_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_set_by_fkey" FOREIGN KEY ("set_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_responses" ADD CONSTRAINT "task_responses_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "rating_tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_responses" ADD CONSTRAINT "task_responses_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judgment_answers" ADD CONSTRAINT "judgment_answers_judgment_id_fkey" FOREIGN KEY ("judgment_id") REFERENCES "judgments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudication_answers" ADD CONSTRAINT "adjudication_answers_adjudication_id_fkey" FOREIGN KEY ("adjudication_id") REFERENCES "adjudications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- ── What Prisma's schema cannot say ────────────────────────────────────────────────────────────────────────────────

-- Relaxed and Strict is a protocol like the others to its users; its verdicts keep their columns. Every campaign so far
-- is one of it.
WITH made AS (
  INSERT INTO "protocols" ("key", "name", "note") VALUES ('relaxed-strict', 'FreshQA: Relaxed and Strict', 'Whether the primary answer is correct, and whether every claim is. The protocol of FreshLLMs (Vu et al., 2023), section 2.3. Its ratings also feed accuracy and leaderboards.') RETURNING "id")
INSERT INTO "protocol_versions" ("protocol_id", "number", "definition", "frozen_at")
SELECT "id", 1, '{"unit": "response", "shows": {"correctAnswers": true, "evidence": true, "references": false, "marks": "kept"}, "questions": [{"when": null, "required": true, "kind": "binary", "key": "relaxed", "label": "Relaxed", "help": "Is the primary answer correct?", "direction": "up", "cannotTell": false, "levels": [{"value": 0, "label": "No credit", "meaning": "The primary answer is wrong, missing, contradicted or misleading."}, {"value": 1, "label": "Credit", "meaning": "The primary answer is correct; slips elsewhere are tolerated."}]}, {"when": null, "required": true, "kind": "binary", "key": "strict", "label": "Strict", "help": "Is moreover every claim factual and up to date?", "direction": "up", "cannotTell": false, "levels": [{"value": 0, "label": "No credit", "meaning": "A claim, however minor, is made up, wrong or outdated."}, {"value": 1, "label": "Credit", "meaning": "Every claim is factual and up to date."}]}], "rules": [{"if": {"key": "strict", "is": 1}, "then": {"key": "relaxed", "is": 1}}]}'::jsonb, now() FROM made;
UPDATE "campaigns" SET "protocol_version_id" = (SELECT "id" FROM "protocol_versions");
ALTER TABLE "campaigns" ALTER COLUMN "protocol_version_id" SET NOT NULL;

CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON "protocol_versions" FOR EACH ROW EXECUTE FUNCTION refuse_frozen();
ALTER TABLE "protocol_versions" ENABLE ALWAYS TRIGGER frozen;
SELECT make_append_only('judgment_answers');
SELECT make_append_only('adjudication_answers');
SELECT make_append_only('gold_answers');

ALTER TABLE "rating_tasks"
  -- A response, one of its references, or several responses.
  ADD CONSTRAINT "rating_tasks_unit" CHECK (coalesce(cardinality("run_ids"), 0) > 0 AND ("reference_place" IS NULL OR ("response_id" IS NOT NULL AND "reference_place" >= 1)));
ALTER TABLE "task_responses" ADD CONSTRAINT "task_responses_place" CHECK ("place" BETWEEN 1 AND 9);
-- verdict_holds is null where both verdicts are: they stand together.
ALTER TABLE "judgments" ADD CONSTRAINT "judgments_both_verdicts" CHECK (("relaxed" IS NULL) = ("strict" IS NULL) AND ("relaxed" IS NOT NULL OR num_nonnulls("relaxed_reason", "strict_reason") = 0));
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_both_verdicts" CHECK (("relaxed" IS NULL) = ("strict" IS NULL) AND ("relaxed" IS NOT NULL OR num_nonnulls("relaxed_reason", "strict_reason") = 0));
ALTER TABLE "judgment_answers" ADD CONSTRAINT "judgment_answers_one" CHECK (num_nonnulls("value", "text", nullif("ranks", '{}')) + "cannot_tell"::int = 1);
ALTER TABLE "adjudication_answers" ADD CONSTRAINT "adjudication_answers_one" CHECK (("value" IS NULL) = "cannot_tell");
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_kind" CHECK ("kind" IN ('set', 'changed', 'withdrawn') AND ("kind" = 'withdrawn') = ("expected" IS NULL));

-- Verdicts have their columns exactly where the campaign's protocol is the built-in one, whose version is the first: no
-- number about Relaxed and Strict ever sees what was asked otherwise.
CREATE FUNCTION judged_by_protocol() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM written w JOIN rating_tasks t ON t.id = w.task_id JOIN campaigns c ON c.id = t.campaign_id
    WHERE (c.protocol_version_id = 1) <> (w.relaxed IS NOT NULL)) THEN
    RAISE EXCEPTION 'the verdict is not one of its campaign''s protocol' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER by_protocol AFTER INSERT ON "judgments" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION judged_by_protocol();
ALTER TABLE "judgments" ENABLE ALWAYS TRIGGER by_protocol;
CREATE TRIGGER by_protocol AFTER INSERT ON "adjudications" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION judged_by_protocol();
ALTER TABLE "adjudications" ENABLE ALWAYS TRIGGER by_protocol;

-- What awaits adjudication, as before for verdicts; of other protocols what raters chose differently, question by question.
CREATE OR REPLACE FUNCTION refresh_adjudication_cases(tasks int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Of two last judgments of a task at the same time the later one sees the other, and a correction an adjudication.
  PERFORM 1 FROM rating_tasks WHERE id = ANY(tasks) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM adjudication_cases WHERE task_id = ANY(tasks);
  INSERT INTO adjudication_cases (task_id, campaign_id, agreement, relaxed_differs, strict_differs, flagged, low_confidence)
  SELECT id, campaign_id,
    CASE WHEN n < 2 THEN 1 ELSE (r * (r - 1) + (n - r) * (n - r - 1) + s * (s - 1) + (n - s) * (n - s - 1)) / (2.0 * n * (n - 1)) END,
    r NOT IN (0, n), s NOT IN (0, n), doubted, unsure
  FROM (
    SELECT t.id, t.campaign_id, count(*) AS n, count(*) FILTER (WHERE j.relaxed) AS r, count(*) FILTER (WHERE j.strict) AS s,
      bool_or(j.flagged) AS doubted, bool_or(j.low_confidence) AS unsure
    FROM rating_tasks t JOIN rating_assignments a ON a.task_id = t.id JOIN judgments j ON j.id = a.judgment_id AND j.relaxed IS NOT NULL
    WHERE t.id = ANY(tasks) AND NOT t.gold AND NOT EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id)
    GROUP BY t.id HAVING count(*) >= t.wanted
  ) judged WHERE r NOT IN (0, n) OR s NOT IN (0, n) OR doubted OR unsure;
  -- Relaxed and Strict does not pay for the others.
  IF NOT EXISTS (SELECT FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id WHERE t.id = ANY(tasks) AND c.protocol_version_id <> 1) THEN
    RETURN;
  END IF;
  INSERT INTO adjudication_cases (task_id, campaign_id, agreement, relaxed_differs, strict_differs, flagged, low_confidence, differing)
  WITH judged AS (
    SELECT t.id, t.campaign_id, c.protocol_version_id, bool_or(j.flagged) AS doubted, bool_or(j.low_confidence) AS unsure, array_agg(j.id) AS judgments
    FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id JOIN rating_assignments a ON a.task_id = t.id JOIN judgments j ON j.id = a.judgment_id AND j.relaxed IS NULL
    WHERE t.id = ANY(tasks) AND NOT t.gold AND NOT EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id)
    GROUP BY t.id, c.protocol_version_id HAVING count(*) >= t.wanted),
  chosen AS (
    SELECT judged.id, q.place, q.question->>'key' AS key, said.value, count(*) AS n
    FROM judged JOIN protocol_versions v ON v.id = judged.protocol_version_id
      CROSS JOIN jsonb_array_elements(v.definition->'questions') WITH ORDINALITY AS q (question, place)
      JOIN judgment_answers said ON said.judgment_id = ANY(judged.judgments) AND said.question_key = q.question->>'key'
    WHERE q.question->>'kind' IN ('binary', 'nominal', 'ordinal') GROUP BY judged.id, q.place, key, said.value),
  by_question AS (SELECT id, place, key, sum(n * (n - 1)) / nullif(sum(n) * (sum(n) - 1), 0) AS agreement, count(*) > 1 AS differs FROM chosen GROUP BY id, place, key),
  by_task AS (SELECT id, coalesce(avg(agreement), 1) AS agreement, coalesce(array_agg(key ORDER BY place) FILTER (WHERE differs), '{}') AS differing FROM by_question GROUP BY id)
  SELECT judged.id, judged.campaign_id, t.agreement, FALSE, FALSE, judged.doubted, judged.unsure, t.differing
  FROM judged JOIN by_task t USING (id) WHERE t.differing <> '{}' OR judged.doubted OR judged.unsure;
END $$;
