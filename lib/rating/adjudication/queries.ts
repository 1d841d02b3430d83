import { authorize, may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { categoryOf, contentOfRevision } from "@/lib/dataset/questions/cells";
import type { Category, ReviewPolicy } from "@/lib/dataset/questions/vocabulary";
import { answeredOtherwiseNow, categoryInSql, cell } from "@/lib/dataset/questions/sql";
import { responsesToRate } from "@/lib/runs/responses/sql";
import { readMarkdown } from "@/lib/rating/judging/markdown";
import {
  readProtocolItems,
  type ProtocolItem,
  type RatingItem,
} from "@/lib/rating/judging/queries";
import { ANSWERS_DAY, answersDay, type AnswersDay } from "@/lib/rating/judging/sql";
import type { Reason } from "@/lib/rating/judging/vocabulary";
import { verdictOf } from "@/lib/rating/judging/rules";
import {
  answersInWords,
  answersOfColumns,
  type AnswerColumns,
} from "@/lib/rating/protocols/answer-words";
import { frozenDefinition } from "@/lib/rating/protocols/queries";
import { answersOfJudgment, showsAnswers } from "@/lib/rating/protocols/sql";
import { RELAXED_STRICT_VERSION, type GivenAnswer } from "@/lib/rating/protocols/vocabulary";
import {
  answersAgreement,
  causesOf,
  differingQuestions,
  doubtsOf,
  pairAgreement,
  raterLetter,
} from "./rules";
import {
  CASES_PAGE,
  COUNT_UP_TO,
  type CaseProtocol,
  type CaseQueue,
  type CaseRow,
  type DiscussionRow,
  type SeenAdjudication,
  type SeenAnswers,
  type SeenComment,
  type SeenFinalAnswers,
  type SeenRater,
  type SeenRating,
} from "./schema";
import type { Cause, Place } from "./vocabulary";
import { type CaseFilters } from "./address";

/*
 * What adjudicators, and raters who discuss, read. Blind by what is selected: nothing here touches the run of a response,
 * its metadata, what programs said of it, or a name behind a rating. Gold tasks are no cases, so no one meets one here.
 */

/** What is judged, as raters saw it. */
type Judged<Item> = Item & {
  /** The question has other answers now than those judged by. */
  stale: boolean;
};

interface AnyCase {
  campaign: { id: number; name: string; namesHidden: boolean };
  causes: Cause[];
  /** Null where fewer than two rated it, or the ratings are hidden. */
  agreement: number | null;
  /** It was drawn for an audit and awaits a verdict: ratings and comments are not shown to whoever gives it. */
  audit: boolean;
  comments: SeenComment[];
  /** May the reader settle it, or write in its discussion? */
  mayAdjudicate: boolean;
  mayDiscuss: boolean;
}

/** A response that was rated Relaxed and Strict. */
export interface VerdictCase extends AnyCase {
  protocol: null;
  item: Judged<RatingItem>;
  ratings: SeenRating[];
  /** All adjudications, the one that stands first. Empty: it awaits one. */
  adjudications: SeenAdjudication[];
}

/** An item of another protocol. */
export interface AnswersCase extends AnyCase {
  protocol: CaseProtocol;
  item: Judged<ProtocolItem>;
  ratings: SeenAnswers[];
  /** As of a VerdictCase. */
  adjudications: SeenFinalAnswers[];
}

/** A task with all that was said of it. */
export type CaseView = VerdictCase | AnswersCase;

/** What a visit to the desk was given. */
export interface CasesClaimed {
  /** With all that was said of them, in the queue's order. */
  cases: CaseView[];
  /** Under the same filters, not in `except`, but on the desks of others now. */
  heldByOthers: number;
}

/** SQL: the cases `c` (with task `t` and campaign `p`) that the actor may adjudicate: not their own, and no run that they have a conflict with. */
export function eligibleCases(actor: Actor, filters: CaseFilters): Prisma.Sql {
  const { campaign, cause } = filters;
  const column: Record<Cause, Prisma.Sql> = {
    relaxed: Prisma.sql`c.relaxed_differs`,
    strict: Prisma.sql`c.strict_differs`,
    answers: Prisma.sql`c.differing <> '{}'`,
    flagged: Prisma.sql`c.flagged`,
    "low-confidence": Prisma.sql`c.low_confidence`,
    audit: Prisma.sql`c.audit`,
  };
  return Prisma.sql`
    FROM adjudication_cases c JOIN rating_tasks t ON t.id = c.task_id JOIN campaigns p ON p.id = c.campaign_id
    WHERE ${mayAdjudicate(actor)}
      ${campaign === null ? Prisma.empty : Prisma.sql`AND c.campaign_id = ${campaign}`}
      ${
        cause.length === 0
          ? Prisma.empty
          : Prisma.sql`AND (${Prisma.join(
              cause.map((one) => column[one]),
              " OR ",
            )})`
      }`;
}

/** SQL: task `t` was drawn for an audit and awaits a verdict. */
const DRAWN = Prisma.sql`EXISTS (SELECT 1 FROM adjudication_cases drawn WHERE drawn.task_id = t.id AND drawn.audit)`;

/**
 * SQL: whether the actor may adjudicate task `t` of campaign `p`. Not where they have still to rate its response in another
 * campaign: the case would tell them what others said of it. Items of several responses are ranked or compared, and never
 * adjudicated. What was drawn for an audit is never for its raters, nor for those who took part in its discussion: they know
 * what was said.
 */
export function mayAdjudicate(actor: Actor): Prisma.Sql {
  return Prisma.sql`(
    t.response_id IS NOT NULL AND t.response_id NOT IN ${responsesToRate(actor.userId)}
    AND NOT EXISTS (SELECT 1 FROM judgments own WHERE own.task_id = t.id AND own.rater_id = ${actor.userId} AND own.supersedes_id IS NULL AND NOT (p.raters_may_adjudicate AND NOT ${DRAWN}))
    AND NOT EXISTS (SELECT 1 FROM task_comments own WHERE own.task_id = t.id AND own.author_id = ${actor.userId} AND ${DRAWN})
    AND NOT EXISTS (SELECT 1 FROM responses answer JOIN rater_conflicts x ON x.run_id = answer.run_id WHERE answer.id = t.response_id AND x.rater_id = ${actor.userId}))`;
}

/** SQL: why case `c` is one, as text[] in the order of CAUSES. */
const CAUSES_OF = Prisma.sql`array_remove(ARRAY[CASE WHEN c.relaxed_differs THEN 'relaxed' END, CASE WHEN c.strict_differs THEN 'strict' END, CASE WHEN c.differing <> '{}' THEN 'answers' END,
  CASE WHEN c.flagged THEN 'flagged' END, CASE WHEN c.low_confidence THEN 'low-confidence' END, CASE WHEN c.audit THEN 'audit' END], NULL)`;

/** A page of what awaits adjudication by the actor: lowest agreement first, audits last. */
export async function listCases(
  actor: Actor,
  filters: CaseFilters,
  after: Place | null = null,
): Promise<CaseQueue> {
  authorize(actor, "ratings.adjudicate");
  const behind =
    after === null
      ? Prisma.empty
      : Prisma.sql`AND (c.place, c.task_id) > (${after.place}::float8, ${after.taskId}::int)`;
  const [rows, [count], campaigns] = await Promise.all([
    db.$queryRaw<CaseRow[]>`
      WITH page AS (
        SELECT c.task_id, c.place, c.agreement, c.campaign_id, ${CAUSES_OF} AS causes, c.differing, t.revision_id, p.name, p.protocol_version_id
        ${eligibleCases(actor, filters)} ${behind} ORDER BY c.place, c.task_id LIMIT ${CASES_PAGE + 1})
      SELECT c.task_id AS "taskId", c.place, c.agreement, c.campaign_id AS "campaignId", c.name AS campaign, trim(${cell("r", "question")}) AS question,
        ${categoryInSql("r")} AS category, c.causes,
        ARRAY(SELECT q.question->>'label' FROM protocol_versions v CROSS JOIN jsonb_array_elements(v.definition->'questions') WITH ORDINALITY AS q (question, place)
          WHERE v.id = c.protocol_version_id AND q.question->>'key' = ANY(c.differing) ORDER BY q.place) AS differing,
        (SELECT count(*)::int FROM rating_assignments a WHERE a.task_id = c.task_id AND a.judgment_id IS NOT NULL) AS ratings,
        CASE WHEN 'audit' = ANY(c.causes) THEN 0 ELSE (SELECT count(*)::int FROM task_comments d WHERE d.task_id = c.task_id) END AS comments, holder.name AS "heldBy"
      FROM page c JOIN revisions r ON r.id = c.revision_id
      LEFT JOIN adjudication_claims k ON k.task_id = c.task_id AND k.expires_at > now() LEFT JOIN users holder ON holder.id = k.holder_id
      ORDER BY c.place, c.task_id`,
    db.$queryRaw<
      { total: number }[]
    >`SELECT count(*)::int AS total FROM (SELECT 1 ${eligibleCases(actor, filters)} LIMIT ${COUNT_UP_TO + 1}) counted`,
    db.$queryRaw<{ id: number; name: string; cases: number }[]>`
      SELECT p.id, p.name, count(*)::int AS cases FROM adjudication_cases c JOIN campaigns p ON p.id = c.campaign_id GROUP BY p.id ORDER BY p.id DESC`,
  ]);
  const shown = rows.slice(0, CASES_PAGE);
  const last = shown.at(-1);
  return {
    rows: shown,
    total: Math.min(count!.total, COUNT_UP_TO),
    more: count!.total > COUNT_UP_TO,
    campaigns,
    next: rows.length > CASES_PAGE && last ? { place: last.place, taskId: last.taskId } : null,
  };
}

/** How many cases await the actor; counted up to COUNT_UP_TO. */
export async function countCases(actor: Actor): Promise<number> {
  authorize(actor, "ratings.adjudicate");
  const [count] = await db.$queryRaw<
    { total: number }[]
  >`SELECT count(*)::int AS total FROM (SELECT 1 ${eligibleCases(actor, { campaign: null, cause: [] })} LIMIT ${COUNT_UP_TO}) counted`;
  return count!.total;
}

/**
 * A task for those who settle it: one that awaits adjudication, or was adjudicated. The desk takes several at once.
 * @returns them in the order of `taskIds`; what is none, or not for the actor, is left out.
 */
export async function getCases(actor: Actor, taskIds: readonly number[]): Promise<CaseView[]> {
  authorize(actor, "ratings.adjudicate");
  const seen = await Promise.all(
    taskIds.map((taskId) => readCase(db, actor, taskId, "adjudicator")),
  );
  return seen.filter((one) => one !== null);
}

/**
 * The discussion of a task, for its raters once every wanted rating of it is there, and for those who adjudicate.
 * @throws NotFound for anyone else, for a task that never was disputed, and for one that is not fully judged.
 */
export async function getDiscussion(actor: Actor, taskId: number): Promise<CaseView> {
  authorize(actor, "ratings.discuss");
  const seen =
    (may(actor, "ratings.judge") ? await readCase(db, actor, taskId, "rater") : null) ??
    (may(actor, "ratings.adjudicate") ? await readCase(db, actor, taskId, "adjudicator") : null);
  if (seen === null) throw new NotFound("This discussion");
  return seen;
}

/** Disputed tasks of the actor's own that are fully judged, the last spoken of first. */
export async function listDiscussions(actor: Actor): Promise<DiscussionRow[]> {
  authorize(actor, "ratings.judge");
  const rows = await db.$queryRaw<(Omit<DiscussionRow, "lastAt"> & { lastAt: Date | null })[]>`
    WITH mine AS (
      SELECT task_id FROM rating_assignments WHERE rater_id = ${actor.userId} AND judgment_id IS NOT NULL),
    disputed AS (
      SELECT task_id, false AS adjudicated FROM mine JOIN adjudication_cases c USING (task_id) WHERE NOT c.audit
      UNION SELECT task_id, true FROM mine JOIN adjudications USING (task_id) WHERE (
        -- Not what an audit found as all of its raters did.
        SELECT count(DISTINCT (x.relaxed, x.strict)) > 1 OR bool_or(x.doubted) OR bool_or(x.relaxed IS NULL) FROM (
          SELECT j.relaxed, j.strict, j.flagged OR j.low_confidence AS doubted FROM rating_assignments a JOIN judgments j ON j.id = a.judgment_id WHERE a.task_id = mine.task_id
          UNION ALL SELECT d.relaxed, d.strict, FALSE FROM adjudications d WHERE d.task_id = mine.task_id) x) OR EXISTS (SELECT 1 FROM task_comments k WHERE k.task_id = mine.task_id)
      UNION SELECT task_id, false FROM mine JOIN task_comments USING (task_id) WHERE NOT EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = mine.task_id))
    SELECT d.task_id AS "taskId", p.name AS campaign, trim(${cell("r", "question")}) AS question, ${categoryInSql("r")} AS category,
      d.adjudicated, said.comments, said.last_at AS "lastAt"
    FROM disputed d JOIN rating_tasks t ON t.id = d.task_id JOIN campaigns p ON p.id = t.campaign_id JOIN revisions r ON r.id = t.revision_id,
      LATERAL (SELECT count(*)::int AS comments, max(created_at) AS last_at FROM task_comments k WHERE k.task_id = d.task_id) said
    ORDER BY said.last_at DESC NULLS LAST, d.adjudicated, d.task_id LIMIT 200`;
  return rows.map((row) => ({ ...row, lastAt: row.lastAt?.toISOString() ?? null }));
}

interface RatingRecord extends Omit<SeenRater, "own" | "rater"> {
  raterId: number;
  name: string;
  relaxed: boolean | null;
  strict: boolean | null;
  relaxedReason: Reason | null;
  strictReason: Reason | null;
  answers: AnswerColumns[] | null;
}

/** The adjudications of a task, the one that stands first. */
async function readAdjudications(tx: Tx | typeof db, taskId: number) {
  return tx.adjudication.findMany({
    where: { taskId },
    orderBy: { id: "desc" },
    include: { adjudicator: { select: { name: true } }, answers: true },
  });
}

/** Reads a disputed task as one side sees it; null where there is none for the actor. What commands share with pages: they have checked the actor. */
export async function readCase(
  tx: Tx | typeof db,
  actor: Actor,
  taskId: number,
  as: "rater" | "adjudicator",
): Promise<CaseView | null> {
  const [task] = await tx.$queryRaw<
    (AnswersDay & {
      questionId: number;
      revisionId: number;
      cells: string[];
      reviewPolicy: ReviewPolicy;
      reviewOn: string | null;
      response: string;
      stale: boolean;
      campaignId: number;
      campaign: string;
      namesHidden: boolean;
      protocolVersionId: number;
      protocol: string;
      open: boolean;
      audit: boolean;
      eligible: boolean;
      rated: boolean;
    })[]
  >`
    SELECT ${ANSWERS_DAY}, r.question_id AS "questionId", r.id AS "revisionId", r.cells, r.review_policy AS "reviewPolicy", r.review_on::text AS "reviewOn", answer.text AS response,
      ${answeredOtherwiseNow(Prisma.sql`t.revision_id`)} AND ${showsAnswers(Prisma.sql`p.id`)} AS stale, p.id AS "campaignId", p.name AS campaign, p.names_hidden AS "namesHidden",
      p.protocol_version_id AS "protocolVersionId", (SELECT o.name FROM protocols o JOIN protocol_versions v ON v.protocol_id = o.id WHERE v.id = p.protocol_version_id) AS protocol,
      k.task_id IS NOT NULL AS open, coalesce(k.audit, FALSE) AS audit, ${mayAdjudicate(actor)} AS eligible,
      EXISTS (SELECT 1 FROM rating_assignments a WHERE a.task_id = t.id AND a.rater_id = ${actor.userId} AND a.judgment_id IS NOT NULL) AS rated
    FROM rating_tasks t JOIN campaigns p ON p.id = t.campaign_id JOIN campaigns c ON c.id = p.id JOIN responses answer ON answer.id = t.response_id JOIN revisions r ON r.id = t.revision_id LEFT JOIN adjudication_cases k ON k.task_id = t.id
    WHERE t.id = ${taskId} AND NOT t.gold
      AND (SELECT count(*) FROM rating_assignments a WHERE a.task_id = t.id AND a.judgment_id IS NOT NULL) >= t.wanted`;
  if (!task || (as === "rater" ? !task.rated : !task.eligible)) return null;
  // Raters are never told that something of theirs was drawn; whoever audits it does not see what they said.
  const open = task.open && (as === "adjudicator" || !task.audit);
  const audit = open && task.audit;
  const [adjudications, comments, records] = await Promise.all([
    readAdjudications(tx, taskId),
    audit
      ? []
      : tx.taskComment.findMany({
          where: { taskId },
          orderBy: { id: "asc" },
          include: { author: { select: { name: true } } },
        }),
    tx.$queryRaw<RatingRecord[]>`
      SELECT j.rater_id AS "raterId", u.name, j.relaxed, j.strict, j.relaxed_reason AS "relaxedReason", j.strict_reason AS "strictReason", j.comment,
        ${answersOfJudgment(Prisma.sql`j.id`)} AS answers,
        j.low_confidence AS "lowConfidence", j.flagged, (SELECT count(*)::int - 1 FROM judgments chain WHERE chain.task_id = j.task_id AND chain.rater_id = j.rater_id) AS corrections
      FROM rating_assignments a JOIN judgments j ON j.id = a.judgment_id JOIN users u ON u.id = j.rater_id
      WHERE a.task_id = ${taskId} AND NOT ${audit} ORDER BY md5(a.task_id || ' ' || a.rater_id)`,
  ]);
  if (!open && adjudications.length === 0 && comments.length === 0) return null;

  const letters = new Map(records.map((record, place) => [record.raterId, raterLetter(place)]));
  const { eligible } = task;
  const common = {
    audit,
    campaign: { id: task.campaignId, name: task.campaign, namesHidden: task.namesHidden },
    comments: comments.map((comment): SeenComment => ({
      id: comment.id,
      body: comment.body,
      at: comment.createdAt.toISOString(),
      own: comment.authorId === actor.userId,
      author: task.namesHidden
        ? (letters.get(comment.authorId) ?? "Adjudicator")
        : comment.author.name,
    })),
    mayAdjudicate: as === "adjudicator" && eligible && open,
    mayDiscuss: as === "rater" ? task.rated : eligible && !audit,
  };
  const seenRater = ({ raterId, comment, lowConfidence, flagged, corrections }: RatingRecord) => ({
    comment,
    lowConfidence,
    flagged,
    corrections,
    rater: letters.get(raterId)!,
    own: raterId === actor.userId,
  });
  const seenSettlement = (made: (typeof adjudications)[number]) => ({
    id: made.id,
    reason: made.reason,
    at: made.adjudicatedAt.toISOString(),
    by: as === "adjudicator" ? made.adjudicator.name : null,
  });
  if (task.protocolVersionId !== RELAXED_STRICT_VERSION) {
    const definition = await frozenDefinition(tx, task.protocolVersionId);
    const said = (rows: readonly AnswerColumns[]) => {
      const answers = answersOfColumns(rows);
      return { answers, words: answersInWords(definition, answers) };
    };
    const ratings = records.map((record): SeenAnswers => ({
      ...seenRater(record),
      ...said(record.answers ?? []),
    }));
    const answers = ratings.map((rating) => rating.answers);
    const [item] = await readProtocolItems(
      tx,
      [taskId],
      Prisma.sql`LATERAL (SELECT t.id AS task_id, t.campaign_id, 0 AS rater_id) a ON TRUE`,
    );
    const differing = differingQuestions(definition, answers);
    return {
      ...common,
      protocol: { name: task.protocol, definition, differing },
      item: { ...item!, stale: task.stale },
      causes: [
        ...(differing.length > 0 ? ["answers" as const] : []),
        ...doubtsOf(records),
      ] satisfies Cause[],
      agreement: records.length < 2 ? null : answersAgreement(definition, answers),
      ratings,
      adjudications: adjudications.map((made): SeenFinalAnswers => ({
        ...seenSettlement(made),
        ...said(made.answers),
      })),
    };
  }
  const content = contentOfRevision({
    id: task.revisionId,
    cells: task.cells,
    reviewPolicy: task.reviewPolicy,
    reviewOn: task.reviewOn,
  });
  const ratings = records.map((record): SeenRating => ({
    ...seenRater(record),
    ...verdictOf(record),
  }));
  return {
    ...common,
    protocol: null,
    item: {
      taskId,
      questionId: task.questionId,
      revisionId: task.revisionId,
      question: content.question,
      category: categoryOf(content),
      factType: content.factType,
      hops: content.hops,
      answers: content.answers,
      answersOf: answersDay(task),
      sources: content.sources,
      note: content.note,
      effectiveYear: content.effectiveYear,
      response: task.response,
      rich: readMarkdown(task.response),
      stale: task.stale,
    },
    causes: audit ? ["audit"] : causesOf(ratings),
    agreement: ratings.length < 2 ? null : pairAgreement(ratings),
    ratings,
    adjudications: adjudications.map((made): SeenAdjudication => ({
      ...seenSettlement(made),
      ...verdictOf(made),
    })),
  };
}

/** An adjudication that stands, as the list of settled tasks shows it. */
export interface SettledRow {
  taskId: number;
  campaign: string;
  question: string;
  category: Category;
  /** Null under another protocol than Relaxed and Strict. */
  verdict: { relaxed: boolean; strict: boolean } | null;
  /** In the protocol's order; empty where there is a verdict. */
  answers: GivenAnswer[];
  reason: string;
  by: string;
  /** ISO time. */
  at: string;
  /** How many adjudications it superseded. */
  superseded: number;
}

/** The adjudications that stand, the latest first. @param before only those with a smaller id. */
export async function listSettled(
  actor: Actor,
  filters: { campaign: number | null },
  before: number | null = null,
): Promise<{ rows: SettledRow[]; next: number | null }> {
  authorize(actor, "ratings.adjudicate");
  const rows = await db.$queryRaw<
    (Omit<SettledRow, "answers" | "at" | "verdict"> & {
      id: number;
      at: Date;
      protocolVersionId: number;
      relaxed: boolean | null;
      strict: boolean | null;
      answers: AnswerColumns[] | null;
    })[]
  >`
    SELECT d.id, p.protocol_version_id AS "protocolVersionId",
      (SELECT json_agg(json_build_object('questionKey', said.question_key, 'value', said.value, 'cannotTell', said.cannot_tell)) FROM adjudication_answers said WHERE said.adjudication_id = d.id) AS answers, d.task_id AS "taskId", p.name AS campaign, trim(${cell("r", "question")}) AS question, ${categoryInSql("r")} AS category,
      d.relaxed, d.strict, d.reason, u.name AS by, d.adjudicated_at AS at, (SELECT count(*)::int - 1 FROM adjudications chain WHERE chain.task_id = d.task_id) AS superseded
    FROM adjudications d JOIN rating_tasks t ON t.id = d.task_id JOIN campaigns p ON p.id = t.campaign_id JOIN revisions r ON r.id = t.revision_id JOIN users u ON u.id = d.adjudicator_id
    WHERE NOT EXISTS (SELECT 1 FROM adjudications later WHERE later.supersedes_id = d.id) AND ${mayAdjudicate(actor)}
      AND (${filters.campaign}::int IS NULL OR t.campaign_id = ${filters.campaign}::int) AND (${before}::int IS NULL OR d.id < ${before}::int)
    ORDER BY d.id DESC LIMIT ${CASES_PAGE + 1}`;
  const shown = rows.slice(0, CASES_PAGE);
  return {
    rows: await Promise.all(
      shown.map(async ({ id: _id, protocolVersionId, relaxed, strict, answers, ...row }) => ({
        ...row,
        verdict: relaxed === null || strict === null ? null : { relaxed, strict },
        answers:
          answers === null
            ? []
            : answersInWords(
                await frozenDefinition(db, protocolVersionId),
                answersOfColumns(answers),
              ),
        at: row.at.toISOString(),
      })),
    ),
    next: rows.length > CASES_PAGE ? shown.at(-1)!.id : null,
  };
}
