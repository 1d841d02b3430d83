-- Parquet files of a release, as they were written when it was published: with the release's row the database closes them,
-- as it does the CSV file's bytes. Releases from before have none; theirs are written when they are asked for.

-- CreateTable
CREATE TABLE "release_files" (
    "release_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "byte_size" BIGINT NOT NULL,

    CONSTRAINT "release_files_pkey" PRIMARY KEY ("release_id","path")
);

-- CreateTable
CREATE TABLE "release_file_chunks" (
    "release_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "release_file_chunks_pkey" PRIMARY KEY ("release_id","path","sequence")
);

-- AddForeignKey
ALTER TABLE "release_files" ADD CONSTRAINT "release_files_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE RESTRICT ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;

-- AddForeignKey
ALTER TABLE "release_file_chunks" ADD CONSTRAINT "release_file_chunks_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE RESTRICT ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "release_files" ADD CONSTRAINT "release_files_sha256" CHECK ("sha256" ~ '^[0-9a-f]{64}$');

SELECT make_append_only('release_files');
SELECT make_append_only('release_file_chunks');

CREATE TRIGGER sealed AFTER INSERT ON "release_files" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_release_part();
CREATE TRIGGER sealed AFTER INSERT ON "release_file_chunks" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_release_part();
ALTER TABLE "release_files" ENABLE ALWAYS TRIGGER sealed;
ALTER TABLE "release_file_chunks" ENABLE ALWAYS TRIGGER sealed;
