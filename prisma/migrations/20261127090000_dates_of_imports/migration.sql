-- The date of a file is kept with its import. Until now it was read from the name, FreshQA_vMMDDYYYY, each time.
ALTER TABLE "imports" ADD COLUMN "released_on" DATE;

-- A name with a day that its month does not have, 02302025, has no date.
WITH named AS MATERIALIZED (
  SELECT id, (regexp_match(file_name, 'FreshQA_v(\d{8})', 'i'))[1] AS digits FROM imports
), months AS MATERIALIZED (
  SELECT id, make_date(right(digits, 4)::int, left(digits, 2)::int, 1) AS first, substr(digits, 3, 2)::int AS day
  FROM named WHERE digits ~ '^(0[1-9]|1[0-2])\d{2}(?!0000)\d{4}$'
)
UPDATE imports SET released_on = first + day - 1
FROM months
WHERE months.id = imports.id AND date_trunc('month', first + day - 1) = first;
