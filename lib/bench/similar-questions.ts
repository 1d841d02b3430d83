import type pg from "pg";
import { figure, median, percentile, timed } from "./report";
import type { ServedProduct } from "./served";

const AIM_MS = 30;

/** Open submissions, more than any installation has at a time. */
const OPEN_SUBMISSIONS = 500;

/**
 * The search for the questions nearest to a text, among all that were imported and hundreds of open submissions: as the
 * writing form asks for it, and its two statements bare, one after the other. Half of the texts are questions of the dataset with other words around them, half have a typo.
 */
export async function benchSimilarQuestions(
  product: ServedProduct,
  client: pg.Client,
): Promise<void> {
  const { similarQuestionsStatement, similarSubmissionsStatement } =
    await import("@/lib/dataset/similar-questions/queries");
  // As autovacuum does a while after rows have come; the search asks the planner's statistics how rare a word is.
  await client.query("ANALYZE question_heads");
  const { rows } = await client.query<{ question: string }>(
    "SELECT question FROM question_heads WHERE question_id % 997 = 5 ORDER BY question_id LIMIT 100",
  );
  await client.query(`
    WITH written AS (
      INSERT INTO submissions (author_id, status, draft, client_key, rounds, submitted_at)
      SELECT (SELECT min(id) FROM users WHERE kind = 'person'), 'submitted',
        jsonb_build_object('category', 'slow-changing', 'question', 'Roughly ' || question, 'answers', jsonb_build_array(primary_answer), 'sources', '[]'::jsonb), gen_random_uuid(), 1, now()
      FROM question_heads WHERE question_id % 199 = 7 ORDER BY question_id LIMIT ${OPEN_SUBMISSIONS} RETURNING id, draft
    ) INSERT INTO submission_rounds (submission_id, number, draft, neighbours, client_key) SELECT id, 1, draft, '[]', gen_random_uuid() FROM written`);
  const texts = rows.map(({ question }, i) =>
    i % 2 === 0
      ? question.replace("What is the name of", "How do people call")
      : question.replace(/([a-z])([a-z])(?= in )/, "$2$1"),
  );
  const bare: number[] = [];
  const served: number[] = [];
  for (const text of texts) {
    const statements = [similarQuestionsStatement(text), similarSubmissionsStatement(text, null)];
    bare.push(
      await timed(async () => {
        for (const statement of statements) await client.query(statement.text, statement.values);
      }),
    );
    served.push(
      await timed(async () =>
        (
          await product.fetch("/api/similar-questions", {
            method: "POST",
            body: JSON.stringify({ question: text }),
            headers: { "content-type": "application/json" },
          })
        ).arrayBuffer(),
      ),
    );
  }
  // The very same statement again and again: what the cache can do.
  const statement = similarQuestionsStatement(texts[0]!);
  const warm = await median(() => client.query(statement.text, statement.values), 5);
  const p95 = percentile(served, 0.95);
  figure({
    what: "similar questions while typing, p50",
    value: percentile(served, 0.5),
    unit: "ms",
    limit: { what: "its two statements, bare", value: percentile(bare, 0.5) },
  });
  figure({
    what: "similar questions, the same statement again",
    value: warm,
    unit: "ms",
  });
  figure({ what: "similar questions while typing, p95", value: p95, unit: "ms", aim: AIM_MS });
}
