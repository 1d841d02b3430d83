-- A rating counts as given when its device says so, within what the server's clock allows (judged_at). Beside it now stand
-- what the device said and when it arrived: alarms look at both, and hours say what came after a period had ended.
-- Neither is known of earlier ratings.

-- AlterTable
ALTER TABLE "judgments" ADD COLUMN     "arrived_at" TIMESTAMPTZ(3),
ADD COLUMN     "entered_at" TIMESTAMPTZ(3);
