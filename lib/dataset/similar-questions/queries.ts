import { authorize, may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { evidencePage } from "@/lib/dataset/imports/matching";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { normalizeText } from "@/lib/dataset/questions/cells";
import { sameText } from "@/lib/dataset/questions/same-text";
import type { Category, Split, Status } from "@/lib/dataset/questions/vocabulary";
import { answerCells, categoryInSql, cell } from "@/lib/dataset/questions/sql";
import type { z } from "zod";
import { MOST_ALIKE } from "@/lib/dataset/imports/likeness";
import { boostedScore, nearestFirst } from "./rules";
import {
  FAR,
  MAX_SIMILAR,
  NEAR,
  type findSimilarQuestionsSchema,
  type SimilarQuestion,
  type SimilarInDataset,
  type SimilarityQuery,
  type SimilarSubmission,
} from "./schema";

/** Words that at most so many questions have together are looked up one by one; commoner ones only in pairs. */
const REACH = 4_000;
/** A word that more than this share of the questions has says too little to be looked up. */
const TOO_COMMON = 0.2;
/** How many words a mistyped one may stand for. */
const NEAR_WORDS = 3;
/** How many candidates are compared as a whole. */
const SHORTLIST = 40;
/** As many open submissions are compared as a whole: those with the most letters in common. */
const OPEN_SHORTLIST = 10;

const wordsIn = (text: Prisma.Sql) => Prisma.sql`to_tsvector('english', ${text})`;

/**
 * SQL for the beginning of a WITH: `total` (how many questions there are), `known` (how many of them have a word, as the
 * planner's own statistics of `question_heads_words_idx` say) and `asked` (the words of a text, and what each weighs).
 * @param sought normalized.
 */
function askedWords(sought: string): Prisma.Sql {
  return Prisma.sql`
    total AS MATERIALIZED (
      SELECT greatest(reltuples, 0)::float8 AS n, set_config('pg_trgm.similarity_threshold', '0.3', true) FROM pg_class WHERE oid = 'question_heads'::regclass
    ), known AS MATERIALIZED (
      SELECT m.word, (m.share * total.n)::float8 AS count FROM total, pg_stats s,
        LATERAL unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) AS m(word, share)
      WHERE s.schemaname = current_schema() AND s.tablename = 'question_heads_words_idx' AND m.word IS NOT NULL
    ), asked AS MATERIALIZED (
      SELECT a.word, coalesce(k.count, 1) AS count, k.word IS NULL AS rare, ln(1 + (n + 1) / (1 + coalesce(k.count, 1))) AS weight,
        sum(coalesce(k.count, 1)) OVER rarest AS reach, row_number() OVER rarest AS place, n
      FROM total, unnest(tsvector_to_array(${wordsIn(Prisma.sql`${sought}`)})) AS a(word) LEFT JOIN known k ON k.word = a.word
      WINDOW rarest AS (ORDER BY coalesce(k.count, 1), a.word)
    )`;
}

/**
 * SQL for a WITH, after askedWords: `compared`, how alike each of many texts is to the one that is sought, as `likeness`: half
 * the share of words, weighted by their rarity, of the longer of the two, half the overlap of letter trigrams.
 * @param texts the part of the WITH that has the texts, as `id` and `text`, normalized
 */
function comparedTexts(texts: string, sought: string): Prisma.Sql {
  return Prisma.sql`
    shared AS MATERIALIZED (
      SELECT t.id, sum(a.weight) AS both, sum(ln(1 + (total.n + 1) / (1 + coalesce(k.count, 1)))) AS own
      FROM ${Prisma.raw(texts)} t CROSS JOIN total CROSS JOIN LATERAL unnest(tsvector_to_array(${wordsIn(Prisma.sql`t.text`)})) AS w(word)
      LEFT JOIN known k ON k.word = w.word LEFT JOIN asked a ON a.word = w.word GROUP BY t.id
    ), compared AS MATERIALIZED (
      SELECT t.id, (0.5 * coalesce(s.both / nullif(greatest(s.own, (SELECT sum(weight) FROM asked)), 0), 0) + 0.5 * (2 * j.jaccard / (1 + j.jaccard)))::float8 AS likeness
      FROM ${Prisma.raw(texts)} t CROSS JOIN LATERAL (SELECT similarity(t.text, ${sought}) AS jaccard OFFSET 0) j LEFT JOIN shared s ON s.id = t.id
    )`;
}

/**
 * SQL for the questions that share rare words with a text, and how alike they are (comparedTexts).
 *
 * Words are lexemes of Postgres' English configuration (inflection and stop words are gone) and are found through
 * `question_heads_words_idx`. How rare each is says the planner's own statistics of that index, so that nothing has to
 * be counted; without statistics all words count alike. A word that no question has may be a typo: then the words
 * most like it are looked up instead. Right after a large import, what the indexes do not hold yet is found only if it is
 * equal. `npm run bench` runs it bare.
 */
export function similarQuestionsStatement(question: string): Prisma.Sql {
  const sought = normalizeText(question);
  // A lexeme as a query for itself.
  const probe = (word: Prisma.Sql) =>
    Prisma.sql`(quote_literal(replace(${word}, '\\', '\\\\'))::tsquery)`;
  return Prisma.sql`
    WITH ${askedWords(sought)}, probes AS MATERIALIZED (
      SELECT ${probe(Prisma.sql`word`)} AS probe, weight FROM asked WHERE reach <= ${REACH}::int
      UNION ALL
      SELECT ${probe(Prisma.sql`a.word`)} && ${probe(Prisma.sql`b.word`)}, a.weight + b.weight FROM asked a JOIN asked b ON a.place < b.place
      WHERE a.reach > ${REACH}::int AND b.place <= (SELECT coalesce(max(place), 0) FROM asked WHERE reach <= ${REACH}::int) + 4 AND b.count <= b.n * ${TOO_COMMON}::float8
    ), unknown AS MATERIALIZED (
      SELECT word, weight FROM asked a WHERE rare AND length(word) > 3
        AND NOT EXISTS (SELECT FROM question_heads h WHERE h.search_indexed AND ${wordsIn(Prisma.sql`h.normalized`)} @@ ${probe(Prisma.sql`a.word`)})
      ORDER BY length(word) DESC LIMIT 2
    ), near AS MATERIALIZED (
      SELECT u.weight, l.lexeme FROM unknown u
      CROSS JOIN LATERAL (SELECT s.word FROM search_words s WHERE s.word % u.word ORDER BY similarity(s.word, u.word) DESC, s.word LIMIT ${NEAR_WORDS}::int) s
      CROSS JOIN LATERAL unnest(tsvector_to_array(${wordsIn(Prisma.sql`s.word`)})) AS l(lexeme)
    ), candidates AS MATERIALIZED (
      SELECT question_id FROM (
        SELECT h.question_id, p.weight FROM probes p
        CROSS JOIN LATERAL (SELECT question_id FROM question_heads h WHERE h.search_indexed AND ${wordsIn(Prisma.sql`h.normalized`)} @@ p.probe LIMIT ${REACH}::int) h
        UNION ALL
        SELECT h.question_id, n.weight FROM near n
        CROSS JOIN LATERAL (SELECT question_id FROM question_heads h WHERE h.search_indexed AND ${wordsIn(Prisma.sql`h.normalized`)} @@ ${probe(Prisma.sql`n.lexeme`)} LIMIT 500) h
        UNION ALL
        SELECT h.question_id, 1000 FROM question_heads h WHERE NOT h.search_indexed AND h.normalized = ${sought}
      ) found GROUP BY question_id ORDER BY sum(weight) DESC, question_id LIMIT ${SHORTLIST}::int
    ), texts AS MATERIALIZED (
      SELECT h.question_id AS id, h.normalized AS text FROM candidates JOIN question_heads h USING (question_id)
    ), ${comparedTexts("texts", sought)}
    SELECT h.question_id AS "questionId", h.question, h.split, h.status, ${categoryInSql("h")} AS category,
      ${cell("r", "source")} AS source, ${answerCells("r")} AS answers,
      compared.likeness
    FROM compared JOIN question_heads h ON h.question_id = compared.id JOIN revisions r ON r.id = h.revision_id
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

/** A text as a statement takes it: no character that the database cannot hold. */
const storable = (text: string) => text.replaceAll("\u0000", "").toWellFormed();

/** What a similar question shares beside its words lifts its score; only an equal text is wholly alike. */
function scoreOf(
  sought: SimilarityQuery,
  found: {
    question: string;
    likeness: number;
    answers: readonly string[];
    sources: readonly string[];
  },
): { score: number; near: boolean } {
  const answer = normalizeText(sought.answers[0] ?? "");
  const pagesOf = (urls: readonly string[]) =>
    urls
      .map((url) => url.trim())
      .filter((url) => url !== "" && url !== "N/A")
      .map(evidencePage)
      .filter((page) => page !== "");
  const pages = new Set(pagesOf(sought.sources));
  const lifted = boostedScore(found.likeness, {
    answer: answer !== "" && answer === normalizeText(found.answers[0] ?? ""),
    evidence: pagesOf(found.sources).some((page) => pages.has(page)),
  });
  const score = sameText(sought.question, found.question) ? 1 : Math.min(lifted, MOST_ALIKE);
  return { score, near: score >= NEAR };
}

const written = (lines: readonly string[]) =>
  lines.map((line) => line.trim()).filter((line) => line !== "");

/**
 * The questions nearest to a text, retired ones too, the nearest first; for whoever has checked the actor.
 * @param except a question to leave out of its own results.
 */
export async function nearestQuestions(
  tx: Tx,
  sought: SimilarityQuery,
  except: number | null = null,
): Promise<SimilarInDataset[]> {
  if (normalizeText(sought.question) === "") return [];
  const rows = await tx.$queryRaw<Row[]>(similarQuestionsStatement(storable(sought.question)));
  return rows
    .filter((row) => row.questionId !== except)
    .map(({ source, likeness, ...row }): SimilarInDataset => ({
      ...row,
      kind: "question",
      answers: written(row.answers),
      ...scoreOf(sought, {
        question: row.question,
        likeness,
        answers: row.answers,
        sources: source.split(/[\r\n]+/),
      }),
    }))
    .filter((candidate) => candidate.score >= FAR)
    .sort((a, b) => b.score - a.score || a.questionId - b.questionId)
    .slice(0, MAX_SIMILAR);
}

/**
 * SQL for the open submissions (submitted or returned, by their last round) that are like a text, by the measure of
 * similarQuestionsStatement. There are hundreds of them at most, so that each is read; their texts are folded here as
 * `normalized` of a question is, which those in plain ASCII need not be. `npm run bench` runs it bare.
 */
export function similarSubmissionsStatement(question: string, except: number | null): Prisma.Sql {
  const sought = normalizeText(question);
  return Prisma.sql`
    WITH ${askedWords(sought)}, open AS MATERIALIZED (
      SELECT s.id, s.author_id, r.draft, f.folded AS text
      FROM submissions s JOIN submission_rounds r ON r.submission_id = s.id AND r.number = s.rounds
      CROSS JOIN LATERAL (SELECT left(r.draft->>'question', 2000) AS text OFFSET 0) q
      CROSS JOIN LATERAL (
        SELECT regexp_replace(lower(CASE WHEN octet_length(text) = length(text) THEN text ELSE normalize(regexp_replace(normalize(text, NFKD), '[\\u0300-\\u036f]', '', 'g'), NFKC) END), '[!-#%-*,./:;?@[\\\\\\]_{}‐-―‘-‟…¿¡«»-]+', ' ', 'g') AS folded OFFSET 0
      ) f
      WHERE s.status IN ('submitted', 'returned') AND s.id IS DISTINCT FROM ${except}::int
      ORDER BY similarity(f.folded, ${sought}) DESC, s.id LIMIT ${OPEN_SHORTLIST}::int
    ), ${comparedTexts("open", sought)}
    SELECT open.id AS "submissionId", open.author_id AS "authorId", u.name AS author, trim(open.draft->>'question') AS question, open.draft->>'category' AS category,
      open.draft->'answers' AS answers, open.draft->'sources' AS sources, compared.likeness
    FROM compared JOIN open ON open.id = compared.id JOIN users u ON u.id = open.author_id
    ORDER BY likeness DESC, open.id`;
}

interface OpenRow {
  submissionId: number;
  authorId: number;
  author: string;
  question: string;
  category: Category;
  answers: string[];
  sources: string[];
  likeness: number;
}

/**
 * The submissions by anyone that wait for their review, or for their author after one, nearest to a text, so that two
 * do not write the same; for whoever has checked the actor. What was typed since the last round stays its author's.
 * @param reader who is shown them: whoever reviews learns who wrote each, others do not.
 * @param except a submission to leave out of its own results.
 */
export async function nearestSubmissions(
  tx: Tx,
  reader: Actor,
  sought: SimilarityQuery,
  except: number | null,
): Promise<SimilarSubmission[]> {
  if (normalizeText(sought.question) === "") return [];
  const rows = await tx.$queryRaw<OpenRow[]>(
    similarSubmissionsStatement(storable(sought.question), except),
  );
  return rows
    .map((row): SimilarSubmission => ({
      kind: "submission",
      submissionId: row.submissionId,
      question: row.question,
      category: row.category,
      answers: written(row.answers),
      own: row.authorId === reader.userId,
      author: may(reader, "submissions.review") ? row.author : null,
      ...scoreOf(sought, row),
    }))
    .filter((candidate) => candidate.score >= FAR)
    .slice(0, MAX_SIMILAR);
}

/** The questions nearest to what someone is writing, and, for those who write or review, the open submissions. */
export async function findSimilarQuestions(
  actor: Actor,
  input: z.output<typeof findSimilarQuestionsSchema>,
): Promise<SimilarQuestion[]> {
  authorize(actor, "questions.read");
  const { submissionId, ...sought } = input;
  const open = may(actor, "submissions.write") || may(actor, "submissions.review");
  return nearestFirst(
    ...(await Promise.all([
      nearestQuestions(db, sought),
      open ? nearestSubmissions(db, actor, sought, submissionId) : [],
    ])),
  );
}
