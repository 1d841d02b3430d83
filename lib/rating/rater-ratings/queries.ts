import { categoryInSql, cell } from "@/lib/dataset/questions/sql";
import type { Category } from "@/lib/dataset/questions/vocabulary";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { DEFAULT_FAST_SECONDS } from "@/lib/rating/alarms/vocabulary";
import { goldQuestions } from "@/lib/rating/gold/rules";
import { goldAnswersBy, goldBy, isRightInSql } from "@/lib/rating/gold/sql";
import { goldProtocol } from "@/lib/rating/gold/writes";
import { verdictIn, type VerdictColumns } from "@/lib/rating/judging/rules";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import {
  answersInWords,
  answersOfColumns,
  type AnswerColumns,
} from "@/lib/rating/protocols/answer-words";
import { frozenDefinition } from "@/lib/rating/protocols/queries";
import { answersAsShown } from "@/lib/rating/protocols/rules";
import { answersOfJudgment } from "@/lib/rating/protocols/sql";
import {
  RELAXED_STRICT_VERSION,
  type ProtocolDefinition,
  type GivenAnswer,
} from "@/lib/rating/protocols/vocabulary";
import { responsesToRate } from "@/lib/runs/responses/sql";
import type { AddressState } from "@/lib/platform/address";
import type { raterRatingsPage, RatingFilter } from "./address";

/** A rating of a rater as it stands. */
export interface RaterRating {
  id: number;
  taskId: number;
  questionId: number;
  question: string;
  category: Category;
  /** The runs of its responses. */
  runs: { runId: number; label: string }[];
  verdict: Verdict | null;
  /** What was answered under another protocol, in words. */
  answers: GivenAnswer[];
  comment: string;
  lowConfidence: boolean;
  flagged: boolean;
  /** ISO moment. */
  judgedAt: string;
  activeMs: number;
  tooFast: boolean;
  corrections: number;
  /** Null: no gold item. */
  goldRight: boolean | null;
}

export interface RaterRatings {
  campaign: string;
  raters: { raterId: number; name: string; number: number }[];
  /** Whose ratings these are; null: the campaign has no rater. */
  raterId: number | null;
  /** Ratings that took less are too fast. */
  fastSeconds: number;
  /** Whether gold items check this campaign's raters. */
  gold: boolean;
  rows: RaterRating[];
  /** The ids to page by; null where there is no such page. */
  newer: number | null;
  older: number | null;
}

export const RATINGS_PER_PAGE = 50;

/**
 * The ratings of one rater in a campaign that stand, the latest first; the first rater's where none is named. Without
 * those of responses that the reader has still to rate.
 * @throws NotFound where there is no such campaign, or the rater has no part in it
 */
export async function listRaterRatings(
  actor: Actor,
  campaignId: number,
  asked: AddressState<typeof raterRatingsPage>,
): Promise<RaterRatings> {
  authorize(actor, "campaigns.manage");
  const campaign = await readCampaign(campaignId);
  const { raters, fastSeconds, gold, name } = campaign;
  const raterId = asked.rater ?? raters[0]?.raterId ?? null;
  const head = { campaign: name, raters, raterId, fastSeconds, gold };
  if (raterId === null) return { ...head, rows: [], newer: null, older: null };
  if (!raters.some((rater) => rater.raterId === raterId)) throw new NotFound("This rater");
  const { before, after } = asked;
  const backwards = before === null && after !== null;
  const rows = await readRatings(actor, campaign, raterId, asked.show, {
    mark: before ?? after,
    backwards,
    limit: RATINGS_PER_PAGE + 1,
  });
  const more = rows.length > RATINGS_PER_PAGE;
  const shown = more ? (backwards ? rows.slice(1) : rows.slice(0, RATINGS_PER_PAGE)) : rows;
  return {
    ...head,
    rows: shown,
    newer: shown.length > 0 && (backwards ? more : before !== null) ? shown[0]!.id : null,
    older: shown.length > 0 && (backwards || more) ? shown.at(-1)!.id : null,
  };
}

/** Read from the database at a time. */
const FILE_PAGE = 500;

/** The same ratings as listRaterRatings, all of them, a part at a time. */
export async function openRaterRatings(
  actor: Actor,
  campaignId: number,
  raterId: number,
  show: RatingFilter,
): Promise<{ rater: string; rows: AsyncGenerator<RaterRating[]> }> {
  authorize(actor, "campaigns.manage");
  const campaign = await readCampaign(campaignId);
  const rater = campaign.raters.find((one) => one.raterId === raterId);
  if (rater === undefined) throw new NotFound("This rater");
  async function* rows() {
    for (let mark: number | null = null; ;) {
      const part: RaterRating[] = await readRatings(actor, campaign, raterId, show, {
        mark,
        backwards: false,
        limit: FILE_PAGE,
      });
      if (part.length > 0) yield part;
      if (part.length < FILE_PAGE) return;
      mark = part.at(-1)!.id;
    }
  }
  return { rater: rater.name, rows: rows() };
}

type CampaignOfRatings = Pick<RaterRatings, "raters" | "fastSeconds" | "gold"> & {
  id: number;
  name: string;
  protocolVersionId: number;
};

async function readCampaign(campaignId: number): Promise<CampaignOfRatings> {
  const row = await db.campaign.findUnique({
    where: { id: campaignId },
    select: {
      id: true,
      name: true,
      protocolVersionId: true,
      fastSeconds: true,
      raters: {
        orderBy: { number: "asc" },
        select: { raterId: true, number: true, rater: { select: { name: true } } },
      },
      tasks: { where: { gold: true }, take: 1, select: { id: true } },
    },
  });
  if (row === null) throw new NotFound("This campaign");
  return {
    id: row.id,
    name: row.name,
    protocolVersionId: row.protocolVersionId,
    fastSeconds: row.fastSeconds ?? DEFAULT_FAST_SECONDS,
    gold: row.tasks.length > 0,
    raters: row.raters.map(({ raterId, number, rater }) => ({ raterId, number, name: rater.name })),
  };
}

interface Page {
  /** Only ratings on the far side of this one; null: from the end. */
  mark: number | null;
  backwards: boolean;
  limit: number;
}

type RatingRow = Omit<RaterRating, "judgedAt" | "verdict" | "answers" | "tooFast"> &
  VerdictColumns & { judgedAt: Date; shownOrder: number[]; answers: AnswerColumns[] | null };

async function readRatings(
  actor: Actor,
  { id: campaignId, protocolVersionId, fastSeconds }: CampaignOfRatings,
  raterId: number,
  show: RatingFilter,
  { mark, backwards, limit }: Page,
): Promise<RaterRating[]> {
  const builtIn = protocolVersionId === RELAXED_STRICT_VERSION;
  const right = builtIn ? VERDICT_RIGHT : await answersRight(protocolVersionId);
  const place =
    mark === null
      ? Prisma.empty
      : Prisma.sql`AND (j.judged_at, j.id) ${backwards ? Prisma.sql`>` : Prisma.sql`<`} (SELECT judged_at, id FROM judgments WHERE id = ${mark})`;
  const toRate = responsesToRate(actor.userId);
  const order = backwards ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const [rows, definition] = await Promise.all([
    db.$queryRaw<RatingRow[]>`
      WITH page AS (
        SELECT j.*, ${right} AS gold_right FROM judgments j JOIN rating_tasks t ON t.id = j.task_id
        WHERE j.campaign_id = ${campaignId} AND j.rater_id = ${raterId} AND NOT EXISTS (SELECT FROM judgments later WHERE later.supersedes_id = j.id) ${place}
          AND coalesce(t.response_id NOT IN ${toRate}, NOT EXISTS (SELECT FROM task_responses u WHERE u.task_id = t.id AND u.response_id IN ${toRate}))
          AND ${filterOf(show, right, fastSeconds)}
        ORDER BY j.judged_at ${order}, j.id ${order} LIMIT ${limit})
      SELECT j.id, j.task_id AS "taskId", r.question_id AS "questionId", trim(${cell("r", "question")}) AS question, ${categoryInSql("r")} AS category,
        (SELECT json_agg(json_build_object('runId', run.id, 'label', m.name || CASE WHEN run.name = '' THEN '' ELSE ' · ' || run.name END) ORDER BY run.id)
          FROM rating_tasks t JOIN model_runs run ON run.id = ANY(t.run_ids) JOIN models m ON m.id = run.model_id WHERE t.id = j.task_id) AS runs,
        j.relaxed, j.strict, j.relaxed_reason AS "relaxedReason", j.strict_reason AS "strictReason", j.comment, j.low_confidence AS "lowConfidence", j.flagged,
        j.judged_at AS "judgedAt", j.active_ms AS "activeMs", j.shown_order AS "shownOrder", CASE WHEN j.relaxed IS NULL THEN ${answersOfJudgment(Prisma.sql`j.id`)} END AS answers,
        (SELECT count(*)::int - 1 FROM judgments chain WHERE chain.task_id = j.task_id AND chain.rater_id = j.rater_id) AS corrections, j.gold_right AS "goldRight"
      FROM page j JOIN revisions r ON r.id = j.revision_id ORDER BY j.judged_at DESC, j.id DESC`,
    builtIn ? null : frozenDefinition(db, protocolVersionId),
  ]);
  return rows.map((row) => ratingOf(row, definition, fastSeconds));
}

function ratingOf(
  {
    relaxed,
    strict,
    relaxedReason,
    strictReason,
    shownOrder,
    answers,
    judgedAt,
    ...row
  }: RatingRow,
  definition: ProtocolDefinition | null,
  fastSeconds: number,
): RaterRating {
  return {
    ...row,
    verdict: verdictIn({ relaxed, strict, relaxedReason, strictReason }),
    answers:
      definition === null
        ? []
        : answersInWords(
            definition,
            answersAsShown(definition, answersOfColumns(answers ?? []), shownOrder),
          ),
    judgedAt: judgedAt.toISOString(),
    tooFast: row.activeMs < fastSeconds * 1_000,
  };
}

/** SQL: whether a rating `j` of task `t` says what its gold verdict says in both modes; null where there is none. */
const VERDICT_RIGHT = Prisma.sql`
  CASE WHEN t.gold THEN (SELECT g.relaxed = j.relaxed AND g.strict = j.strict FROM ${goldBy(Prisma.sql`j.revision_id`, Prisma.sql`g.response_id = t.response_id`)} g) END`;

/** SQL: the same under another protocol: whether every answer with a gold answer is right. */
async function answersRight(protocolVersionId: number): Promise<Prisma.Sql> {
  const source = await goldProtocol(db, protocolVersionId);
  const item = {
    responseId: Prisma.sql`t.response_id`,
    referencePlace: Prisma.sql`t.reference_place`,
  };
  return Prisma.sql`
    CASE WHEN t.gold THEN (
      SELECT bool_and(${isRightInSql(Prisma.sql`gold.expected->q.key`, "said")}) FROM ${goldAnswersBy(source, item, Prisma.sql`j.revision_id`)} gold
        JOIN unnest(${goldQuestions(source.definition).map(({ key }) => key)}::text[]) AS q (key) ON gold.expected ? q.key
        JOIN judgment_answers said ON said.judgment_id = j.id AND said.question_key = q.key) END`;
}

/** SQL: a rating `j` of task `t` passes the filter. */
function filterOf(show: RatingFilter, right: Prisma.Sql, fastSeconds: number): Prisma.Sql {
  switch (show) {
    case "all":
      return Prisma.sql`TRUE`;
    case "gold-wrong":
      return Prisma.sql`t.gold AND NOT (${right})`;
    case "flagged":
      return Prisma.sql`j.flagged`;
    case "too-fast":
      return Prisma.sql`j.active_ms < ${fastSeconds * 1_000}`;
    case "corrected":
      return Prisma.sql`j.supersedes_id IS NOT NULL`;
    case "not-sure":
      return Prisma.sql`j.low_confidence`;
  }
}
