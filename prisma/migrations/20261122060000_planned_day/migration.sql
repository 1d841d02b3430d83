-- A verification uses up the day that was planned for it; taking it back brings that day back.
ALTER TABLE "verifications" ADD COLUMN "planned_on" DATE;
