-- A seal is a hash over rows of a table that only grows, and over the seal before it, written in the background
-- (lib/platform/seals): `freshqa verify` finds sealed rows that were changed, removed, or added among the others.

-- CreateTable
CREATE TABLE "seals" (
    "id" SERIAL NOT NULL,
    "table_name" TEXT NOT NULL,
    "key_column" TEXT NOT NULL,
    "columns" TEXT[],
    "after_key" INTEGER NOT NULL,
    "up_to_key" INTEGER NOT NULL,
    "digests" BYTEA NOT NULL,
    "sha256" TEXT NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "seals_sha256_key" ON "seals"("sha256");

-- CreateIndex
CREATE INDEX "seals_table_name_id_idx" ON "seals"("table_name", "id");

ALTER TABLE "seals"
  ADD CONSTRAINT "seals_sha256" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "seals_keys" CHECK ("after_key" < "up_to_key"),
  ADD CONSTRAINT "seals_digests" CHECK (length("digests") % 32 = 0);

SELECT make_append_only('seals');

-- Rows are sealed in the order in which they were written. These tables have no key that says it.
ALTER TABLE "release_licenses" ADD COLUMN "ordinal" SERIAL NOT NULL;
ALTER TABLE "retrieval_steps" ADD COLUMN "ordinal" SERIAL NOT NULL;
ALTER TABLE "search_uses" ADD COLUMN "ordinal" SERIAL NOT NULL;
ALTER TABLE "question_successors" ADD COLUMN "ordinal" SERIAL NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "release_licenses_ordinal_key" ON "release_licenses"("ordinal");
CREATE UNIQUE INDEX "retrieval_steps_ordinal_key" ON "retrieval_steps"("ordinal");
CREATE UNIQUE INDEX "search_uses_ordinal_key" ON "search_uses"("ordinal");
CREATE UNIQUE INDEX "question_successors_ordinal_key" ON "question_successors"("ordinal");
