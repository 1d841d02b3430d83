-- Of what raters agree on, a random part is adjudicated by someone who does not see their ratings.
ALTER TABLE "campaigns" ADD COLUMN "audit_rate" INTEGER;
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_audit_rate" CHECK ("audit_rate" BETWEEN 0 AND 100);

-- The queue is ordered by its place: disputes by agreement, behind them what was drawn for audits, in random order.
ALTER TABLE "adjudication_cases" ADD COLUMN "audit" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "place" DOUBLE PRECISION;
UPDATE "adjudication_cases" SET "place" = "agreement";
ALTER TABLE "adjudication_cases" ALTER COLUMN "place" SET NOT NULL;
DROP INDEX "adjudication_cases_agreement_task_id_idx";
DROP INDEX "adjudication_cases_campaign_id_agreement_task_id_idx";
CREATE INDEX "adjudication_cases_place_task_id_idx" ON "adjudication_cases"("place", "task_id");
CREATE INDEX "adjudication_cases_campaign_id_place_task_id_idx" ON "adjudication_cases"("campaign_id", "place", "task_id");

-- A task's number from 0 to 1, even and the same for ever: it is drawn where it is below the campaign's rate.
CREATE FUNCTION audit_draw(seed int, task int) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT ('x' || substr(md5(seed::text || ' audit ' || task::text), 1, 13))::bit(52)::bigint / 4503599627370496.0::double precision $$;

-- As before, and what was drawn for an audit: two ratings or more that agree in both modes, and nobody's doubt.
CREATE OR REPLACE FUNCTION refresh_adjudication_cases(tasks int[]) RETURNS void LANGUAGE plpgsql
  -- It runs at every rating, and planning its statements for each one's own task takes several times as long as they do.
  SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  -- Of two last judgments of a task at the same time the later one sees the other, and a correction an adjudication.
  PERFORM 1 FROM rating_tasks WHERE id = ANY(tasks) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM adjudication_cases WHERE task_id = ANY(tasks);
  INSERT INTO adjudication_cases (task_id, campaign_id, agreement, relaxed_differs, strict_differs, flagged, low_confidence, audit, place)
  SELECT id, campaign_id, agreement, relaxed_differs, strict_differs, doubted, unsure, NOT disputed, CASE WHEN disputed THEN agreement ELSE 1 + draw END
  FROM (
    SELECT id, campaign_id, n, draw, audit_rate, r NOT IN (0, n) AS relaxed_differs, s NOT IN (0, n) AS strict_differs, doubted, unsure,
      r NOT IN (0, n) OR s NOT IN (0, n) OR doubted OR unsure AS disputed,
      CASE WHEN n < 2 THEN 1 ELSE (r * (r - 1) + (n - r) * (n - r - 1) + s * (s - 1) + (n - s) * (n - s - 1)) / (2.0 * n * (n - 1)) END AS agreement
    FROM (
      SELECT t.id, t.campaign_id, c.audit_rate, audit_draw(c.seed, t.id) AS draw,
        count(*) AS n, count(*) FILTER (WHERE j.relaxed) AS r, count(*) FILTER (WHERE j.strict) AS s,
        bool_or(j.flagged) AS doubted, bool_or(j.low_confidence) AS unsure
      FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id JOIN rating_assignments a ON a.task_id = t.id JOIN judgments j ON j.id = a.judgment_id AND j.relaxed IS NOT NULL
      WHERE t.id = ANY(tasks) AND NOT t.gold AND NOT EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id)
      GROUP BY t.id, c.id HAVING count(*) >= t.wanted
    ) judged
  ) compared WHERE disputed OR (n >= 2 AND draw < audit_rate / 100.0);
  -- Relaxed and Strict does not pay for the others.
  IF NOT EXISTS (SELECT FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id WHERE t.id = ANY(tasks) AND c.protocol_version_id <> 1) THEN
    RETURN;
  END IF;
  INSERT INTO adjudication_cases (task_id, campaign_id, agreement, place, relaxed_differs, strict_differs, flagged, low_confidence, differing)
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
  SELECT judged.id, judged.campaign_id, t.agreement, t.agreement, FALSE, FALSE, judged.doubted, judged.unsure, t.differing
  FROM judged JOIN by_task t USING (id) WHERE t.differing <> '{}' OR judged.doubted OR judged.unsure;
END $$;

-- Another rate draws more tasks, or gives back those that no one has adjudicated yet.
CREATE FUNCTION audit_rate_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjudication_cases((
    SELECT array_agg(t.id) FROM rating_tasks t
    WHERE t.campaign_id = NEW.id AND NOT t.gold AND NOT EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id)
      AND audit_draw(NEW.seed, t.id) >= least(coalesce(OLD.audit_rate, 0), coalesce(NEW.audit_rate, 0)) / 100.0
      AND audit_draw(NEW.seed, t.id) < greatest(OLD.audit_rate, NEW.audit_rate) / 100.0));
  RETURN NULL;
END $$;
CREATE TRIGGER audit_rate_changed AFTER UPDATE OF "audit_rate" ON "campaigns"
  FOR EACH ROW WHEN (OLD.audit_rate IS DISTINCT FROM NEW.audit_rate) EXECUTE FUNCTION audit_rate_changed();
ALTER TABLE "campaigns" ENABLE ALWAYS TRIGGER audit_rate_changed;
