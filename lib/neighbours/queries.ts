import { authorize } from "@/lib/access/policy";
import type { Actor } from "@/lib/access/schema";
import { evidencePage } from "@/lib/exchange/matching";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { normalizeText } from "@/lib/questions/cells";
import type { Category, Split, Status } from "@/lib/questions/schema";
import { categoryInSql } from "@/lib/questions/sql";
import { liftedScore } from "./rules";
import { FAR, MAX_NEIGHBOURS, NEAR, type Neighbour, type Sought } from "./schema";

/** Words that at most so many questions have together are looked up one by one; commoner ones only in pairs. */
const REACH = 4_000;
/** A word that more than this share of the questions has says too little to be looked up. */
const TOO_COMMON = 0.2;
/** How many candidates are compared as a whole. */
const SHORTLIST = 40;

/**
 * SQL for the questions that share rare words with a text, and how alike they are: half the share of words, weighted by
 * their rarity, of the longer of the two, half the overlap of letter trigrams.
 *
 * Words are lexemes of Postgres' English configuration (inflection and stop words are gone) and are found through
 * `question_heads_words_idx`. How rare each is says the planner's own statistics of that index, so that nothing has to
 * be counted; without statistics all words count alike. A word that no question has may be a typo: then the trigram index
 * finds questions with one like it. Right after a large import, what the indexes do not hold yet is found only if it is
 * equal. `npm run bench` runs it bare.
 */
export function neighbourStatement(question: string): Prisma.Sql {
  const sought = normalizeText(question);
  const words = (text: Prisma.Sql) => Prisma.sql`to_tsvector('english', ${text})`;
  // A lexeme as a query for itself.
  const probe = (word: Prisma.Sql) => Prisma.sql`(quote_literal(replace(${word}, '\\', '\\\\'))::tsquery)`;
  return Prisma.sql`
    WITH total AS MATERIALIZED (
      SELECT greatest(reltuples, 0)::float8 AS n, set_config('pg_trgm.word_similarity_threshold', '0.5', true) FROM pg_class WHERE oid = 'question_heads'::regclass
    ), known AS MATERIALIZED (
      SELECT m.word, (m.share * total.n)::float8 AS count FROM total, pg_stats s,
        LATERAL unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) AS m(word, share)
      WHERE s.schemaname = current_schema() AND s.tablename = 'question_heads_words_idx' AND m.word IS NOT NULL
    ), asked AS MATERIALIZED (
      SELECT a.word, coalesce(k.count, 1) AS count, k.word IS NULL AS rare, ln(1 + (n + 1) / (1 + coalesce(k.count, 1))) AS weight,
        sum(coalesce(k.count, 1)) OVER rarest AS reach, row_number() OVER rarest AS place, n
      FROM total, unnest(tsvector_to_array(${words(Prisma.sql`${sought}`)})) AS a(word) LEFT JOIN known k ON k.word = a.word
      WINDOW rarest AS (ORDER BY coalesce(k.count, 1), a.word)
    ), probes AS MATERIALIZED (
      SELECT ${probe(Prisma.sql`word`)} AS probe, weight FROM asked WHERE reach <= ${REACH}::int
      UNION ALL
      SELECT ${probe(Prisma.sql`a.word`)} && ${probe(Prisma.sql`b.word`)}, a.weight + b.weight FROM asked a JOIN asked b ON a.place < b.place
      WHERE a.reach > ${REACH}::int AND b.place <= (SELECT coalesce(max(place), 0) FROM asked WHERE reach <= ${REACH}::int) + 4 AND b.count <= b.n * ${TOO_COMMON}::float8
    ), unknown AS MATERIALIZED (
      SELECT word, weight FROM asked a WHERE rare AND length(word) > 3
        AND NOT EXISTS (SELECT FROM question_heads h WHERE h.search_indexed AND ${words(Prisma.sql`h.normalized`)} @@ ${probe(Prisma.sql`a.word`)})
      ORDER BY length(word) DESC LIMIT 2
    ), candidates AS MATERIALIZED (
      SELECT question_id FROM (
        SELECT h.question_id, p.weight FROM probes p
        CROSS JOIN LATERAL (SELECT question_id FROM question_heads h WHERE h.search_indexed AND ${words(Prisma.sql`h.normalized`)} @@ p.probe LIMIT ${REACH}::int) h
        UNION ALL
        SELECT h.question_id, u.weight FROM unknown u
        CROSS JOIN LATERAL (SELECT question_id FROM question_heads h WHERE h.search_indexed AND u.word <% h.search_text LIMIT 500) h
        UNION ALL
        SELECT h.question_id, 1000 FROM question_heads h WHERE NOT h.search_indexed AND h.normalized = ${sought}
      ) found GROUP BY question_id ORDER BY sum(weight) DESC, question_id LIMIT ${SHORTLIST}::int
    )
    SELECT h.question_id AS "questionId", h.question, h.split, h.status, ${categoryInSql("h")} AS category,
      r.cells[8] AS source, r.cells[9:18] AS answers,
      (0.5 * coalesce(o.both / nullif(o.longer, 0), 0) + 0.5 * (2 * t.jaccard / (1 + t.jaccard)))::float8 AS likeness
    FROM candidates JOIN question_heads h USING (question_id) JOIN revisions r ON r.id = h.revision_id
    CROSS JOIN LATERAL (SELECT similarity(h.normalized, ${sought}) AS jaccard) t
    CROSS JOIN LATERAL (
      SELECT sum(a.weight) FILTER (WHERE w.word IS NOT NULL) AS both, greatest(sum(a.weight), (
        SELECT coalesce(sum(ln(1 + (total.n + 1) / (1 + coalesce(k.count, 1)))), 0) FROM total, unnest(tsvector_to_array(${words(Prisma.sql`h.normalized`)})) AS other(word) LEFT JOIN known k ON k.word = other.word
      )) AS longer
      FROM asked a LEFT JOIN unnest(tsvector_to_array(${words(Prisma.sql`h.normalized`)})) AS w(word) ON w.word = a.word
    ) o
    ORDER BY likeness DESC, h.question_id`;
}

interface Row {
  questionId: number;
  question: string;
  split: Split | null;
  status: Status;
  category: Category;
  source: string;
  answers: string[];
  likeness: number;
}

/**
 * The questions nearest to a text, retired ones too, the nearest first; for whoever has checked the actor.
 * @param except a question that is not its own neighbour.
 */
export async function nearestQuestions(tx: Tx, sought: Sought, except: number | null = null): Promise<Neighbour[]> {
  if (normalizeText(sought.question) === "") return [];
  const rows = await tx.$queryRaw<Row[]>(neighbourStatement(sought.question.replaceAll("\u0000", "").toWellFormed()));
  const answer = normalizeText(sought.answers[0] ?? "");
  const pages = new Set(sought.sources.map((url) => evidencePage(url.trim())).filter((page) => page !== ""));
  return rows.filter((row) => row.questionId !== except).map(({ source, likeness, ...row }) => {
    const score = liftedScore(likeness, {
      answer: answer !== "" && answer === normalizeText(row.answers[0] ?? ""),
      evidence: source.split(/[\r\n]+/).some((url) => url.trim() !== "" && url.trim() !== "N/A" && pages.has(evidencePage(url.trim()))),
    });
    return { ...row, answers: row.answers.map((one) => one.trim()).filter((one) => one !== ""), score, near: score >= NEAR };
  }).filter((neighbour) => neighbour.score >= FAR).sort((a, b) => b.score - a.score || a.questionId - b.questionId).slice(0, MAX_NEIGHBOURS);
}

/** The questions nearest to what somebody is writing. */
export async function findNeighbours(actor: Actor, sought: Sought): Promise<Neighbour[]> {
  authorize(actor, "questions.read");
  return nearestQuestions(db, sought);
}
