import { cell } from "@/lib/dataset/questions/sql";
import { Prisma } from "@/lib/platform/db";
import { AMONG_THE_FIRST } from "@/prisma/seed/names";
import { SAMPLE } from "@/prisma/seed/sample";

/** Every text that a question of the sample has had as it came. */
const TEXTS = SAMPLE.questions.flatMap(({ content, later = [] }) => [
  content.question,
  ...later.flatMap(({ change }) => change.question ?? []),
]);

/** Texts of questions that its annotators submitted. */
export const SUBMITTED = SAMPLE.submissions.flatMap(({ draft }) => draft.question ?? []);

/**
 * SQL: the ids of the sample's questions. They say one of its texts, and were written before the account of their author
 * was made, which happens to nothing that people write; or they were accepted from its annotators. Asked beside the grid:
 * OFFSET 0 has the texts read of the few questions alone that are so old, in most datasets none.
 */
export const SAMPLE_QUESTIONS = Prisma.sql`
  SELECT old.id FROM (
    SELECT q.id FROM questions q JOIN users author ON author.id = q.created_by
    WHERE q.id < (SELECT min(id) FROM questions) + ${AMONG_THE_FIRST}::int AND q.created_at < author.created_at OFFSET 0) old
  WHERE (SELECT ${cell("r", "question")} FROM revisions r WHERE r.question_id = old.id AND r.number = 1) = ANY(${TEXTS}::text[])
  UNION ALL
  SELECT s.question_id FROM submissions s JOIN users author ON author.id = s.author_id AND author.sample
  WHERE s.question_id IS NOT NULL AND s.draft ->> 'question' = ANY(${SUBMITTED}::text[])`;
