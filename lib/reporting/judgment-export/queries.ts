import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import {
  checkWorkbookRows,
  writeWorkbook,
  type WorkbookCell,
  type WorkbookWritten,
} from "@/lib/dataset/file-formats/write-workbook";
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
import { labelRuns } from "@/lib/reporting/accuracy/rules";
import { frozenDefinition } from "@/lib/rating/protocols/queries";
import {
  goldAnswersBy,
  isRightInSql,
  ratesTheSample,
  type GoldSource,
} from "@/lib/rating/gold/sql";
import { goldProtocol } from "@/lib/rating/gold/writes";
import { isChoice } from "@/lib/rating/protocols/rules";
import { showsAnswers } from "@/lib/rating/protocols/sql";
import {
  PAIR,
  RELAXED_STRICT_VERSION,
  type ProtocolDefinition,
} from "@/lib/rating/protocols/vocabulary";
import { responsesToRate } from "@/lib/runs/responses/sql";
import { CANNOT_TELL, TIE } from "@/lib/reporting/ratings-file/schema";
import { type z } from "zod";
import { inputError } from "@/lib/platform/fields";
import { fileHead, fileLine, type CellOfRow, judgmentFileName, rowsOfCampaign } from "./rules";
import {
  ANSWER_COLUMNS,
  JUDGMENT_COLUMNS,
  JUDGMENT_MEDIA_TYPES,
  PAIR_COLUMNS,
  RANK_COLUMNS,
  RESPONSE_COLUMNS,
  type ExportedAnswer,
  type ExportedPair,
  type ExportedRank,
  type ExportedRows,
  type ExportedJudgment,
  type ExportedResponse,
  type JudgmentExportRequest,
} from "./schema";

export interface JudgmentFile {
  fileName: string;
  mediaType: string;
  /** Responses that the file has no row of, because whoever asks for it has still to rate them. */
  leftOut: number;
  /** What became of a workbook, once its last byte was taken. */
  written: WorkbookWritten;
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
 * @throws NotFound; ZodError for a column that the rows have not, and for more rows than the format holds
 */
export async function openJudgmentExport(
  actor: Actor,
  request: JudgmentExportRequest,
): Promise<JudgmentFile> {
  authorize(actor, "ratings.export");
  const { campaign: campaignId, run: runId, format, rows = "judgments" } = request;
  const protocol = campaignId === undefined ? null : await protocolOf(campaignId);
  checkRows(rows, campaignId === undefined ? "A run" : "This campaign", protocol);
  if (protocol !== null) return openAnswersExport(actor, request, protocol);
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
      : Prisma.sql`rating_tasks t JOIN campaigns c ON c.id = t.campaign_id AND c.protocol_version_id = ${RELAXED_STRICT_VERSION} JOIN responses p ON p.id = t.response_id`;
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
  if (format === "xlsx")
    checkWorkbookRows(
      rows === "responses"
        ? await countResponseRows(request, bounds!)
        : await countJudgments(request, bounds!),
    );
  const written = { cut: 0 };
  return {
    fileName:
      format === "csv" && request.spreadsheet === true ? spreadsheetFileName(fileName) : fileName,
    mediaType: JUDGMENT_MEDIA_TYPES[format],
    leftOut,
    written,
    bytes: write(request, bounds!, written),
  };
}

/** @throws ZodError where there are no such rows; it says which there are */
function checkRows(rows: ExportedRows, what: string, protocol: AskedCampaign | null): void {
  const there = rowsOfCampaign(protocol?.definition.questions ?? null);
  if (!there.includes(rows))
    throw wrongRows(
      `${what} has no rows of ${rows}${protocol === null ? "" : `: its protocol is “${protocol.protocol}”`}. Rows it has: ${there.join(", ")}.`,
    );
}

function wrongRows(message: string): z.ZodError {
  return inputError(["rows"], message);
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

function write(
  request: JudgmentExportRequest,
  bounds: Bounds,
  written: WorkbookWritten,
): AsyncGenerator<Uint8Array> {
  if (request.rows !== "responses")
    return writeRows(request, bounds, written, JUDGMENT_COLUMNS, (taskIds) =>
      readJudgments(taskIds, bounds),
    );
  return writeRows(request, bounds, written, RESPONSE_COLUMNS, (responseIds) =>
    readResponses(responseIds, request.campaign ?? null, bounds),
  );
}

/** SQL: the ids of a file's tasks or responses. */
const idsOf = ({ ids }: Pick<Bounds, "ids">) =>
  Prisma.sql`ARRAY(SELECT value::int FROM json_array_elements_text(${ids}::json) AS value)`;

/** SQL: judgment `j` is of the file: there when the export began, and not corrected since where that is asked. */
const ofFile = (
  { current = false }: JudgmentExportRequest,
  bounds: Pick<Bounds, "ids" | "judgment">,
) =>
  Prisma.sql`j.task_id = ANY(${idsOf(bounds)}) AND j.id <= ${bounds.judgment}
    AND (NOT ${current} OR NOT EXISTS (SELECT FROM judgments later WHERE later.supersedes_id = j.id AND later.id <= ${bounds.judgment}))`;

/** How many rows a file of ratings under Relaxed and Strict has. */
async function countJudgments(request: JudgmentExportRequest, bounds: Bounds): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM judgments j WHERE ${ofFile(request, bounds)}`;
  return row!.count;
}

/** How many rows a file of responses has: one for each campaign that a response is in, or one. */
async function countResponseRows(
  { campaign }: JudgmentExportRequest,
  bounds: Bounds,
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT sum(greatest(1, (SELECT count(*) FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id AND c.protocol_version_id = ${RELAXED_STRICT_VERSION}
      WHERE t.response_id = one.id AND t.id <= ${bounds.task} AND (${campaign ?? null}::int IS NULL OR t.campaign_id = ${campaign ?? null}::int))))::int AS count
    FROM unnest(${idsOf(bounds)}) AS one (id)`;
  return row!.count ?? 0;
}

/** At most how many rows a file of answers, rankings or pairs has: a rating answers no question twice, nor ranks a system twice. */
async function countAnswerRows(
  request: JudgmentExportRequest,
  bounds: AnswerBounds,
  { systems }: AskedCampaign,
): Promise<number> {
  const rows =
    request.rows === "rankings"
      ? Prisma.sql`${systems.size}::int`
      : request.rows === "pairs"
        ? Prisma.sql`1`
        : Prisma.sql`greatest(1, (SELECT count(*) FROM (
          SELECT own.question_key FROM judgment_answers own WHERE own.judgment_id = j.id
          UNION SELECT decided.question_key FROM adjudication_answers decided WHERE decided.adjudication_id = (SELECT max(x.id) FROM adjudications x WHERE x.task_id = j.task_id AND x.id <= ${bounds.adjudication})) asked))`;
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT coalesce(sum(${rows}), 0)::int AS count FROM judgments j WHERE ${ofFile(request, bounds)}`;
  return row!.count;
}

/** The rows of a file in batches of ids. @throws ZodError for a column that the file has not */
function writeRows<Column extends string, Row extends Parameters<typeof fileLine<Column>>[2]>(
  { format, spreadsheet, current = false, columns: wanted }: JudgmentExportRequest,
  bounds: Pick<Bounds, "ids">,
  written: WorkbookWritten,
  all: readonly Column[],
  read: (ids: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Uint8Array> {
  const unknown = wanted?.find((name) => !(all as readonly string[]).includes(name));
  if (unknown !== undefined) throw wrongColumn(unknown, all);
  const columns = wanted === undefined ? all : all.filter((name) => wanted.includes(name));
  const batches = batchesOf(JSON.parse(bounds.ids) as number[], async (ids) => {
    const rows = await read(ids);
    return current ? rows.filter(isCurrent) : rows;
  });
  if (format === "xlsx")
    return writeWorkbook("ratings", columns, workbookRows(columns, batches), written);
  return format === "parquet"
    ? asParquet(columns, batches)
    : writeLines({ format, spreadsheet }, columns, batches);
}

/** The library is loaded where it is asked for. */
async function* asParquet<
  Column extends string,
  Row extends Parameters<typeof fileLine<Column>>[2],
>(columns: readonly Column[], batches: AsyncIterable<Row[]>): AsyncGenerator<Uint8Array> {
  const { writeRowsAsParquet } = await import("./parquet-columns");
  yield* writeRowsAsParquet(columns, batches);
}

/** A rating that was not corrected since; rows of other kinds are always current. */
function isCurrent(row: object): boolean {
  return !("superseded_by" in row) || row.superseded_by === null;
}

function wrongColumn(name: string, all: readonly string[]): z.ZodError {
  return inputError(["columns"], `There is no column “${name}”. Columns: ${all.join(", ")}.`);
}

/** The database reads the next batch while one is being written. */
async function* batchesOf<Row>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let coming = read(ids.slice(0, BATCH));
  for (let from = 0; from < ids.length; from += BATCH) {
    const rows = await coming;
    coming = read(ids.slice(from + BATCH, from + 2 * BATCH));
    coming.catch(() => {}); // Whoever asks for the next batch gets the failure; perhaps no one does.
    yield rows;
  }
}

async function* writeLines<
  Column extends string,
  Row extends Parameters<typeof fileLine<Column>>[2],
>(
  { format, spreadsheet }: { format: "csv" | "jsonl"; spreadsheet: boolean | undefined },
  columns: readonly Column[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<Uint8Array> {
  // A file of nothing is still a first piece.
  yield Buffer.from(fileHead(format, columns, spreadsheet), "utf8");
  for await (const rows of batches)
    yield Buffer.from(
      rows.map((row) => fileLine(format, columns, row, spreadsheet)).join(""),
      "utf8",
    );
}

async function* workbookRows<
  Column extends string,
  Row extends Parameters<typeof fileLine<Column>>[2],
>(columns: readonly Column[], batches: AsyncIterable<Row[]>): AsyncGenerator<WorkbookCell[][]> {
  for await (const rows of batches)
    yield rows.map((row) =>
      columns.map((column) => {
        const value: CellOfRow = row[column];
        return Array.isArray(value) ? JSON.stringify(value) : value;
      }),
    );
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
    LEFT JOIN rating_tasks t ON t.response_id = answer.id AND t.id <= ${bounds.task} AND t.campaign_id IN (SELECT id FROM campaigns WHERE protocol_version_id = ${RELAXED_STRICT_VERSION}) AND ${campaignId === null ? Prisma.sql`TRUE` : Prisma.sql`t.campaign_id = ${campaignId}`}
    LEFT JOIN campaigns c ON c.id = t.campaign_id
    LEFT JOIN LATERAL ${goldLedger(bounds)} golden ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('id', d.id, 'relaxed', d.relaxed, 'strict', d.strict, ${truthOf("by", Prisma.sql`answer.revision_id`)}) ORDER BY d.id) AS verdicts
      FROM adjudications d JOIN revisions by ON by.id = d.revision_id WHERE NOT t.gold AND d.task_id = t.id AND d.id <= ${bounds.adjudication}
        AND NOT EXISTS (SELECT FROM adjudications later WHERE later.supersedes_id = d.id AND later.id <= ${bounds.adjudication})) settled ON true
    LEFT JOIN LATERAL ${automaticVerdicts(bounds)} said ON true
    WHERE answer.id = ANY(${[...responseIds]}::int[]) ORDER BY answer.id, t.id`;
}

// Under other protocols -------------------------------------------------------------------------------------------

/** A campaign under another protocol than Relaxed and Strict. */
interface AskedCampaign {
  campaignId: number;
  name: string;
  protocol: string;
  definition: ProtocolDefinition;
  /** Systems as reports name them, by their runs. */
  systems: ReadonlyMap<number, string>;
  gold: GoldSource;
}

/** Null: there is no such campaign, or its protocol is Relaxed and Strict. */
async function protocolOf(campaignId: number): Promise<AskedCampaign | null> {
  const row = await db.campaign.findUnique({
    where: { id: campaignId, protocolVersionId: { not: RELAXED_STRICT_VERSION } },
    select: {
      name: true,
      protocolVersionId: true,
      protocol: { select: { protocol: { select: { name: true } } } },
      runs: {
        orderBy: { runId: "asc" },
        select: { run: { include: { model: true, release: { select: { name: true } } } } },
      },
    },
  });
  if (row === null) return null;
  const labels = labelRuns(
    row.runs.map(({ run }) => ({
      runId: run.id,
      model: run.model.name,
      run: run.name,
      release: run.release.name,
    })),
  );
  return {
    campaignId,
    name: row.name,
    protocol: row.protocol.protocol.name,
    definition: await frozenDefinition(db, row.protocolVersionId),
    systems: new Map(labels.map(({ runId, label }) => [runId, label])),
    gold: await goldProtocol(db, row.protocolVersionId),
  };
}

type AnswerBounds = Pick<Bounds, "adjudication" | "ids" | "judgment" | "leftOut"> & {
  goldAnswers: number;
};

/** The file of a campaign under another protocol: its answers, rankings or pairs. Bounded and blind as all exports are. */
async function openAnswersExport(
  actor: Actor,
  request: JudgmentExportRequest,
  campaign: AskedCampaign,
): Promise<JudgmentFile> {
  const { format, rows = "judgments", spreadsheet } = request;
  const key =
    rows === "rankings" || rows === "pairs"
      ? keyOfRows(campaign.definition, rows, request.key)
      : null;
  const toRate = responsesToRate(actor.userId);
  const parts = Prisma.sql`(SELECT t.id AS task_id, coalesce(t.response_id, u.response_id) AS response_id FROM rating_tasks t LEFT JOIN task_responses u ON u.task_id = t.id WHERE t.campaign_id = ${campaign.campaignId})`;
  const [bounds] = await db.$queryRaw<AnswerBounds[]>`
    SELECT (SELECT coalesce(max(id), 0) FROM gold_answers) AS "goldAnswers", (SELECT coalesce(max(id), 0) FROM judgments) AS judgment, (SELECT coalesce(max(id), 0) FROM adjudications) AS adjudication,
      (SELECT coalesce(array_to_json(array_agg(t.id ORDER BY t.id)), '[]')::text FROM rating_tasks t
        WHERE t.campaign_id = ${campaign.campaignId} AND t.id NOT IN (SELECT part.task_id FROM ${parts} part WHERE part.response_id IN ${toRate})) AS ids,
      (SELECT count(DISTINCT part.response_id)::int FROM ${parts} part WHERE part.response_id IN ${toRate}) AS "leftOut"`;
  const { leftOut } = bounds!;
  const fileName = judgmentFileName(rows, campaign.name, format, now(), leftOut);
  const read = (ids: readonly number[]) => readAnswers(campaign, ids, bounds!);
  if (format === "xlsx") checkWorkbookRows(await countAnswerRows(request, bounds!, campaign));
  const written = { cut: 0 };
  return {
    fileName: format === "csv" && spreadsheet === true ? spreadsheetFileName(fileName) : fileName,
    mediaType: JUDGMENT_MEDIA_TYPES[format],
    leftOut,
    written,
    bytes:
      rows === "rankings"
        ? writeRows(request, bounds!, written, RANK_COLUMNS, async (ids) =>
            ranksOf(await read(ids), key!),
          )
        : rows === "pairs"
          ? writeRows(request, bounds!, written, PAIR_COLUMNS, async (ids) =>
              pairsOf(await read(ids), key!),
            )
          : writeRows(request, bounds!, written, ANSWER_COLUMNS, read),
  };
}

/** The question whose rankings or pairs are asked for. @throws ZodError where it is not said which */
function keyOfRows(
  { questions }: ProtocolDefinition,
  rows: "pairs" | "rankings",
  wanted: string | undefined,
): string {
  const keys = questions
    .filter(({ kind }) => kind === (rows === "pairs" ? "pairwise" : "ranking"))
    .map(({ key }) => key);
  const key = wanted ?? (keys.length === 1 ? keys[0]! : null);
  if (key === null || !keys.includes(key))
    throw wrongRows(`Specify one question of the protocol as key: ${keys.join(", ")}.`);
  return key;
}

/** The item of a task, as gold names it. */
const GOLD_ITEM = {
  responseId: Prisma.sql`t.response_id`,
  referencePlace: Prisma.sql`t.reference_place`,
};

type AnswerRow = Omit<ExportedAnswer, "adjudicated_level" | "kind" | "label" | "level" | "systems">;

async function readAnswers(
  { campaignId, definition, systems, gold }: AskedCampaign,
  taskIds: readonly number[],
  bounds: Pick<AnswerBounds, "adjudication" | "goldAnswers" | "judgment">,
): Promise<ExportedAnswer[]> {
  if (taskIds.length === 0) return [];
  const rows = await db.$queryRaw<AnswerRow[]>`
    SELECT j.id AS judgment_id, c.name AS campaign, c.id AS campaign_id, o.name AS protocol, v.number AS protocol_version, t.id AS task_id, v.definition->>'unit' AS unit,
      'Q' || r.question_id AS question_id, trim(${cell("r", "question")}) AS question, ${categoryInSql("r")} AS category, r.hops, first.split, rel.name AS release, r.number AS revision,
      array_to_json(parts.responses) AS response_ids, array_to_json(parts.runs) AS run_ids, t.reference_place,
      'Rater ' || coalesce(who.number::text, '?') AS rater, left(md5('rater ' || j.rater_id), 12) AS rater_key, a.slot, t.wanted,
      asked.question_key AS key, said.value, array_to_json(coalesce(said.ranks, '{}')) AS ranks, said.text, coalesce(said.cannot_tell, FALSE) AS cannot_tell, array_to_json(j.shown_order) AS shown_order,
      j.comment, j.low_confidence, j.flagged, j.active_ms, ${UTC("j.judged_at")} AS judged_at, j.supersedes_id AS supersedes, later.id AS superseded_by, j.correction,
      later.id IS NULL AND a.slot IS NOT NULL AND ${ratesTheSample("t", Prisma.sql`j.rater_id`)} AS counts,
      d.id AS adjudication_id, final.value AS adjudicated_value, final.cannot_tell AS adjudicated_cannot_tell, d.reason AS adjudication_reason, ${UTC("d.adjudicated_at")} AS adjudicated_at,
      t.gold, (wanted.answer->>'value')::int AS gold_value, (wanted.answer->>'tolerance')::int AS gold_tolerance, wanted.answer ? 'cannotTell' AS gold_cannot_tell,
      CASE WHEN wanted.answer IS NOT NULL THEN ${isRightInSql(Prisma.sql`wanted.answer`, "said")} END AS gold_right,
      ${answeredOtherwiseNow(Prisma.sql`j.revision_id`)} AND ${showsAnswers(Prisma.sql`${campaignId}::int`)} AS stale
    FROM judgments j
    JOIN rating_tasks t ON t.id = j.task_id
    JOIN campaigns c ON c.id = t.campaign_id JOIN protocol_versions v ON v.id = c.protocol_version_id JOIN protocols o ON o.id = v.protocol_id
    JOIN revisions r ON r.id = j.revision_id
    CROSS JOIN LATERAL (
      SELECT array_agg(p.id ORDER BY part.place) AS responses, array_agg(p.run_id ORDER BY part.place) AS runs, min(run.release_id) AS release_id, (array_agg(p.revision_id ORDER BY part.place))[1] AS revision_id
      FROM (SELECT t.response_id, 1 AS place WHERE t.response_id IS NOT NULL UNION ALL SELECT u.response_id, u.place FROM task_responses u WHERE u.task_id = t.id) part
      JOIN responses p ON p.id = part.response_id JOIN model_runs run ON run.id = p.run_id) parts
    JOIN releases rel ON rel.id = parts.release_id
    JOIN revisions first ON first.id = parts.revision_id
    LEFT JOIN campaign_raters who ON who.campaign_id = c.id AND who.rater_id = j.rater_id
    LEFT JOIN rating_assignments a ON a.task_id = t.id AND a.rater_id = j.rater_id
    LEFT JOIN judgments later ON later.supersedes_id = j.id AND later.id <= ${bounds.judgment}
    LEFT JOIN LATERAL (SELECT * FROM adjudications x WHERE x.task_id = t.id AND x.id <= ${bounds.adjudication} ORDER BY x.id DESC LIMIT 1) d ON true
    LEFT JOIN LATERAL (
      SELECT own.question_key FROM judgment_answers own WHERE own.judgment_id = j.id
      UNION SELECT decided.question_key FROM adjudication_answers decided WHERE decided.adjudication_id = d.id) asked ON TRUE
    LEFT JOIN judgment_answers said ON said.judgment_id = j.id AND said.question_key = asked.question_key
    LEFT JOIN LATERAL (
      SELECT checked.expected->said.question_key AS answer FROM ${goldAnswersBy(gold, GOLD_ITEM, Prisma.sql`j.revision_id`, bounds.goldAnswers)} checked WHERE t.gold) wanted ON TRUE
    LEFT JOIN adjudication_answers final ON final.adjudication_id = d.id AND final.question_key = asked.question_key
    WHERE j.task_id = ANY(${[...taskIds]}::int[]) AND j.id <= ${bounds.judgment}`;
  const place = new Map(definition.questions.map(({ key }, at) => [key, at]));
  const at = ({ key }: AnswerRow) => (key === null ? 0 : (place.get(key) ?? 0));
  return rows
    .map((row) => inWords(definition, systems, row))
    .sort((x, y) => x.task_id - y.task_id || x.judgment_id - y.judgment_id || at(x) - at(y));
}

/** A row with what its numbers mean. */
function inWords(
  { questions }: ProtocolDefinition,
  labels: AskedCampaign["systems"],
  row: AnswerRow,
): ExportedAnswer {
  const question = questions.find(({ key }) => key === row.key);
  const systems = row.run_ids.map((runId) => labels.get(runId) ?? `Run ${runId}`);
  const wordsOf = (value: number | null): string | null => {
    if (value === null || question === undefined) return null;
    if (isChoice(question))
      return question.levels.find((level) => level.value === value)?.label ?? null;
    if (value === PAIR.tie) return TIE;
    return value === PAIR.bothBad ? "both bad" : (systems[value - 1] ?? null);
  };
  return {
    ...row,
    systems,
    kind: question?.kind ?? null,
    label: question?.label ?? null,
    level: wordsOf(row.value),
    adjudicated_level: wordsOf(row.adjudicated_value),
  };
}

function ranksOf(answers: readonly ExportedAnswer[], key: string): ExportedRank[] {
  return answers
    .filter((one) => one.counts && one.key === key)
    .flatMap(({ question_id, rater, systems, ranks, shown_order, judgment_id }) =>
      ranks.map((rank, at) => ({
        question: question_id,
        rater,
        system: systems[at]!,
        rank,
        shown: shown_order.indexOf(at + 1) + 1,
        judgment_id,
      })),
    );
}

function pairsOf(answers: readonly ExportedAnswer[], key: string): ExportedPair[] {
  return answers
    .filter((one) => one.counts && one.key === key)
    .map(
      ({ question_id, rater, systems, value, level, cannot_tell, shown_order, judgment_id }) => ({
        question: question_id,
        rater,
        left: systems[shown_order[0]! - 1]!,
        right: systems[shown_order[1]! - 1]!,
        preferred: cannot_tell ? CANNOT_TELL : value === PAIR.bothBad ? TIE : level!,
        both_bad: value === PAIR.bothBad,
        judgment_id,
      }),
    );
}
