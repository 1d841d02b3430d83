-- CreateTable
CREATE TABLE "citation_checks" (
    "response_id" INTEGER NOT NULL,
    "variant" TEXT NOT NULL,
    "cited" INTEGER NOT NULL,
    "supported" INTEGER NOT NULL,
    "kept" INTEGER NOT NULL,
    "loose" INTEGER NOT NULL,
    "unchecked" INTEGER NOT NULL,
    "segments" INTEGER NOT NULL,
    "supported_segments" INTEGER NOT NULL,
    "rightly_cited" INTEGER NOT NULL,

    CONSTRAINT "citation_checks_pkey" PRIMARY KEY ("response_id","variant")
);

-- AddForeignKey
ALTER TABLE "citation_checks" ADD CONSTRAINT "citation_checks_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "responses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CITATION_CHECKS of lib/runs/references/citation-check; no count exceeds what it is a part of.
ALTER TABLE "citation_checks"
  ADD CONSTRAINT "citation_checks_variant" CHECK ("variant" IN ('paper', 'repository')),
  ADD CONSTRAINT "citation_checks_citations" CHECK (least("supported", "kept", "loose", "unchecked") >= 0 AND "supported" + "kept" + "loose" <= "cited"),
  ADD CONSTRAINT "citation_checks_segments" CHECK ("rightly_cited" BETWEEN 0 AND "supported_segments" AND "supported_segments" <= "segments");
