import type pg from "pg";
import { countIn, checkResult, type DatabaseCheck } from "@/lib/platform/backup/checks";
import { answersSinceSql, readCells, searchColumns, type SearchColumns } from "./cells";
import { TYPED_COLUMNS } from "./typed-columns";

/** A page of questions; their cells are in memory at the same time. */
const PAGE = 2_000;

/** Every question has a revision, and its revisions are numbered 1, 2, 3 … */
export const CHAINS_CHECK: DatabaseCheck = {
  what: "questions whose revisions have no gap",
  async find(client) {
    const { rows } = await client.query<{ id: number }>(`
      SELECT q.id FROM questions q LEFT JOIN revisions r ON r.question_id = q.id
      GROUP BY q.id HAVING count(r.id) = 0 OR min(r.number) <> 1 OR max(r.number) <> count(*) ORDER BY q.id`);
    const checked = await countIn(client, "SELECT count(*) FROM questions");
    return checkResult(
      checked,
      rows.map(({ id }) => `Q${id}`),
    );
  },
};

/** The head of each question says what its chain of revisions and its verifications say. */
export const HEADS_CHECK: DatabaseCheck = {
  what: "question heads against their revisions",
  async find(client) {
    let checked = 0;
    const wrong: string[] = [];
    for await (const { questionId, expected } of differingHeads(
      client,
      (count) => (checked += count),
    )) {
      wrong.push(expected === null ? `Q${questionId} can't be read` : `Q${questionId}`);
    }
    const { rows } = await client.query<{ id: number }>(
      "SELECT question_id AS id FROM question_heads WHERE question_id NOT IN (SELECT id FROM questions)",
    );
    const orphans = rows.map(({ id }) => `Q${id} does not exist`);
    return checkResult(checked, [...wrong, ...orphans]);
  },
  async repair(client) {
    for await (const { questionId, expected } of differingHeads(client)) {
      if (expected !== null) await writeHead(client, questionId, expected);
    }
    await client.query(
      "DELETE FROM question_heads WHERE question_id NOT IN (SELECT id FROM questions)",
    );
  },
};

/** What a mistyped word of a search may mean is there (search_words). */
export const SEARCH_WORDS_CHECK: DatabaseCheck = {
  what: "words of questions that the search knows",
  async find(client) {
    const { rows } = await client.query<{ word: string }>(
      `${WORDS} EXCEPT SELECT word FROM search_words ORDER BY word`,
    );
    const checked = await countIn(client, "SELECT count(*) FROM search_words");
    return checkResult(
      checked,
      rows.map(({ word }) => word),
    );
  },
  async repair(client) {
    await client.query(`INSERT INTO search_words (word) ${WORDS} ON CONFLICT DO NOTHING`);
  },
};
const WORDS =
  "SELECT DISTINCT word FROM question_heads h CROSS JOIN LATERAL search_words_of(h.search_text) AS word WHERE h.search_indexed";

/** The columns of a head that its last revision has under the same name. */
const SAME_COLUMNS = ["number", "status", ...TYPED_COLUMNS, "author_id"];
const columnsOf = (row: string) => SAME_COLUMNS.map((column) => `${row}.${column}`).join(", ");

/** What a head has apart from texts, in the order of HEAD_COLUMNS. `r` is the question's last revision. */
const DERIVED = `${columnsOf("r")}, r.id, r.created_at,
  ${answersSinceSql("r")},
  v.verified_on, v.verified_by`;
const HEAD_COLUMNS = [
  ...SAME_COLUMNS,
  "revision_id",
  "revised_at",
  "answers_since",
  "verified_on",
  "verified_by",
];
const SOURCES = `JOIN LATERAL (SELECT * FROM revisions WHERE question_id = q.id ORDER BY number DESC LIMIT 1) r ON true
  LEFT JOIN LATERAL (SELECT verified_on, verified_by FROM verifications v
    WHERE v.question_id = q.id AND v.withdraws_id IS NULL AND NOT EXISTS (SELECT 1 FROM verifications w WHERE w.withdraws_id = v.id)
    ORDER BY v.id DESC LIMIT 1) v ON true`;

interface HeadRow {
  id: number;
  typed: boolean | null;
  cells: string[];
  question: string | null;
  normalized: string | null;
  primaryAnswer: string | null;
  searchText: string | null;
  evidenceHosts: string[] | null;
}

/** The questions whose head differs from what it should be, with the texts that it should have (null: unreadable cells). */
async function* differingHeads(
  client: pg.ClientBase,
  onPage?: (count: number) => void,
): AsyncGenerator<{ questionId: number; expected: SearchColumns | null }> {
  for (let after = 0; ;) {
    const { rows } = await client.query<HeadRow>(
      `SELECT q.id, (${HEAD_COLUMNS.map((column) => `h.${column}`).join(", ")}) IS NOT DISTINCT FROM (${DERIVED}) AS typed, r.cells,
         h.question, h.normalized, h.primary_answer AS "primaryAnswer", h.search_text AS "searchText", h.evidence_hosts AS "evidenceHosts"
       FROM questions q ${SOURCES} LEFT JOIN question_heads h ON h.question_id = q.id
       WHERE q.id > $1 ORDER BY q.id LIMIT ${PAGE}`,
      [after],
    );
    if (rows.length === 0) return;
    onPage?.(rows.length);
    for (const { id, typed, cells, ...texts } of rows) {
      const { content } = readCells(cells);
      const expected = content && searchColumns(content);
      if (typed && expected && sameTexts(texts, expected)) continue;
      yield { questionId: id, expected };
    }
    after = rows.at(-1)!.id;
  }
}

function sameTexts(
  found: Omit<HeadRow, "id" | "typed" | "cells">,
  expected: SearchColumns,
): boolean {
  return (
    found.question === expected.question &&
    found.normalized === expected.normalized &&
    found.primaryAnswer === expected.primaryAnswer &&
    found.searchText === expected.searchText &&
    found.evidenceHosts?.join("\n") === expected.evidenceHosts.join("\n")
  );
}

/** Rewrites one head. Its place in the order and the date planned for it are no part of the chain, and stay. */
async function writeHead(
  client: pg.ClientBase,
  questionId: number,
  texts: SearchColumns,
): Promise<void> {
  const columns = [
    ...HEAD_COLUMNS,
    "question",
    "normalized",
    "primary_answer",
    "search_text",
    "evidence_hosts",
  ];
  await client.query(
    `INSERT INTO question_heads (question_id, ${columns.join(", ")})
     SELECT q.id, ${DERIVED}, $2, $3, $4, $5, $6::text[] FROM questions q ${SOURCES} WHERE q.id = $1
     ON CONFLICT (question_id) DO UPDATE SET ${columns.map((column) => `${column} = EXCLUDED.${column}`).join(", ")}`,
    [
      questionId,
      texts.question,
      texts.normalized,
      texts.primaryAnswer,
      texts.searchText,
      texts.evidenceHosts,
    ],
  );
}
