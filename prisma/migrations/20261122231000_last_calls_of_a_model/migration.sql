-- The estimate of a job reads the last calls of its model that were answered.
CREATE INDEX "model_calls_served_model_id_id_idx" ON "model_calls"("served_model_id", "id") WHERE "state" = 'answered';
