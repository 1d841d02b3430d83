-- Every word that a question or its answers ever had: what a mistyped word of a search may mean is looked up here, among
-- words, instead of in all texts. It only grows: a word that no question has any more finds nothing, and costs nothing.
CREATE TABLE "search_words" (
    "word" TEXT NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("word")
);
CREATE INDEX "search_words_word_idx" ON "search_words" USING GIN ("word" gin_trgm_ops);

-- The words of a folded text, from three letters on; numbers are not mistyped recognizably.
CREATE FUNCTION search_words_of(folded TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM regexp_split_to_table(folded, '[][\s!-/:-@\\^_`{-~–—‘’“”„«»…•]+') AS word
  WHERE length(word) BETWEEN 3 AND 40 AND word !~ '^[0-9]+$'
$$;

-- Heads that a large import leaves out of the search index bring their words when they are brought into it.
CREATE FUNCTION keep_search_words() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_words (word)
    SELECT DISTINCT word FROM new_heads n CROSS JOIN LATERAL search_words_of(n.search_text) AS word
    WHERE n.search_indexed ORDER BY word ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO search_words (word)
    SELECT DISTINCT word FROM new_heads n JOIN old_heads o USING (question_id) CROSS JOIN LATERAL search_words_of(n.search_text) AS word
    WHERE n.search_indexed AND (NOT o.search_indexed OR o.search_text <> n.search_text) ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_search_words_of_new AFTER INSERT ON "question_heads"
  REFERENCING NEW TABLE AS new_heads FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words();
CREATE TRIGGER keep_search_words_of_changed AFTER UPDATE ON "question_heads"
  REFERENCING OLD TABLE AS old_heads NEW TABLE AS new_heads FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words();

INSERT INTO "search_words" ("word")
SELECT DISTINCT word FROM "question_heads" h CROSS JOIN LATERAL search_words_of(h."search_text") AS word WHERE h."search_indexed";
ALTER TABLE "question_heads" ENABLE ALWAYS TRIGGER keep_search_words_of_new;
ALTER TABLE "question_heads" ENABLE ALWAYS TRIGGER keep_search_words_of_changed;
