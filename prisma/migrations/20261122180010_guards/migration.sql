-- An append-only table: SELECT make_append_only('table');
CREATE FUNCTION make_append_only(t regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t);
  -- Also under session_replication_role, so that no restore or copy passes it by.
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER append_only', t);
END $$;

-- Closed lists that only the code had closed.
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_via" CHECK ("via" IN ('web', 'cli', 'system'));
ALTER TABLE "import_findings" ADD CONSTRAINT "import_findings_severity" CHECK ("severity" IN ('error', 'suspect', 'notice'));
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_review_policy" CHECK ("review_policy" IN ('never', 'hardly_ever', 'occasionally', 'frequently', 'every_time', 'on_date', 'unrecognized'));
