import { authorize } from "@/lib/access/policy";
import type { Actor } from "@/lib/access/schema";
import { spreadsheetFileName } from "@/lib/exchange/rules";
import { now } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { answeredOtherwiseNow, categoryInSql, sameTruth } from "@/lib/questions/sql";
import { fileHead, fileLine, judgmentFileName } from "./rules";
import { JUDGMENT_COLUMNS, JUDGMENT_MEDIA_TYPES, type ExportedJudgment, type JudgmentExportRequest } from "./schema";

export interface JudgmentFile {
  fileName: string;
  mediaType: string;
  /** Read as fast as it is taken, and no further once the iteration ends. Nothing is held open in between. */
  bytes: AsyncGenerator<Uint8Array>;
}

/** The campaign of that name. @throws NotFound */
export async function findCampaignByName(actor: Actor, name: string): Promise<{ id: number; name: string }> {
  authorize(actor, "ratings.export");
  const campaign = await db.campaign.findUnique({ where: { name }, select: { id: true, name: true } });
  if (campaign === null) throw new NotFound(`The campaign “${name}”`);
  return campaign;
}

/**
 * All judgments of a campaign or a run, superseded ones too, task by task. It is what was there when the export began:
 * judgments and adjudications only ever grow, so that the greatest ids of that moment bound it and no transaction is held
 * for a slow reader. @throws NotFound
 */
export async function openJudgmentExport(actor: Actor, request: JudgmentExportRequest): Promise<JudgmentFile> {
  authorize(actor, "ratings.export");
  const { campaign: campaignId, run: runId, format } = request;
  const [named] = campaignId !== undefined
    ? await db.$queryRaw<{ name: string }[]>`SELECT name FROM campaigns WHERE id = ${campaignId}`
    : await db.$queryRaw<{ name: string }[]>`SELECT m.name || ' ' || r.name AS name FROM model_runs r JOIN models m ON m.id = r.model_id WHERE r.id = ${runId!}`;
  if (!named) throw new NotFound(campaignId !== undefined ? "This campaign" : "This run");
  const [bounds] = await db.$queryRaw<Bounds[]>`
    SELECT (SELECT coalesce(max(id), 0) FROM judgments) AS judgment, (SELECT coalesce(max(id), 0) FROM adjudications) AS adjudication, (SELECT coalesce(max(id), 0) FROM gold_verdicts) AS gold,
      (SELECT coalesce(array_to_json(array_agg(t.id ORDER BY t.id)), '[]')::text FROM rating_tasks t JOIN responses p ON p.id = t.response_id
       WHERE ${campaignId !== undefined ? Prisma.sql`t.campaign_id = ${campaignId}` : Prisma.sql`p.run_id = ${runId!}`}) AS "taskIds"`;
  return { fileName: format === "csv" && request.spreadsheet === true ? spreadsheetFileName(judgmentFileName(named.name, format, now())) : judgmentFileName(named.name, format, now()), mediaType: JUDGMENT_MEDIA_TYPES[format], bytes: write(request, bounds!) };
}

interface Bounds {
  judgment: number;
  adjudication: number;
  gold: number;
  /** JSON. */
  taskIds: string;
}

/** Tasks that are read at a time. */
const BATCH = 500;

async function* write({ format, spreadsheet }: JudgmentExportRequest, bounds: Bounds): AsyncGenerator<Uint8Array> {
  const taskIds = JSON.parse(bounds.taskIds) as number[];
  const head = fileHead(format, spreadsheet);
  // A file of nothing is still a first piece.
  yield Buffer.from(head, "utf8");
  let coming = readJudgments(taskIds.slice(0, BATCH), bounds);
  for (let from = 0; from < taskIds.length; from += BATCH) {
    const judgments = await coming;
    // The database reads the next batch while this one is being written.
    coming = readJudgments(taskIds.slice(from + BATCH, from + 2 * BATCH), bounds);
    coming.catch(() => {}); // Whoever asks for the next batch gets the failure; perhaps nobody does.
    yield Buffer.from(judgments.map((judgment) => fileLine(format, judgment, spreadsheet)).join(""), "utf8");
  }
}

const UTC = (moment: string) => Prisma.raw(`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

async function readJudgments(taskIds: readonly number[], bounds: Bounds): Promise<ExportedJudgment[]> {
  if (taskIds.length === 0) return [];
  const rows = await db.$queryRaw<ExportedJudgment[]>`
    SELECT j.id AS judgment_id, c.name AS campaign, c.id AS campaign_id, t.id AS task_id, 'Q' || answer.question_id AS question_id, trim(r.cells[2]) AS question,
      ${categoryInSql("r")} AS category, r.false_premise, r.fact_type, r.hops,
      CASE WHEN r.effective_before THEN 'before ' ELSE '' END || r.effective_year AS effective_year, r.split, rel.name AS release, r.number AS revision, first.number AS release_revision,
      answer.id AS response_id, answer.text AS response, m.name AS model, m.provider, run.id AS run_id, run.name AS run, run.prompt_method,
      'Rater ' || coalesce(who.number::text, '?') AS rater, a.slot, t.wanted, j.relaxed, j.strict, j.relaxed_reason, j.strict_reason, j.comment, j.low_confidence, j.flagged,
      j.active_ms, ${UTC("j.judged_at")} AS judged_at, j.supersedes_id AS supersedes, later.id AS superseded_by, j.correction,
      j.supersedes_id IS NOT NULL AND NOT t.gold AND t.wanted > 1
        AND (SELECT count(*) FROM judgments f WHERE f.task_id = t.id AND f.supersedes_id IS NULL AND f.judged_at < j.judged_at) >= t.wanted AS after_all_rated,
      later.id IS NULL AND a.slot IS NOT NULL AND NOT t.gold AS counts,
      d.id AS adjudication_id, d.relaxed AS adjudicated_relaxed, d.strict AS adjudicated_strict, d.relaxed_reason AS adjudicated_relaxed_reason,
      d.strict_reason AS adjudicated_strict_reason, d.reason AS adjudication_reason, ${UTC("d.adjudicated_at")} AS adjudicated_at,
      t.gold, CASE WHEN t.gold THEN g.relaxed END AS gold_relaxed, CASE WHEN t.gold THEN g.strict END AS gold_strict, ${answeredOtherwiseNow(Prisma.sql`j.revision_id`)} AS stale,
      coalesce(said.verdicts, '[]'::json) AS automatic_verdicts,
      left(md5('rater ' || j.rater_id), 12) AS rater_key, trim(first.cells[2]) AS release_question, array_to_json(r.cells[9:18]) AS answers,
      ${sameTruth(Prisma.sql`j.revision_id`, Prisma.sql`answer.revision_id`)} AS release_answers, settled.number AS adjudication_revision,
      coalesce(golden.verdicts, '[]'::json) AS gold_verdicts
    FROM judgments j
    JOIN rating_tasks t ON t.id = j.task_id
    JOIN campaigns c ON c.id = t.campaign_id
    JOIN responses answer ON answer.id = t.response_id
    JOIN model_runs run ON run.id = answer.run_id
    JOIN models m ON m.id = run.model_id
    JOIN releases rel ON rel.id = run.release_id
    JOIN revisions r ON r.id = j.revision_id
    JOIN revisions first ON first.id = answer.revision_id
    LEFT JOIN campaign_raters who ON who.campaign_id = c.id AND who.rater_id = j.rater_id
    LEFT JOIN rating_assignments a ON a.task_id = t.id AND a.rater_id = j.rater_id
    LEFT JOIN judgments later ON later.supersedes_id = j.id AND later.id <= ${bounds.judgment}
    LEFT JOIN gold_responses g ON g.response_id = t.response_id
    LEFT JOIN LATERAL (SELECT * FROM adjudications x WHERE x.task_id = t.id AND x.id <= ${bounds.adjudication} ORDER BY x.id DESC LIMIT 1) d ON true
    LEFT JOIN revisions settled ON settled.id = d.revision_id
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('id', v.id, 'kind', v.kind, 'answers', by.cells[9:18], 'false_premise', by.false_premise, 'relaxed', v.relaxed, 'strict', v.strict) ORDER BY v.id) AS verdicts
      FROM gold_verdicts v JOIN revisions by ON by.id = v.revision_id WHERE t.gold AND v.response_id = t.response_id AND v.id <= ${bounds.gold}) golden ON true
    LEFT JOIN LATERAL (
      -- One evaluator may say the modes one by one, and again later: the last word on each mode counts.
      SELECT json_agg(json_build_object('evaluator', e.name, 'relaxed', last.relaxed, 'strict', last.strict) ORDER BY e.name) AS verdicts
      FROM (SELECT v.evaluator_id, (array_agg(v.relaxed ORDER BY v.id DESC) FILTER (WHERE v.relaxed IS NOT NULL))[1] AS relaxed,
          (array_agg(v.strict ORDER BY v.id DESC) FILTER (WHERE v.strict IS NOT NULL))[1] AS strict
        FROM automatic_verdicts v WHERE v.response_id = answer.id GROUP BY v.evaluator_id) last JOIN evaluators e ON e.id = last.evaluator_id) said ON true
    WHERE j.task_id = ANY(${[...taskIds]}::int[]) AND j.id <= ${bounds.judgment}
    ORDER BY t.id, a.slot NULLS LAST, j.id`;
  // In the order that is promised, whatever the statement's.
  return rows.map((row) => Object.fromEntries(JUDGMENT_COLUMNS.map((column) => [column, row[column]])) as unknown as ExportedJudgment);
}
