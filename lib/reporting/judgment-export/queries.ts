import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { spreadsheetFileName } from "@/lib/dataset/imports/rules";
import { now } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import {
  answerCells,
  answeredOtherwiseNow,
  categoryInSql,
  cell,
  sameTruth,
} from "@/lib/dataset/questions/sql";
import { responsesToRate } from "@/lib/runs/responses/sql";
import { fileHead, fileLine, judgmentFileName } from "./rules";
import {
  JUDGMENT_COLUMNS,
  JUDGMENT_MEDIA_TYPES,
  RESPONSE_COLUMNS,
  type ExportedJudgment,
  type ExportedResponse,
  type JudgmentExportRequest,
} from "./schema";

export interface JudgmentFile {
  fileName: string;
  mediaType: string;
  /** Responses that the file has no row of, because whoever asks for it has still to rate them. */
  leftOut: number;
  /** Read as fast as it is taken, and no further once the iteration ends. Nothing is held open in between. */
  bytes: AsyncGenerator<Uint8Array>;
}

/** The campaign of that name. @throws NotFound */
export async function findCampaignByName(
  actor: Actor,
  name: string,
): Promise<{ id: number; name: string }> {
  authorize(actor, "ratings.export");
  const campaign = await db.campaign.findUnique({
    where: { name },
    select: { id: true, name: true },
  });
  if (campaign === null) throw new NotFound(`The campaign “${name}”`);
  return campaign;
}

/**
 * All judgments of a campaign or a run, superseded ones too, task by task; or its responses, judged or not, with what is
 * settled of them and what evaluators said. It is what was there when the export began: all of it only ever grows, so
 * that the greatest ids of that moment bound it and no transaction is held for a slow reader. Responses that the actor has
 * still to rate are left out with everything that was said of them; the file's name says how many these are.
 * @throws NotFound
 */
export async function openJudgmentExport(
  actor: Actor,
  request: JudgmentExportRequest,
): Promise<JudgmentFile> {
  authorize(actor, "ratings.export");
  const { campaign: campaignId, run: runId, format, rows = "judgments" } = request;
  const [named] =
    campaignId !== undefined
      ? await db.$queryRaw<{ name: string }[]>`SELECT name FROM campaigns WHERE id = ${campaignId}`
      : await db.$queryRaw<
          { name: string }[]
        >`SELECT m.name || ' ' || r.name AS name FROM model_runs r JOIN models m ON m.id = r.model_id WHERE r.id = ${runId!}`;
  if (!named) throw new NotFound(campaignId !== undefined ? "This campaign" : "This run");
  // A run's file of responses has those that are in no campaign too.
  const wanted = rows === "responses" ? Prisma.sql`p.id` : Prisma.sql`t.id`;
  const tasks =
    rows === "responses" && runId !== undefined
      ? Prisma.sql`responses p`
      : Prisma.sql`rating_tasks t JOIN responses p ON p.id = t.response_id`;
  const of =
    campaignId !== undefined
      ? Prisma.sql`t.campaign_id = ${campaignId}`
      : Prisma.sql`p.run_id = ${runId!}`;
  const toRate = responsesToRate(actor.userId);
  const [bounds] = await db.$queryRaw<Bounds[]>`
    SELECT (SELECT coalesce(max(id), 0) FROM judgments) AS judgment, (SELECT coalesce(max(id), 0) FROM adjudications) AS adjudication, (SELECT coalesce(max(id), 0) FROM gold_verdicts) AS gold,
      (SELECT coalesce(max(id), 0) FROM automatic_verdicts) AS automatic, (SELECT coalesce(max(id), 0) FROM rating_tasks) AS task,
      (SELECT coalesce(array_to_json(array_agg(${wanted} ORDER BY ${wanted})), '[]')::text FROM ${tasks}
       WHERE ${of} AND p.id NOT IN ${toRate}) AS ids,
      (SELECT count(DISTINCT p.id)::int FROM ${tasks} WHERE ${of} AND p.id IN ${toRate}) AS "leftOut"`;
  const { leftOut } = bounds!;
  const fileName = judgmentFileName(rows, named.name, format, now(), leftOut);
  return {
    fileName:
      format === "csv" && request.spreadsheet === true ? spreadsheetFileName(fileName) : fileName,
    mediaType: JUDGMENT_MEDIA_TYPES[format],
    leftOut,
    bytes: write(request, bounds!),
  };
}

interface Bounds {
  judgment: number;
  adjudication: number;
  gold: number;
  automatic: number;
  task: number;
  /** JSON: ids of the tasks, or of the responses. */
  ids: string;
  leftOut: number;
}

/** Tasks that are read at a time. */
const BATCH = 500;

function write(request: JudgmentExportRequest, bounds: Bounds): AsyncGenerator<Uint8Array> {
  if (request.rows !== "responses")
    return writeRows(request, bounds, JUDGMENT_COLUMNS, (taskIds) =>
      readJudgments(taskIds, bounds),
    );
  return writeRows(request, bounds, RESPONSE_COLUMNS, (responseIds) =>
    readResponses(responseIds, request.campaign ?? null, bounds),
  );
}

/** The rows of a file in batches of ids. */
async function* writeRows<
  Column extends string,
  Row extends Parameters<typeof fileLine<Column>>[2],
>(
  { format, spreadsheet }: JudgmentExportRequest,
  bounds: Bounds,
  columns: readonly Column[],
  read: (ids: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Uint8Array> {
  const ids = JSON.parse(bounds.ids) as number[];
  // A file of nothing is still a first piece.
  yield Buffer.from(fileHead(format, columns, spreadsheet), "utf8");
  let coming = read(ids.slice(0, BATCH));
  for (let from = 0; from < ids.length; from += BATCH) {
    const rows = await coming;
    // The database reads the next batch while this one is being written.
    coming = read(ids.slice(from + BATCH, from + 2 * BATCH));
    coming.catch(() => {}); // Whoever asks for the next batch gets the failure; perhaps no one does.
    yield Buffer.from(
      rows.map((row) => fileLine(format, columns, row, spreadsheet)).join(""),
      "utf8",
    );
  }
}

const UTC = (moment: string) =>
  Prisma.raw(`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** SQL: what a row says of the response `answer`, its model `m`, `run` and release `rel`, and of its question as the revision `r` has it. */
const ITEM = Prisma.sql`answer.id AS response_id, answer.text AS response, m.name AS model, m.provider, run.id AS run_id, run.name AS run, run.prompt_method, rel.name AS release,
  'Q' || answer.question_id AS question_id, trim(${cell("r", "question")}) AS question, ${categoryInSql("r")} AS category, r.false_premise, r.fact_type, r.hops,
  CASE WHEN r.effective_before THEN 'before ' ELSE '' END || r.effective_year AS effective_year, r.split`;

/** SQL: the pairs of a JSON object that say by which answers a verdict was made. @param by its revision @param released SQL of the id of the release's */
function truthOf(by: string, released: Prisma.Sql): Prisma.Sql {
  const id = Prisma.raw(`${by}.id`);
  return Prisma.sql`'answers', ${answerCells(by)}, 'false_premise', ${Prisma.raw(by)}.false_premise, 'release_answers', ${sameTruth(id, released)}`;
}

/** SQL for LATERAL: the gold ledger of the response `answer`, where its task `t` is gold: verdicts. */
function goldLedger(bounds: Bounds): Prisma.Sql {
  return Prisma.sql`(
    SELECT json_agg(json_build_object('id', v.id, 'kind', v.kind, 'relaxed', v.relaxed, 'strict', v.strict, ${truthOf("by", Prisma.sql`answer.revision_id`)}) ORDER BY v.id) AS verdicts
    FROM gold_verdicts v JOIN revisions by ON by.id = v.revision_id WHERE t.gold AND v.response_id = answer.id AND v.id <= ${bounds.gold})`;
}

/**
 * SQL for LATERAL: what evaluators said of the response `answer`: verdicts. One evaluator may say the modes one by one, and
 * again later: the last word on each mode counts, by the same answers.
 */
function automaticVerdicts(bounds: Bounds): Prisma.Sql {
  return Prisma.sql`(
    SELECT json_agg(json_build_object('evaluator', e.name, 'relaxed', last.relaxed, 'strict', last.strict, 'family', e.family, 'version', e.version, 'relaxed_call', last.relaxed_call, 'strict_call', last.strict_call, 'revision', by.number, 'stale', ${answeredOtherwiseNow(Prisma.sql`by.id`)},
      ${truthOf("by", Prisma.sql`answer.revision_id`)}) ORDER BY e.name, last.id) AS verdicts
    FROM (SELECT v.evaluator_id, max(v.id) AS id, (array_agg(v.revision_id ORDER BY v.id DESC))[1] AS revision_id,
        (array_agg(v.relaxed ORDER BY v.id DESC) FILTER (WHERE v.relaxed IS NOT NULL))[1] AS relaxed,
        (array_agg(v.strict ORDER BY v.id DESC) FILTER (WHERE v.strict IS NOT NULL))[1] AS strict,
        (array_agg(v.call_id ORDER BY v.id DESC) FILTER (WHERE v.relaxed IS NOT NULL))[1] AS relaxed_call,
        (array_agg(v.call_id ORDER BY v.id DESC) FILTER (WHERE v.strict IS NOT NULL))[1] AS strict_call
      FROM automatic_verdicts v JOIN revisions made ON made.id = v.revision_id WHERE v.response_id = answer.id AND v.id <= ${bounds.automatic}
      GROUP BY v.evaluator_id, ${answerCells("made")}, made.false_premise) last
    JOIN evaluators e ON e.id = last.evaluator_id JOIN revisions by ON by.id = last.revision_id)`;
}

/** SQL: the references of the response `answer` by place, null where a place has none: JSON. */
const REFERENCES = Prisma.sql`(
    SELECT coalesce(json_agg(CASE WHEN x.place IS NOT NULL THEN json_build_object('title', x.title, 'url', x.url, 'text', x.text) END ORDER BY place.at), '[]'::json)
    FROM generate_series(1, (SELECT max(place) FROM response_references WHERE response_id = answer.id)) AS place (at)
    LEFT JOIN response_references x ON x.response_id = answer.id AND x.place = place.at)`;

async function readJudgments(
  taskIds: readonly number[],
  bounds: Bounds,
): Promise<ExportedJudgment[]> {
  if (taskIds.length === 0) return [];
  return db.$queryRaw<ExportedJudgment[]>`
    SELECT j.id AS judgment_id, c.name AS campaign, c.id AS campaign_id, t.id AS task_id, ${ITEM}, r.number AS revision, first.number AS release_revision,
      'Rater ' || coalesce(who.number::text, '?') AS rater, a.slot, t.wanted, j.relaxed, j.strict, j.relaxed_reason, j.strict_reason, j.comment, j.low_confidence, j.flagged,
      j.active_ms, ${UTC("j.judged_at")} AS judged_at, j.supersedes_id AS supersedes, later.id AS superseded_by, j.correction,
      j.supersedes_id IS NOT NULL AND NOT t.gold AND t.wanted > 1
        AND (SELECT count(*) FROM judgments f WHERE f.task_id = t.id AND f.supersedes_id IS NULL AND f.judged_at < j.judged_at) >= t.wanted AS after_all_rated,
      later.id IS NULL AND a.slot IS NOT NULL AND NOT t.gold AS counts,
      d.id AS adjudication_id, d.relaxed AS adjudicated_relaxed, d.strict AS adjudicated_strict, d.relaxed_reason AS adjudicated_relaxed_reason,
      d.strict_reason AS adjudicated_strict_reason, d.reason AS adjudication_reason, ${UTC("d.adjudicated_at")} AS adjudicated_at,
      t.gold, g.relaxed AS gold_relaxed, g.strict AS gold_strict, ${answeredOtherwiseNow(Prisma.sql`j.revision_id`)} AS stale,
      coalesce(said.verdicts, '[]'::json) AS automatic_verdicts,
      left(md5('rater ' || j.rater_id), 12) AS rater_key, trim(${cell("first", "question")}) AS release_question, array_to_json(${answerCells("r")}) AS answers,
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
    LEFT JOIN LATERAL (SELECT v.relaxed, v.strict FROM gold_verdicts v WHERE t.gold AND v.response_id = t.response_id AND v.id <= ${bounds.gold} ORDER BY v.id DESC LIMIT 1) g ON true
    LEFT JOIN LATERAL (SELECT * FROM adjudications x WHERE x.task_id = t.id AND x.id <= ${bounds.adjudication} ORDER BY x.id DESC LIMIT 1) d ON true
    LEFT JOIN revisions settled ON settled.id = d.revision_id
    LEFT JOIN LATERAL ${goldLedger(bounds)} golden ON true
    LEFT JOIN LATERAL ${automaticVerdicts(bounds)} said ON true
    WHERE j.task_id = ANY(${[...taskIds]}::int[]) AND j.id <= ${bounds.judgment}
    ORDER BY t.id, a.slot NULLS LAST, j.id`;
}

/** @param campaignId of this campaign alone; null: in whatever campaigns, and in none */
async function readResponses(
  responseIds: readonly number[],
  campaignId: number | null,
  bounds: Bounds,
): Promise<ExportedResponse[]> {
  if (responseIds.length === 0) return [];
  return db.$queryRaw<ExportedResponse[]>`
    SELECT ${ITEM}, r.number AS release_revision,
      c.name AS campaign, c.id AS campaign_id, t.id AS task_id, t.wanted,
      (SELECT count(*)::int FROM judgments j WHERE j.task_id = t.id AND j.id <= ${bounds.judgment}
        AND NOT EXISTS (SELECT FROM judgments later WHERE later.supersedes_id = j.id AND later.id <= ${bounds.judgment})) AS ratings,
      coalesce(t.gold, FALSE) AS gold, coalesce(t.sampled, FALSE) AS sampled,
      coalesce(golden.verdicts, '[]'::json) AS gold_verdicts, coalesce(settled.verdicts, '[]'::json) AS adjudications, coalesce(said.verdicts, '[]'::json) AS automatic_verdicts,
      ${REFERENCES} AS "references"
    FROM responses answer
    JOIN model_runs run ON run.id = answer.run_id
    JOIN models m ON m.id = run.model_id
    JOIN releases rel ON rel.id = run.release_id
    JOIN revisions r ON r.id = answer.revision_id
    LEFT JOIN rating_tasks t ON t.response_id = answer.id AND t.id <= ${bounds.task} AND ${campaignId === null ? Prisma.sql`TRUE` : Prisma.sql`t.campaign_id = ${campaignId}`}
    LEFT JOIN campaigns c ON c.id = t.campaign_id
    LEFT JOIN LATERAL ${goldLedger(bounds)} golden ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('id', d.id, 'relaxed', d.relaxed, 'strict', d.strict, ${truthOf("by", Prisma.sql`answer.revision_id`)}) ORDER BY d.id) AS verdicts
      FROM adjudications d JOIN revisions by ON by.id = d.revision_id WHERE NOT t.gold AND d.task_id = t.id AND d.id <= ${bounds.adjudication}
        AND NOT EXISTS (SELECT FROM adjudications later WHERE later.supersedes_id = d.id AND later.id <= ${bounds.adjudication})) settled ON true
    LEFT JOIN LATERAL ${automaticVerdicts(bounds)} said ON true
    WHERE answer.id = ANY(${[...responseIds]}::int[]) ORDER BY answer.id, t.id`;
}
