-- What a plan knew of the dataset: a question that changed since may be a row of it by now. Plans from before have none, and are
-- made again before they are applied, as texts were matched without regard to case.
ALTER TABLE "imports" ADD COLUMN "last_revision_id" INTEGER;
