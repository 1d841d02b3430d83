-- The pages that a source cell names, as the search for a web address looks them up: each word without scheme, "www." and
-- fragment, lower case, and cut, since no lexeme may be long. What is lost by that, the search compares itself (0179).
-- Blanks of every kind part words, and words are cut once they are lower case, which some letters are longer in.
CREATE FUNCTION evidence_pages(source text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  array_to_tsvector(array_remove(string_to_array(
    CASE WHEN octet_length(lower(source)) <= 2000
      THEN regexp_replace(regexp_replace(replace(replace(replace(lower(source), 'https://', ''), 'http://', ''), 'www.', ''), '#\S*', '', 'g'), '\s+', E'\n', 'g')
      ELSE regexp_replace(
        regexp_replace(regexp_replace(replace(replace(replace(lower(left(source, 100000)), 'https://', ''), 'http://', ''), 'www.', ''), '#\S*', '', 'g'), '\s+', E'\n', 'g'),
        '([^\n]{250})[^\n]+', '\1', 'g')
    END, E'\n'), ''));

-- A list of entries that wait for the index would be read by each search.
CREATE INDEX "revisions_evidence_pages_idx" ON "revisions" USING gin (evidence_pages("cells"[8])) WITH (fastupdate = off);
