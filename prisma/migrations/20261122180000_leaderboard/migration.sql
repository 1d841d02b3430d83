-- CreateTable
CREATE TABLE "leaderboard_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "split" TEXT NOT NULL DEFAULT 'all',
    "rule" TEXT NOT NULL DEFAULT 'majority',
    "split_year" INTEGER NOT NULL DEFAULT 2022,
    "footnote" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "leaderboard_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "leaderboard_runs" (
    "run_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "leaderboard_runs_pkey" PRIMARY KEY ("run_id")
);

-- CreateIndex
CREATE INDEX "judgments_response_id_idx" ON "judgments"("response_id");

-- AddForeignKey
ALTER TABLE "leaderboard_runs" ADD CONSTRAINT "leaderboard_runs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "model_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.
ALTER TABLE "leaderboard_settings"
  ADD CONSTRAINT "leaderboard_settings_one_row" CHECK ("id" = 1),
  ADD CONSTRAINT "leaderboard_settings_values" CHECK ("split" IN ('all', 'TEST', 'DEV') AND "rule" IN ('majority', 'excluded') AND "split_year" BETWEEN 1000 AND 9999);
INSERT INTO "leaderboard_settings" DEFAULT VALUES;
