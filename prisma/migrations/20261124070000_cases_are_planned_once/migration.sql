-- It runs at every rating, and planning its statements for each one's own task takes several times as long as they do.
ALTER FUNCTION refresh_adjudication_cases(int[]) SET plan_cache_mode = force_generic_plan;
