-- The tours that people have taken or skipped: they are offered once, on whatever device.
CREATE TABLE "seen_tours" (
    "user_id" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seen_tours_pkey" PRIMARY KEY ("user_id","role")
);

ALTER TABLE "seen_tours" ADD CONSTRAINT "seen_tours_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand from here on.
ALTER TABLE "seen_tours"
  ADD CONSTRAINT "seen_tours_role" CHECK ("role" IN ('admin', 'maintainer', 'annotator', 'rater', 'adjudicator', 'researcher')),
  ADD CONSTRAINT "seen_tours_outcome" CHECK ("outcome" IN ('done', 'skipped'));
