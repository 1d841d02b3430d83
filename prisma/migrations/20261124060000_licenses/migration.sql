-- The license under which the dataset's releases are published: the newest row of dataset_licenses is the one in force. A
-- release keeps the one that it was published under; one from before has none until a maintainer states it, once.

-- CreateTable
CREATE TABLE "dataset_licenses" (
    "id" SERIAL NOT NULL,
    "license" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "url" TEXT,
    "chosen_by" INTEGER NOT NULL,
    "chosen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dataset_licenses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "release_licenses" (
    "release_id" INTEGER NOT NULL,
    "license_id" INTEGER NOT NULL,
    "stated_by" INTEGER NOT NULL,
    "stated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "release_licenses_pkey" PRIMARY KEY ("release_id")
);

-- AddForeignKey
ALTER TABLE "dataset_licenses" ADD CONSTRAINT "dataset_licenses_chosen_by_fkey" FOREIGN KEY ("chosen_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_licenses" ADD CONSTRAINT "release_licenses_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_licenses" ADD CONSTRAINT "release_licenses_license_id_fkey" FOREIGN KEY ("license_id") REFERENCES "dataset_licenses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_licenses" ADD CONSTRAINT "release_licenses_stated_by_fkey" FOREIGN KEY ("stated_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "dataset_licenses"
  ADD CONSTRAINT "dataset_licenses_license" CHECK ("license" IN ('CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-NC-4.0', 'CC-BY-NC-SA-4.0', 'CC-BY-ND-4.0', 'CC-BY-NC-ND-4.0', 'ODC-By-1.0', 'ODbL-1.0', 'PDDL-1.0', 'CDLA-Permissive-2.0', 'CDLA-Sharing-1.0', 'Apache-2.0', 'MIT', 'LicenseRef-Custom')),
  ADD CONSTRAINT "dataset_licenses_holder" CHECK (length("holder") > 0),
  -- The terms of a license without a name of its own are at its address.
  ADD CONSTRAINT "dataset_licenses_url" CHECK ("license" <> 'LicenseRef-Custom' OR "url" IS NOT NULL);

SELECT make_append_only('dataset_licenses');
SELECT make_append_only('release_licenses');
