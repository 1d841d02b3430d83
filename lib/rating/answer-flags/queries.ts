import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { categoryInSql, OTHER_ANSWERS } from "@/lib/dataset/questions/sql";
import { pageInSql, type ListPage } from "@/lib/platform/lists";
import { type Flag, type ResolvedFlag, type FlagResolution, type FlagGroup } from "./schema";

const FLAGS_PER_PAGE = 20;

/** How many cards "/flags" lists: revisions of questions with unresolved flags, each once whoever flagged it. */
export async function countOpenFlags(actor: Actor): Promise<number> {
  authorize(actor, "flags.resolve");
  return countGroups();
}

interface GroupRow extends Omit<FlagGroup, "saw" | "now" | "flags"> {
  revisionId: number;
  sawNumber: number;
  sawCells: string[];
  nowNumber: number;
  nowCells: string[];
  flags: Flag[];
  total: number;
}

/** A page of open flags, those about one revision of a question together, the longest waiting first. */
export async function listOpenFlags(actor: Actor, page: number): Promise<ListPage<FlagGroup>> {
  authorize(actor, "flags.resolve");
  const rows = await db.$queryRaw<GroupRow[]>`
    WITH waiting AS (
      SELECT question_id, revision_id, min(id) AS first, count(*) OVER ()::int AS total FROM truth_tickets WHERE status = 'open' GROUP BY question_id, revision_id),
    page AS (SELECT * FROM waiting ORDER BY first ${pageInSql(page, FLAGS_PER_PAGE)})
    SELECT w.question_id AS "questionId", w.revision_id AS "revisionId", h.question, ${categoryInSql("h")} AS category,
      older.number AS "sawNumber", older.cells AS "sawCells", newer.number AS "nowNumber", newer.cells AS "nowCells", ${OTHER_ANSWERS} AS "otherAnswers",
      h.status = 'retired' AS retired, h.verified_on::text AS "verifiedOn", w.total,
      (SELECT json_agg(json_build_object('flagId', k.id, 'rater', 'Rater ' || coalesce(m.number::text, '?'), 'campaign', p.name, 'comment', k.comment,
          'at', to_char(k.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY k.id)
        FROM truth_tickets k JOIN judgments j ON j.id = k.judgment_id JOIN campaigns p ON p.id = j.campaign_id
        LEFT JOIN campaign_raters m ON m.campaign_id = j.campaign_id AND m.rater_id = j.rater_id
        WHERE k.status = 'open' AND k.question_id = w.question_id AND k.revision_id = w.revision_id) AS flags
    FROM page w JOIN question_heads h ON h.question_id = w.question_id JOIN revisions older ON older.id = w.revision_id JOIN revisions newer ON newer.id = h.revision_id
    ORDER BY w.first`;
  return {
    total: rows[0]?.total ?? (page === 1 ? 0 : await countGroups()),
    page,
    pageSize: FLAGS_PER_PAGE,
    rows: rows.map(
      ({ revisionId: _r, total: _t, sawNumber, sawCells, nowNumber, nowCells, ...group }) => ({
        ...group,
        saw: { number: sawNumber, cells: sawCells },
        now: { number: nowNumber, cells: nowCells },
      }),
    ),
  };
}

async function countGroups(): Promise<number> {
  const [row] = await db.$queryRaw<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM (SELECT DISTINCT question_id, revision_id FROM truth_tickets WHERE status = 'open') g`;
  return row!.count;
}

/** Returns a page of resolved flags, the last resolved first. */
export async function listResolvedFlags(
  actor: Actor,
  page: number,
): Promise<ListPage<ResolvedFlag>> {
  authorize(actor, "flags.resolve");
  const [rows, total] = await Promise.all([
    db.$queryRaw<
      (Omit<ResolvedFlag, "at" | "resolvedAt"> & {
        as: FlagResolution;
        at: Date;
        resolvedAt: Date;
      })[]
    >`
      SELECT k.id AS "flagId", 'Rater ' || coalesce(m.number::text, '?') AS rater, p.name AS campaign, k.comment, k.created_at AS at, k.question_id AS "questionId", h.question,
        k.status AS "as", k.settlement AS note, CASE WHEN k.settled_by = k.raised_by THEN 'its rater' ELSE u.name END AS "resolvedBy", k.settled_at AS "resolvedAt"
      FROM truth_tickets k JOIN judgments j ON j.id = k.judgment_id JOIN campaigns p ON p.id = j.campaign_id JOIN question_heads h ON h.question_id = k.question_id
      JOIN users u ON u.id = k.settled_by LEFT JOIN campaign_raters m ON m.campaign_id = j.campaign_id AND m.rater_id = j.rater_id
      WHERE k.status <> 'open' ORDER BY k.settled_at DESC, k.id DESC ${pageInSql(page, FLAGS_PER_PAGE)}`,
    db.answerFlag.count({ where: { status: { not: "open" } } }),
  ]);
  return {
    total,
    page,
    pageSize: FLAGS_PER_PAGE,
    rows: rows.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      resolvedAt: row.resolvedAt.toISOString(),
    })),
  };
}
