-- What a campaign's managers need: alarms by which raters are noticed, and paused; what raters are paid.

-- AlterTable
ALTER TABLE "campaign_raters" ADD COLUMN     "paused_at" TIMESTAMPTZ(3),
ADD COLUMN     "paused_because" TEXT;

-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN     "alarm_pauses" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "fast_seconds" INTEGER DEFAULT 3,
ADD COLUMN     "straight_lining" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "rater_alarms" (
    "id" SERIAL NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "rater_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "figures" JSONB NOT NULL,
    "last_judgment_id" INTEGER NOT NULL,
    "paused" BOOLEAN NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_by" INTEGER,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "rater_alarms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rater_rates" (
    "id" SERIAL NOT NULL,
    "rater_id" INTEGER NOT NULL,
    "unit" TEXT NOT NULL,
    "amount" DECIMAL(12,4),
    "currency" CHAR(3) NOT NULL,
    "valid_from" DATE NOT NULL,
    "set_by" INTEGER NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rater_rates_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "rater_alarms_campaign_id_rater_id_kind_idx" ON "rater_alarms"("campaign_id", "rater_id", "kind");

-- CreateIndex
CREATE INDEX "rater_alarms_last_judgment_id_idx" ON "rater_alarms"("last_judgment_id");

-- CreateIndex
CREATE INDEX "rater_rates_rater_id_valid_from_id_idx" ON "rater_rates"("rater_id", "valid_from", "id");

-- AddForeignKey
ALTER TABLE "rater_alarms" ADD CONSTRAINT "rater_alarms_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rater_alarms" ADD CONSTRAINT "rater_alarms_rater_id_fkey" FOREIGN KEY ("rater_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rater_alarms" ADD CONSTRAINT "rater_alarms_last_judgment_id_fkey" FOREIGN KEY ("last_judgment_id") REFERENCES "judgments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rater_alarms" ADD CONSTRAINT "rater_alarms_settled_by_fkey" FOREIGN KEY ("settled_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rater_rates" ADD CONSTRAINT "rater_rates_rater_id_fkey" FOREIGN KEY ("rater_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rater_rates" ADD CONSTRAINT "rater_rates_set_by_fkey" FOREIGN KEY ("set_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_fast_seconds" CHECK ("fast_seconds" BETWEEN 1 AND 600);
ALTER TABLE "campaign_raters" ADD CONSTRAINT "campaign_raters_paused_because" CHECK ("paused_because" IN ('too-fast', 'straight-lining', 'manager'));
ALTER TABLE "campaign_raters" ADD CONSTRAINT "campaign_raters_paused" CHECK (("paused_at" IS NULL) = ("paused_because" IS NULL));
ALTER TABLE "rater_alarms" ADD CONSTRAINT "rater_alarms_kind" CHECK ("kind" IN ('too-fast', 'straight-lining'));
ALTER TABLE "rater_alarms" ADD CONSTRAINT "rater_alarms_settled" CHECK (("settled_at" IS NULL) = ("settled_by" IS NULL));
CREATE UNIQUE INDEX "rater_alarms_open" ON "rater_alarms" ("campaign_id", "rater_id", "kind") WHERE "settled_at" IS NULL;
ALTER TABLE "rater_rates" ADD CONSTRAINT "rater_rates_unit" CHECK ("unit" IN ('hour', 'item'));
ALTER TABLE "rater_rates" ADD CONSTRAINT "rater_rates_amount" CHECK ("amount" >= 0);
ALTER TABLE "rater_rates" ADD CONSTRAINT "rater_rates_currency" CHECK ("currency" ~ '^[A-Z]{3}$');

SELECT make_append_only('rater_rates');
