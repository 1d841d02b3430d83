-- AlterTable
ALTER TABLE "response_import_rows" ADD COLUMN     "reference_list" JSONB;

-- CreateTable
CREATE TABLE "response_references" (
    "response_id" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "title" TEXT,
    "url" TEXT,
    "text" TEXT NOT NULL,

    CONSTRAINT "response_references_pkey" PRIMARY KEY ("response_id","place")
);

-- AddForeignKey
ALTER TABLE "response_references" ADD CONSTRAINT "response_references_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Limits of lib/runs/references/vocabulary.
ALTER TABLE "response_references"
  ADD CONSTRAINT "response_references_place" CHECK ("place" BETWEEN 1 AND 100),
  ADD CONSTRAINT "response_references_title" CHECK (char_length("title") BETWEEN 1 AND 1000),
  ADD CONSTRAINT "response_references_url" CHECK (char_length("url") BETWEEN 1 AND 4000),
  ADD CONSTRAINT "response_references_text" CHECK (char_length("text") <= 100000),
  ADD CONSTRAINT "response_references_something" CHECK ("title" IS NOT NULL OR "url" IS NOT NULL OR char_length("text") > 0);

SELECT make_append_only('response_references');
