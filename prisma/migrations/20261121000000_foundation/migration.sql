-- The first schema: people, the ledger of questions, imports, releases, the audit log.
-- Everything up to "Rules that Prisma's schema cannot say" is what prisma/schema describes.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateTable
CREATE TABLE "imports" (
    "id" SERIAL NOT NULL,
    "file_name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "byte_size" BIGINT NOT NULL,
    "sha256" TEXT,
    "status" TEXT NOT NULL,
    "bytes_read" BIGINT NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "rows_matched" INTEGER NOT NULL DEFAULT 0,
    "cancel_requested" BOOLEAN NOT NULL DEFAULT false,
    "layout" JSONB,
    "progress_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "error" TEXT,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "planned_at" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),
    "operation_id" INTEGER,
    "arrangement_id" INTEGER,
    "outcome" JSONB,

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_rows" (
    "import_id" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "record" INTEGER NOT NULL,
    "id_cell" TEXT NOT NULL,
    "cells" TEXT[],
    "style" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "normalized" TEXT NOT NULL,
    "primary_answer" TEXT NOT NULL,
    "search_text" TEXT NOT NULL,
    "evidence_hosts" TEXT[],
    "split" TEXT,
    "false_premise" BOOLEAN NOT NULL,
    "fact_type" TEXT NOT NULL,
    "hops" TEXT NOT NULL,
    "effective_year" SMALLINT,
    "effective_before" BOOLEAN NOT NULL,
    "review_policy" TEXT NOT NULL,
    "review_on" DATE,
    "bad" TEXT,
    "match" TEXT NOT NULL DEFAULT 'new',
    "question_id" INTEGER,
    "base_revision_id" INTEGER,
    "score" REAL,
    "changed" TEXT[],
    "decision" TEXT,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id","ordinal")
);

-- CreateTable
CREATE TABLE "import_candidates" (
    "import_id" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "rank" INTEGER NOT NULL,
    "question_id" INTEGER NOT NULL,
    "score" REAL NOT NULL,

    CONSTRAINT "import_candidates_pkey" PRIMARY KEY ("import_id","ordinal","rank")
);

-- CreateTable
CREATE TABLE "import_findings" (
    "id" SERIAL NOT NULL,
    "import_id" INTEGER NOT NULL,
    "record" INTEGER,
    "line" INTEGER,
    "column" TEXT,
    "code" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "value" TEXT,

    CONSTRAINT "import_findings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "roles" TEXT[],
    "kind" TEXT NOT NULL DEFAULT 'person',
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "sample" BOOLEAN NOT NULL DEFAULT false,
    "deactivated_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_sign_in_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_links" (
    "id" SERIAL NOT NULL,
    "purpose" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "email" TEXT,
    "roles" TEXT[],
    "made_by" INTEGER NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_attempts" (
    "id" SERIAL NOT NULL,
    "account" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "succeeded" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" INTEGER NOT NULL,
    "via" TEXT NOT NULL,
    "request_id" TEXT,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "questions" (
    "id" SERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,

    CONSTRAINT "questions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "revisions" (
    "id" SERIAL NOT NULL,
    "question_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "comment" TEXT NOT NULL DEFAULT '',
    "author_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "operation_id" INTEGER,
    "cells" TEXT[],
    "style" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "split" TEXT,
    "false_premise" BOOLEAN NOT NULL,
    "fact_type" TEXT NOT NULL,
    "hops" TEXT NOT NULL,
    "effective_year" SMALLINT,
    "effective_before" BOOLEAN NOT NULL DEFAULT false,
    "review_policy" TEXT NOT NULL,
    "review_on" DATE,

    CONSTRAINT "revisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "question_heads" (
    "question_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "position" SERIAL NOT NULL,
    "question" TEXT NOT NULL,
    "normalized" TEXT NOT NULL,
    "primary_answer" TEXT NOT NULL,
    "search_text" TEXT NOT NULL,
    "search_indexed" BOOLEAN NOT NULL DEFAULT true,
    "evidence_hosts" TEXT[],
    "status" TEXT NOT NULL,
    "split" TEXT,
    "false_premise" BOOLEAN NOT NULL,
    "fact_type" TEXT NOT NULL,
    "hops" TEXT NOT NULL,
    "effective_year" SMALLINT,
    "effective_before" BOOLEAN NOT NULL DEFAULT false,
    "review_policy" TEXT NOT NULL,
    "review_on" DATE,
    "author_id" INTEGER NOT NULL,
    "revised_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "question_heads_pkey" PRIMARY KEY ("question_id")
);

-- CreateTable
CREATE TABLE "operations" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undoes_id" INTEGER,

    CONSTRAINT "operations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "arrangements" (
    "id" SERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,
    "question_ids" INTEGER[],
    "id_cells" TEXT[],
    "layout" JSONB NOT NULL,

    CONSTRAINT "arrangements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_views" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "releases" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "notes" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "byte_size" BIGINT NOT NULL,
    "question_count" INTEGER NOT NULL,
    "published_by" INTEGER NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "releases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "release_entries" (
    "release_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "question_id" INTEGER NOT NULL,
    "revision_id" INTEGER NOT NULL,

    CONSTRAINT "release_entries_pkey" PRIMARY KEY ("release_id","position")
);

-- CreateTable
CREATE TABLE "release_chunks" (
    "release_id" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "release_chunks_pkey" PRIMARY KEY ("release_id","sequence")
);

-- CreateIndex
CREATE INDEX "imports_created_at_idx" ON "imports"("created_at" DESC);

-- CreateIndex
CREATE INDEX "import_rows_import_id_match_ordinal_idx" ON "import_rows"("import_id", "match", "ordinal");

-- CreateIndex
CREATE INDEX "import_findings_import_id_severity_id_idx" ON "import_findings"("import_id", "severity", "id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "access_links_token_hash_key" ON "access_links"("token_hash");

-- CreateIndex
CREATE INDEX "access_links_created_at_idx" ON "access_links"("created_at");

-- CreateIndex
CREATE INDEX "sign_in_attempts_account_at_idx" ON "sign_in_attempts"("account", "at");

-- CreateIndex
CREATE INDEX "sign_in_attempts_address_at_idx" ON "sign_in_attempts"("address", "at");

-- CreateIndex
CREATE INDEX "audit_events_at_id_idx" ON "audit_events"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_type_id_idx" ON "audit_events"("type", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_actor_id_id_idx" ON "audit_events"("actor_id", "id" DESC);

-- CreateIndex
CREATE INDEX "revisions_operation_id_idx" ON "revisions"("operation_id");

-- CreateIndex
CREATE UNIQUE INDEX "revisions_question_id_number_key" ON "revisions"("question_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "question_heads_revision_id_key" ON "question_heads"("revision_id");

-- CreateIndex
CREATE INDEX "question_heads_status_position_idx" ON "question_heads"("status", "position");

-- CreateIndex
CREATE INDEX "question_heads_search_text_idx" ON "question_heads" USING GIN ("search_text" gin_trgm_ops) WHERE "search_indexed";

-- CreateIndex
CREATE INDEX "question_heads_search_waiting_idx" ON "question_heads"("question_id") WHERE NOT "search_indexed";

-- CreateIndex
CREATE UNIQUE INDEX "operations_undoes_id_key" ON "operations"("undoes_id");

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_owner_id_name_key" ON "saved_views"("owner_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "releases_name_key" ON "releases"("name");

-- CreateIndex
CREATE INDEX "releases_published_at_idx" ON "releases"("published_at" DESC);

-- CreateIndex
CREATE INDEX "release_entries_revision_id_idx" ON "release_entries"("revision_id");

-- CreateIndex
CREATE UNIQUE INDEX "release_entries_release_id_question_id_key" ON "release_entries"("release_id", "question_id");

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_arrangement_id_fkey" FOREIGN KEY ("arrangement_id") REFERENCES "arrangements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_candidates" ADD CONSTRAINT "import_candidates_import_id_ordinal_fkey" FOREIGN KEY ("import_id", "ordinal") REFERENCES "import_rows"("import_id", "ordinal") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_findings" ADD CONSTRAINT "import_findings_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_links" ADD CONSTRAINT "access_links_made_by_fkey" FOREIGN KEY ("made_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_links" ADD CONSTRAINT "access_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "questions" ADD CONSTRAINT "questions_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operations" ADD CONSTRAINT "operations_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operations" ADD CONSTRAINT "operations_undoes_id_fkey" FOREIGN KEY ("undoes_id") REFERENCES "operations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "arrangements" ADD CONSTRAINT "arrangements_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "releases" ADD CONSTRAINT "releases_published_by_fkey" FOREIGN KEY ("published_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_entries" ADD CONSTRAINT "release_entries_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE RESTRICT ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;

-- AddForeignKey
ALTER TABLE "release_entries" ADD CONSTRAINT "release_entries_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_entries" ADD CONSTRAINT "release_entries_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "revisions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_chunks" ADD CONSTRAINT "release_chunks_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE RESTRICT ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;

-- Rules that Prisma's schema cannot say -------------------------------------------------------------------------

-- Closed lists and forms.
ALTER TABLE "users"
  ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email")),
  ADD CONSTRAINT "users_kind" CHECK ("kind" IN ('person', 'system')),
  ADD CONSTRAINT "users_roles" CHECK ("roles" <@ ARRAY['annotator', 'rater', 'maintainer', 'admin']);
ALTER TABLE "access_links"
  ADD CONSTRAINT "access_links_purpose" CHECK (
    ("purpose" = 'invitation' AND "email" IS NOT NULL) OR ("purpose" = 'password-reset' AND "user_id" IS NOT NULL)),
  ADD CONSTRAINT "access_links_roles" CHECK ("roles" <@ ARRAY['annotator', 'rater', 'maintainer', 'admin']);
ALTER TABLE "revisions"
  ADD CONSTRAINT "revisions_number" CHECK ("number" >= 1),
  ADD CONSTRAINT "revisions_cells" CHECK (cardinality("cells") = 19),
  ADD CONSTRAINT "revisions_status" CHECK ("status" IN ('active', 'retired')),
  ADD CONSTRAINT "revisions_split" CHECK ("split" IN ('TEST', 'DEV', 'DEMO')),
  ADD CONSTRAINT "revisions_fact_type" CHECK ("fact_type" IN ('never-changing', 'slow-changing', 'fast-changing')),
  ADD CONSTRAINT "revisions_hops" CHECK ("hops" IN ('one-hop', 'multi-hop')),
  ADD CONSTRAINT "revisions_review" CHECK (("review_policy" = 'on_date') = ("review_on" IS NOT NULL)),
  ADD CONSTRAINT "revisions_reason" CHECK ("reason" IN
    ('author', 'edit', 'import', 'refresh', 'reclassify', 'schedule', 'split', 'retire', 'restore', 'undo'));
ALTER TABLE "operations" ADD CONSTRAINT "operations_kind" CHECK ("kind" IN ('import', 'bulk', 'undo'));
ALTER TABLE "imports" ADD CONSTRAINT "imports_status" CHECK ("status" IN
  ('reading', 'matching', 'planned', 'refused', 'applying', 'applied', 'cancelled', 'failed'));
ALTER TABLE "releases" ADD CONSTRAINT "releases_sha256" CHECK ("sha256" ~ '^[0-9a-f]{64}$');

-- What is written stays written: these tables only grow. The triggers fire even under session_replication_role.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['questions', 'revisions', 'operations', 'arrangements', 'releases', 'release_entries', 'release_chunks', 'audit_events'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER append_only', t);
  END LOOP;
END $$;

-- A release is sealed by its row, which is written last: entries and chunks may come before it, never after it.
-- The shared lock makes a late writer wait for a sealing transaction that is still open, and then be refused.
CREATE FUNCTION refuse_late_release_part() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE r int;
BEGIN
  FOR r IN SELECT DISTINCT release_id FROM added LOOP
    PERFORM pg_advisory_xact_lock_shared(4015, r);
    IF EXISTS (SELECT 1 FROM releases WHERE id = r) THEN
      RAISE EXCEPTION 'release % is published: adding to its % is refused', r, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER sealed AFTER INSERT ON "release_entries" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_release_part();
CREATE TRIGGER sealed AFTER INSERT ON "release_chunks" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_release_part();
ALTER TABLE "release_entries" ENABLE ALWAYS TRIGGER sealed;
ALTER TABLE "release_chunks" ENABLE ALWAYS TRIGGER sealed;

-- What is sealed is whole: the database counts the entries and hashes the bytes itself.
CREATE FUNCTION seal_release() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE content bytea;
BEGIN
  -- Waits for nobody but other writers of this very release; our own shared locks do not stand in the way.
  PERFORM pg_advisory_xact_lock(4015, NEW.id);
  SELECT coalesce(string_agg(bytes, ''::bytea ORDER BY sequence), ''::bytea) INTO content FROM release_chunks WHERE release_id = NEW.id;
  IF encode(sha256(content), 'hex') <> NEW.sha256 OR octet_length(content) <> NEW.byte_size THEN
    RAISE EXCEPTION 'release %: the stored bytes do not have the checksum or the size that its row names', NEW.name USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (SELECT count(*) FROM release_entries WHERE release_id = NEW.id) <> NEW.question_count THEN
    RAISE EXCEPTION 'release %: the number of entries is not the one that its row names', NEW.name USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER seal AFTER INSERT ON "releases" FOR EACH ROW EXECUTE FUNCTION seal_release();
ALTER TABLE "releases" ENABLE ALWAYS TRIGGER seal;

-- The command line acts under an account of its own, which has no password and cannot sign in.
INSERT INTO "users" ("email", "name", "roles", "kind") VALUES ('command-line@localhost', 'Command line', '{}', 'system');
