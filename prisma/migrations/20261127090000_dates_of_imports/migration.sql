-- The date of a file is kept with its import. Until now it was read from the name, FreshQA_vMMDDYYYY, each time.
ALTER TABLE "imports" ADD COLUMN "released_on" DATE;

UPDATE imports SET released_on = read.day::date
FROM (SELECT id, regexp_replace((regexp_match(file_name, 'FreshQA_v(\d{8})', 'i'))[1], '^(..)(..)(....)$', '\3-\1-\2') AS day FROM imports) read
WHERE read.id = imports.id AND read.day >= '0001' AND pg_input_is_valid(read.day, 'date');
