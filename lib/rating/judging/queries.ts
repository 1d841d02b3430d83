import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { batchesBySize } from "@/lib/platform/batches";
import { db, PLAN_KEPT, Prisma, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { categoryOf, contentOfCells } from "@/lib/dataset/questions/cells";
import type { EffectiveYear } from "@/lib/dataset/questions/schema";
import type { Category, FactType, Hops } from "@/lib/dataset/questions/vocabulary";
import { answeredOtherwiseNow, categoryInSql, cell } from "@/lib/dataset/questions/sql";
import { responsesToRate } from "@/lib/runs/responses/sql";
import { withoutCitations } from "./citations";
import { readMarkdown, type Rich } from "./markdown";
import { verdictIn, type VerdictColumns } from "./rules";
import type { OpenCampaign } from "./schema";
import type { DeskStatus, OwnStatus, OwnWorkShow, Verdict } from "./vocabulary";
import { ANSWERS_DAY, answersDay, type AnswersDay } from "./sql";
import { OWN_STATUS, shownOrder } from "./writes";
import {
  answersInWords,
  answersOfColumns,
  type AnswerColumns,
} from "@/lib/rating/protocols/answer-words";
import { frozenDefinition } from "@/lib/rating/protocols/queries";
import { answersAsShown } from "@/lib/rating/protocols/rules";
import { answersOfJudgment, hasTraining, showsAnswers } from "@/lib/rating/protocols/sql";
import {
  RELAXED_STRICT_VERSION,
  type Answers,
  type ProtocolDefinition,
  type Shown,
  type GivenAnswer,
} from "@/lib/rating/protocols/vocabulary";
import { type AddressState } from "@/lib/platform/address";
import { type ownRatingsPage } from "./address";

/*
 * What raters read. Blind by what is selected: nothing here touches the run of a response, its metadata, what programs
 * or other raters said of it, or whether a task is gold.
 */

/** A campaign as its rater sees it. */
export interface MyCampaign {
  id: number;
  name: string;
  instructions: string;
  status: OwnStatus;
  /** ISO day. */
  deadline: string | null;
  /** One's own items. */
  done: number;
  total: number;
  /** Those of all raters together. */
  teamDone: number;
  teamTotal: number;
  /** False: its protocol needs training that the actor has not passed. */
  qualified: boolean;
}

/** The campaigns that the actor rates in, the open ones first. */
export async function listMyCampaigns(actor: Actor): Promise<MyCampaign[]> {
  authorize(actor, "ratings.judge");
  return myCampaigns(actor, null);
}

/** A protocol as raters work by it. */
export interface DeskProtocol {
  name: string;
  definition: ProtocolDefinition;
}

/** What the desk needs to know in addition to its items. */
export interface DeskCampaign extends MyCampaign {
  /** Null: Relaxed and Strict. */
  protocol: DeskProtocol | null;
  idleSeconds: number;
  /** ISO day on which all responses were written; null: not on the same one, or not known. */
  ranOn: string | null;
}

/** The open campaigns in which the actor has items left and may rate them, the nearest deadline first. */
export async function listOpenCampaigns(actor: Actor): Promise<OpenCampaign[]> {
  authorize(actor, "ratings.judge");
  return db.$queryRaw<OpenCampaign[]>`
    SELECT c.id AS "campaignId", c.name, own.left, c.deadline::text AS deadline
    FROM rating_settings s, campaign_raters m JOIN campaigns c ON c.id = m.campaign_id
    CROSS JOIN LATERAL (SELECT count(*)::int AS left FROM rating_assignments a WHERE a.campaign_id = c.id AND a.rater_id = m.rater_id AND a.status <> 'judged') own
    WHERE m.rater_id = ${actor.userId} AND m.left_at IS NULL AND m.paused_at IS NULL AND c.status = 'open' AND own.left > 0 AND ${trainedFor(actor)}
    ORDER BY c.deadline NULLS LAST, c.id DESC`;
}

/** @throws NotFound where the actor is no rater of it, or it has not been opened. */
export async function getDeskCampaign(actor: Actor, campaignId: number): Promise<DeskCampaign> {
  authorize(actor, "ratings.judge");
  const [[campaign], protocol, { idleSeconds }, ranOn] = await Promise.all([
    myCampaigns(actor, campaignId),
    protocolOf(campaignId),
    getRaterStatus(actor),
    commonRunDay(campaignId),
  ]);
  if (!campaign) throw new NotFound("This campaign");
  return { ...campaign, protocol, idleSeconds, ranOn };
}

/**
 * The day on which all runs answered whose responses are rated in a campaign, gold included; null where one of them answered
 * on another day, or no one knows when: a day that only some responses have would tell runs, or gold, apart.
 */
async function commonRunDay(campaignId: number): Promise<string | null> {
  const [row] = await db.$queryRaw<{ ranOn: string | null }[]>`
    SELECT CASE WHEN count(*) = count(m.ran_on) AND count(DISTINCT m.ran_on) = 1 THEN min(m.ran_on)::text END AS "ranOn" FROM model_runs m
    WHERE m.id IN (SELECT run_id FROM campaign_runs WHERE campaign_id = ${campaignId} UNION
      SELECT unnest(run_ids) FROM rating_tasks WHERE campaign_id = ${campaignId} AND gold)`;
  return row!.ranOn;
}

/** The protocol of an opened campaign; null: Relaxed and Strict. */
async function protocolOf(campaignId: number): Promise<DeskProtocol | null> {
  const campaign = await db.campaign.findUnique({
    where: { id: campaignId, protocolVersionId: { not: RELAXED_STRICT_VERSION } },
    select: {
      protocolVersionId: true,
      protocol: { select: { protocol: { select: { name: true } } } },
    },
  });
  return (
    campaign && {
      name: campaign.protocol.protocol.name,
      definition: await frozenDefinition(db, campaign.protocolVersionId),
    }
  );
}

/**
 * Returns how a campaign and the actor's own items in it stand, found by the campaign or by one of its tasks; null where
 * the actor is no rater of it.
 * @param counted false: the status alone, whose cost does not grow with the actor's items
 */
export async function getDeskStatus(
  actor: Actor,
  of: { campaignId: number } | { taskId: number },
  counted = true,
): Promise<DeskStatus | null> {
  authorize(actor, "ratings.judge");
  const campaign =
    "campaignId" in of
      ? Prisma.sql`${of.campaignId}`
      : Prisma.sql`(SELECT campaign_id FROM rating_tasks WHERE id = ${of.taskId})`;
  const [row] = await db.$queryRaw<DeskStatus[]>`
    SELECT ${OWN_STATUS} AS status, own.done, own.total FROM campaigns c JOIN campaign_raters m ON m.campaign_id = c.id AND m.rater_id = ${actor.userId} AND m.left_at IS NULL
    CROSS JOIN LATERAL (${
      counted
        ? Prisma.sql`SELECT count(*) FILTER (WHERE a.status = 'judged')::int AS done, count(*)::int AS total FROM rating_assignments a WHERE a.campaign_id = c.id AND a.rater_id = m.rater_id`
        : Prisma.sql`SELECT NULL::int AS done, NULL::int AS total`
    }) own
    WHERE c.id = ${campaign} AND c.status <> 'draft'`;
  return row ?? null;
}

/** Whether the actor has the training that Relaxed and Strict asks for, or it asks for none, and what counts as a break. */
export async function getRaterStatus(
  actor: Actor,
): Promise<{ idleSeconds: number; qualified: boolean }> {
  authorize(actor, "ratings.judge");
  const [row] = await db.$queryRaw<{ idleSeconds: number; qualified: boolean }[]>`
    SELECT idle_seconds AS "idleSeconds", NOT training_required OR EXISTS (SELECT 1 FROM qualifications WHERE rater_id = ${actor.userId}) AS qualified FROM rating_settings`;
  return row!;
}

/** SQL: the actor may rate in campaign `c`; `s` are the settings. */
const trainedFor = (actor: Actor) =>
  hasTraining(Prisma.sql`${actor.userId}`, Prisma.sql`c.protocol_version_id`, Prisma.sql`s`);

async function myCampaigns(actor: Actor, only: number | null): Promise<MyCampaign[]> {
  return db.$queryRaw<MyCampaign[]>`
    SELECT c.id, c.name, c.instructions, ${OWN_STATUS} AS status, c.deadline::text AS deadline,
      count(*) FILTER (WHERE a.rater_id = m.rater_id AND a.status = 'judged')::int AS done, count(*) FILTER (WHERE a.rater_id = m.rater_id)::int AS total,
      count(*) FILTER (WHERE a.status = 'judged')::int AS "teamDone", count(a.id)::int AS "teamTotal", bool_and(${trainedFor(actor)}) AS qualified
    FROM rating_settings s, campaign_raters m JOIN campaigns c ON c.id = m.campaign_id LEFT JOIN rating_assignments a ON a.campaign_id = c.id
    WHERE m.rater_id = ${actor.userId} AND m.left_at IS NULL AND c.status <> 'draft' AND (${only}::int IS NULL OR c.id = ${only}::int)
    GROUP BY c.id, m.paused_at ORDER BY c.status = 'open' DESC, c.status = 'paused' DESC, c.deadline NULLS LAST, c.id DESC`;
}

/** One response to be judged, with everything that its verdict needs. */
export interface RatingItem {
  taskId: number;
  questionId: number;
  /** The revision whose answers are the ground truth. */
  revisionId: number;
  question: string;
  category: Category;
  factType: FactType;
  hops: Hops;
  answers: string[];
  /** ISO day of these answers: see answersDay(). */
  answersOf: string | null;
  sources: string[];
  note: string;
  effectiveYear: EffectiveYear | null;
  /** As it came, unchanged. */
  response: string;
  /** Its Markdown read; null: it is shown as it is. */
  rich: Rich[] | null;
}

/** Items of Relaxed and Strict that the actor was given, in the order of `taskIds`; others are left out. */
export async function getRatingItems(
  actor: Actor,
  taskIds: readonly number[],
): Promise<RatingItem[]> {
  authorize(actor, "ratings.judge");
  if (taskIds.length === 0) return [];
  const rows = await db.$queryRaw<
    (AnswersDay & {
      taskId: number;
      questionId: number;
      revisionId: number;
      cells: string[];
      response: string;
    })[]
  >`
    ${PLAN_KEPT} SELECT t.id AS "taskId", r.question_id AS "questionId", r.id AS "revisionId", r.cells, p.text AS response, ${ANSWERS_DAY}
    FROM unnest(${[...taskIds]}::int[]) WITH ORDINALITY AS wanted (id, place)
    JOIN rating_tasks t ON t.id = wanted.id
    JOIN rating_assignments a ON a.task_id = t.id AND a.rater_id = ${actor.userId} AND a.status <> 'pending'
    JOIN responses p ON p.id = t.response_id
    JOIN campaigns c ON c.id = t.campaign_id AND c.protocol_version_id = ${RELAXED_STRICT_VERSION}
    JOIN revisions r ON r.id = t.revision_id
    ORDER BY wanted.place`;
  return rows.map(({ cells, releases, openedOn, ...row }) => {
    const content = contentOfCells(row.revisionId, cells);
    return {
      ...row,
      question: content.question,
      category: categoryOf(content),
      factType: content.factType,
      hops: content.hops,
      answers: content.answers,
      answersOf: answersDay({ releases, openedOn }),
      sources: content.sources,
      note: content.note,
      effectiveYear: content.effectiveYear,
      rich: readMarkdown(row.response),
    };
  });
}

/** A text that an item shows: a response, or the one reference that is rated. */
export interface ShownReference {
  place: number;
  title: string | null;
  url: string | null;
  text: string;
}

/** A response as an item of a protocol shows it. */
export interface ShownResponse {
  /** Which one it is of those shown, from 1: an answer names it by that. Another one in each item, whatever its run. */
  place: number;
  text: string;
  /** Its Markdown read; null: it is shown as it is. */
  rich: Rich[] | null;
  /** Empty where the protocol shows none. */
  references: ShownReference[];
}

/** An item of a campaign under another protocol than Relaxed and Strict. What the protocol does not show is empty. */
export interface ProtocolItem {
  taskId: number;
  questionId: number;
  revisionId: number;
  question: string;
  answers: string[];
  /** ISO day of these answers: see answersDay(); null also where they are not shown. */
  answersOf: string | null;
  sources: string[];
  note: string;
  /** In the order in which this rater sees them; none where a reference is rated. */
  responses: ShownResponse[];
  /** The reference that is rated, where the unit is one. */
  reference: ShownReference | null;
}

/** Items that the actor was given, in the order of `taskIds`; others are left out, and so is what the protocol hides. */
export async function getProtocolItems(
  actor: Actor,
  taskIds: readonly number[],
): Promise<ProtocolItem[]> {
  authorize(actor, "ratings.judge");
  return readProtocolItems(
    db,
    taskIds,
    Prisma.sql`rating_assignments a ON a.task_id = t.id AND a.rater_id = ${actor.userId} AND a.status <> 'pending'`,
  );
}

/** In one answer to a desk; one item is given whatever its length. */
const ITEMS_AT_ONCE = { bytes: 1_000_000, count: 10 };

/** As many of these items that the actor was given, from the first on, as one answer should hold. */
export async function itemsAtOnce(actor: Actor, taskIds: readonly number[]): Promise<number[]> {
  authorize(actor, "ratings.judge");
  if (taskIds.length < 2) return [...taskIds];
  const sizes = await db.$queryRaw<{ taskId: number; bytes: number }[]>`
    SELECT t.id AS "taskId", coalesce(sum(octet_length(p.text) + CASE WHEN (v.definition->'shows'->>'references')::boolean THEN (
      SELECT coalesce(sum(octet_length(f.text)), 0) FROM response_references f WHERE f.response_id = p.id) ELSE 0 END), 0)::float8 AS bytes
    FROM unnest(${[...taskIds]}::int[]) WITH ORDINALITY AS wanted (id, place)
    JOIN rating_tasks t ON t.id = wanted.id
    JOIN rating_assignments a ON a.task_id = t.id AND a.rater_id = ${actor.userId} AND a.status <> 'pending'
    JOIN campaigns c ON c.id = t.campaign_id JOIN protocol_versions v ON v.id = c.protocol_version_id
    -- Where one reference is rated, none of this is shown, and it alone is never long.
    LEFT JOIN LATERAL (
      SELECT t.response_id AS id WHERE t.reference_place IS NULL UNION ALL SELECT u.response_id FROM task_responses u WHERE u.task_id = t.id
    ) one ON true LEFT JOIN responses p ON p.id = one.id
    GROUP BY t.id, wanted.place ORDER BY wanted.place`;
  return (batchesBySize(sizes, ITEMS_AT_ONCE)[0] ?? []).map(({ taskId }) => taskId);
}

/**
 * Items as their raters see them, and no more. What queries share: they have checked the actor.
 * @param given SQL behind JOIN that says of which tasks `t`, with the columns of `rating_assignments a`
 */
export async function readProtocolItems(
  tx: Tx,
  taskIds: readonly number[],
  given: Prisma.Sql,
): Promise<ProtocolItem[]> {
  if (taskIds.length === 0) return [];
  const rows = await tx.$queryRaw<
    (AnswersDay & {
      taskId: number;
      questionId: number;
      revisionId: number;
      cells: string[];
      shows: Shown;
      responses:
        | {
            place: number;
            text: string;
            cited: number[] | null;
            references: ShownReference[] | null;
          }[]
        | null;
      reference: ShownReference | null;
    })[]
  >`
    SELECT t.id AS "taskId", r.question_id AS "questionId", r.id AS "revisionId", r.cells, v.definition->'shows' AS shows, shown.responses, ${ANSWERS_DAY},
      CASE WHEN t.reference_place IS NOT NULL THEN (
        SELECT ${referenceInJson} FROM response_references f WHERE f.response_id = t.response_id AND f.place = t.reference_place) END AS reference
    FROM unnest(${[...taskIds]}::int[]) WITH ORDINALITY AS wanted (id, place)
    JOIN rating_tasks t ON t.id = wanted.id
    JOIN ${given}
    JOIN campaigns c ON c.id = t.campaign_id JOIN protocol_versions v ON v.id = c.protocol_version_id
    JOIN revisions r ON r.id = t.revision_id
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('place', one.at, 'text', p.text, 'cited', (
        SELECT json_agg(f.place) FROM response_references f WHERE f.response_id = p.id), 'references', CASE WHEN (v.definition->'shows'->>'references')::boolean THEN (
        SELECT json_agg(${referenceInJson} ORDER BY f.place) FROM response_references f WHERE f.response_id = p.id) END) ORDER BY one.at) AS responses
      FROM (
        SELECT t.response_id, 1 AS at WHERE t.response_id IS NOT NULL AND t.reference_place IS NULL
        UNION ALL SELECT u.response_id, array_position(${shownOrder("t.id")}, u.place) FROM task_responses u WHERE u.task_id = t.id
      ) one JOIN responses p ON p.id = one.response_id) shown
    ORDER BY wanted.place`;
  return rows.map(({ cells, shows, responses, reference, releases, openedOn, ...row }) => {
    const content = contentOfCells(row.revisionId, cells);
    return {
      ...row,
      question: content.question,
      answers: shows.correctAnswers ? content.answers : [],
      answersOf: shows.correctAnswers ? answersDay({ releases, openedOn }) : null,
      note: shows.correctAnswers ? content.note : "",
      sources: shows.evidence ? content.sources : [],
      responses: (responses ?? []).map(({ place, text: given, cited, references }) => {
        const text = shows.marks === "removed" ? withoutCitations(given, new Set(cited)) : given;
        const beside = new Set(references?.map((reference) => reference.place));
        return {
          place,
          text,
          rich: readMarkdown(text, { places: beside }),
          references: references ?? [],
        };
      }),
      reference,
    };
  });
}

/** SQL: a reference `f` as it is shown. */
const referenceInJson = Prisma.sql`json_build_object('place', f.place, 'title', f.title, 'url', f.url, 'text', f.text)`;

// Own work --------------------------------------------------------------------------------------------------------

/** SQL: raters of campaign `c` see the correct answers, and those of a row's revision are others now. */
const STALE = (row: "j" | "t") =>
  Prisma.sql`(${answeredOtherwiseNow(Prisma.raw(`${row}.revision_id`))} AND ${showsAnswers(Prisma.sql`c.id`)})`;

export const OWN_WORK_PAGE = 50;

/** A judgment of the actor's own. */
export interface OwnJudgment {
  id: number;
  taskId: number;
  campaignId: number;
  campaign: string;
  questionId: number;
  question: string;
  category: Category;
  /** Null under another protocol than Relaxed and Strict. */
  verdict: Verdict | null;
  /** What was answered under another protocol, in words. */
  answers: GivenAnswer[];
  comment: string;
  lowConfidence: boolean;
  flagged: boolean;
  /** ISO moment. */
  judgedAt: string;
  activeMs: number;
  /** How often it was corrected before it became this one. */
  corrections: number;
  /** Adjudicated ones cannot be corrected any more. */
  adjudicated: boolean;
  /** The question has other answers now than those it was judged by. */
  stale: boolean;
  /** The final verdict and its explanation, told once the campaign is closed; never of gold, which stays gold. */
  final: (Pick<Verdict, "relaxed" | "strict"> & { reason: string; same: boolean }) | null;
}

export interface OwnWork {
  rows: OwnJudgment[];
  /** The ids to page by: judgments after (newer) and before (older) these. */
  newer: number | null;
  older: number | null;
}

type OwnWorkFilter = Partial<AddressState<typeof ownRatingsPage>>;

/**
 * SQL: the adjudication that stands of a judgment `j` of the rater's own, of a closed campaign. None of a response that is
 * gold anywhere, nor of one that the rater has still to rate in another campaign: it must not be known by then.
 */
const finalOfOwn = (raterId: number) => Prisma.sql`(
  SELECT d.relaxed, d.strict, d.reason, d.relaxed = j.relaxed AND d.strict = j.strict AS same
  FROM adjudications d JOIN rating_tasks t ON t.id = d.task_id JOIN campaigns closed ON closed.id = t.campaign_id
  WHERE d.task_id = j.task_id AND closed.status = 'closed' AND d.relaxed IS NOT NULL
    AND NOT EXISTS (SELECT FROM adjudications later WHERE later.supersedes_id = d.id)
    AND NOT t.gold AND NOT EXISTS (SELECT FROM rating_tasks checks WHERE checks.gold AND checks.response_id = j.response_id)
    AND NOT EXISTS (SELECT FROM gold_verdicts g WHERE g.response_id = j.response_id AND g.kind <> 'withdrawn'
      AND NOT EXISTS (SELECT FROM gold_verdicts later WHERE later.response_id = g.response_id AND later.id > g.id AND later.kind = 'withdrawn'))
    AND NOT EXISTS (SELECT FROM gold_answers g WHERE g.response_id = j.response_id AND g.kind <> 'withdrawn'
      AND NOT EXISTS (SELECT FROM gold_answers later WHERE later.response_id = g.response_id AND later.reference_place IS NOT DISTINCT FROM g.reference_place
        AND later.protocol_version_id = g.protocol_version_id AND later.id > g.id AND later.kind = 'withdrawn'))
    AND j.response_id NOT IN ${responsesToRate(raterId)})`;

/** SQL: which judgments `j` of a rater are shown. */
const shownOf = (show: OwnWorkShow, raterId: number): Prisma.Sql =>
  ({
    "not-sure": Prisma.sql`j.low_confidence`,
    flagged: Prisma.sql`j.flagged`,
    corrected: Prisma.sql`j.supersedes_id IS NOT NULL`,
    stale: Prisma.sql`${answeredOtherwiseNow(Prisma.sql`j.revision_id`)} AND ${showsAnswers(Prisma.sql`j.campaign_id`)}`,
    differs: Prisma.sql`EXISTS (SELECT FROM ${finalOfOwn(raterId)} f WHERE NOT f.same)`,
  })[show];

/** One's own judgments that count, the latest first. @param before only judgments with a smaller id. */
export async function listOwnWork(actor: Actor, filter: OwnWorkFilter = {}): Promise<OwnWork> {
  authorize(actor, "ratings.judge");
  const { campaign = null, show = null, q = "", before = null, after = null } = filter;
  const backwards = before === null && after !== null;
  const place =
    before !== null
      ? Prisma.sql`AND j.id < ${before}`
      : after !== null
        ? Prisma.sql`AND j.id > ${after}`
        : Prisma.empty;
  const rows = await db.$queryRaw<
    (Omit<OwnJudgment, "judgedAt" | "verdict" | "answers"> &
      VerdictColumns & {
        judgedAt: Date;
        protocolVersionId: number;
        shownOrder: number[];
        answers: AnswerColumns[] | null;
      })[]
  >`
    WITH own AS (
      SELECT j.* FROM judgments j
      WHERE j.rater_id = ${actor.userId} AND NOT EXISTS (SELECT 1 FROM judgments later WHERE later.supersedes_id = j.id)
        ${place} ${campaign === null ? Prisma.empty : Prisma.sql`AND j.campaign_id = ${campaign}`}
        ${show === null ? Prisma.empty : Prisma.sql`AND ${shownOf(show, actor.userId)}`}
        ${q === "" ? Prisma.empty : Prisma.sql`AND EXISTS (SELECT FROM revisions r WHERE r.id = j.revision_id AND strpos(lower(${cell("r", "question")}), lower(${q})) > 0)`}
      ORDER BY j.id ${backwards ? Prisma.sql`ASC` : Prisma.sql`DESC`} LIMIT ${OWN_WORK_PAGE + 1})
    SELECT j.id, j.task_id AS "taskId", j.campaign_id AS "campaignId", c.name AS campaign, r.question_id AS "questionId", ${cell("r", "question")} AS question,
      ${categoryInSql("r")} AS category,
      j.relaxed, j.strict, j.relaxed_reason AS "relaxedReason", j.strict_reason AS "strictReason", j.comment, j.low_confidence AS "lowConfidence", j.flagged,
      j.judged_at AS "judgedAt", j.active_ms AS "activeMs", c.protocol_version_id AS "protocolVersionId", j.shown_order AS "shownOrder",
      CASE WHEN j.relaxed IS NULL THEN ${answersOfJudgment(Prisma.sql`j.id`)} END AS answers,
      (SELECT count(*)::int - 1 FROM judgments chain WHERE chain.task_id = j.task_id AND chain.rater_id = j.rater_id) AS corrections,
      EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = j.task_id) AS adjudicated, ${STALE("j")} AS stale,
      (SELECT to_json(f) FROM ${finalOfOwn(actor.userId)} f) AS final
    FROM own j JOIN campaigns c ON c.id = j.campaign_id JOIN revisions r ON r.id = j.revision_id ORDER BY j.id DESC`;
  const more = rows.length > OWN_WORK_PAGE;
  const shown = more ? (backwards ? rows.slice(1) : rows.slice(0, OWN_WORK_PAGE)) : rows;
  return {
    rows: await Promise.all(
      shown.map(
        async ({
          relaxed,
          strict,
          relaxedReason,
          strictReason,
          protocolVersionId,
          shownOrder: order,
          answers,
          judgedAt,
          ...row
        }) => {
          const verdict = verdictIn({ relaxed, strict, relaxedReason, strictReason });
          const said = async () => {
            const definition = await frozenDefinition(db, protocolVersionId);
            const given = answersAsShown(definition, answersOfColumns(answers ?? []), order);
            return answersInWords(definition, given);
          };
          return {
            ...row,
            verdict,
            answers: verdict === null ? await said() : [],
            judgedAt: judgedAt.toISOString(),
          };
        },
      ),
    ),
    newer: shown.length > 0 && (backwards ? more : before !== null) ? shown[0]!.id : null,
    older: shown.length > 0 && (backwards || more) ? shown.at(-1)!.id : null,
  };
}

/** One state of a judgment: the first, or a correction. */
interface JudgmentState extends Pick<
  OwnJudgment,
  "id" | "verdict" | "answers" | "comment" | "lowConfidence" | "flagged" | "judgedAt" | "activeMs"
> {
  clientKey: string;
  /** The answers under another protocol than Relaxed and Strict, by the responses as they are shown. */
  given: Answers;
  /** Why it was corrected; empty for the first. */
  correction: string;
}

/** A judgment of one's own with what it is about and its history, the latest state first. */
export type OwnJudgmentDetail = {
  campaignId: number;
  campaign: string;
  adjudicated: boolean;
  /** The question has other answers now than those it was judged by. */
  stale: boolean;
  states: JudgmentState[];
} & ({ protocol: null; item: RatingItem } | { protocol: DeskProtocol; item: ProtocolItem });

/** @throws NotFound where the actor has not judged the task. */
export async function getOwnJudgment(actor: Actor, taskId: number): Promise<OwnJudgmentDetail> {
  authorize(actor, "ratings.judge");
  const [states, [task]] = await Promise.all([
    db.judgment.findMany({
      where: { taskId, raterId: actor.userId },
      orderBy: { id: "desc" },
      select: {
        id: true,
        relaxed: true,
        strict: true,
        relaxedReason: true,
        strictReason: true,
        comment: true,
        lowConfidence: true,
        flagged: true,
        judgedAt: true,
        activeMs: true,
        clientKey: true,
        correction: true,
        shownOrder: true,
        answers: true,
      },
    }),
    db.$queryRaw<{ campaignId: number; campaign: string; adjudicated: boolean; stale: boolean }[]>`
      SELECT c.id AS "campaignId", c.name AS campaign, EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id) AS adjudicated,
        ${STALE("t")} AS stale
      FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id WHERE t.id = ${taskId}`,
  ]);
  if (!task || states.length === 0) throw new NotFound("This rating");
  const protocol = await protocolOf(task.campaignId);
  const of =
    protocol === null
      ? { protocol, item: (await getRatingItems(actor, [taskId]))[0] }
      : { protocol, item: (await getProtocolItems(actor, [taskId]))[0] };
  if (of.item === undefined) throw new NotFound("This rating");
  return {
    ...task,
    ...(of as { protocol: null; item: RatingItem }),
    states: states.map(
      ({
        relaxed,
        strict,
        relaxedReason,
        strictReason,
        shownOrder: order,
        answers,
        judgedAt,
        ...state
      }) => {
        const given =
          protocol === null
            ? {}
            : answersAsShown(protocol.definition, answersOfColumns(answers), order);
        return {
          ...state,
          verdict: verdictIn({ relaxed, strict, relaxedReason, strictReason }),
          given,
          answers: protocol === null ? [] : answersInWords(protocol.definition, given),
          judgedAt: judgedAt.toISOString(),
        };
      },
    ),
  };
}

/** How often the final verdicts of a closed campaign are one's own. */
export interface OwnAgreement {
  campaignId: number;
  campaign: string;
  /** Own judgments whose responses an adjudicator settled, gold left out. */
  settled: number;
  relaxed: number;
  strict: number;
  /** Both modes. */
  same: number;
}

/**
 * Of each closed campaign how often one's own judgment is what an adjudicator settled, the latest first. Gold is left out:
 * it must not be known by what is told of it. Nothing of other protocols, where nothing is simply the same.
 */
export async function listOwnAgreement(actor: Actor): Promise<OwnAgreement[]> {
  authorize(actor, "ratings.judge");
  return db.$queryRaw<OwnAgreement[]>`
    SELECT c.id AS "campaignId", c.name AS campaign, count(*)::int AS settled, (count(*) FILTER (WHERE f.relaxed = j.relaxed))::int AS relaxed,
      (count(*) FILTER (WHERE f.strict = j.strict))::int AS strict, (count(*) FILTER (WHERE f.same))::int AS same
    FROM judgments j CROSS JOIN LATERAL ${finalOfOwn(actor.userId)} f JOIN campaigns c ON c.id = j.campaign_id
    WHERE j.rater_id = ${actor.userId} AND NOT EXISTS (SELECT FROM judgments later WHERE later.supersedes_id = j.id)
    GROUP BY c.id ORDER BY c.id DESC`;
}

/** What one did on a day of the dataset's time zone. */
interface PaceDay {
  /** ISO day. */
  day: string;
  judged: number;
  corrected: number;
  /** Milliseconds at work, breaks not counted. */
  activeMs: number;
}

export interface OwnPace {
  /** The last thirty days on which one judged, the latest first. */
  days: PaceDay[];
  judged: number;
  activeMs: number;
  timeZone: string;
  idleSeconds: number;
}

export async function getOwnPace(actor: Actor): Promise<OwnPace> {
  authorize(actor, "ratings.judge");
  const [days, [all]] = await Promise.all([
    db.$queryRaw<PaceDay[]>`
      SELECT (judged_at AT TIME ZONE s.time_zone)::date::text AS day, (count(*) FILTER (WHERE supersedes_id IS NULL))::int AS judged,
        (count(*) FILTER (WHERE supersedes_id IS NOT NULL))::int AS corrected, sum(active_ms)::float8 AS "activeMs"
      FROM judgments, dataset_settings s WHERE rater_id = ${actor.userId} GROUP BY 1 ORDER BY 1 DESC LIMIT 30`,
    db.$queryRaw<Omit<OwnPace, "days">[]>`
      SELECT (count(j.id) FILTER (WHERE j.supersedes_id IS NULL))::int AS judged, coalesce(sum(j.active_ms), 0)::float8 AS "activeMs", s.time_zone AS "timeZone", o.idle_seconds AS "idleSeconds"
      FROM dataset_settings s, rating_settings o LEFT JOIN judgments j ON j.rater_id = ${actor.userId} GROUP BY s.time_zone, o.idle_seconds`,
  ]);
  return { days, ...all! };
}

/** How rating is done in this dataset. */
export interface RatingSettingsView {
  trainingRequired: boolean;
  qualifyAt: number;
  idleSeconds: number;
  /** ISO moment: names the state that an edit is based on. */
  updatedAt: string;
}

export async function getRatingSettings(actor: Actor): Promise<RatingSettingsView> {
  authorize(actor, "campaigns.manage");
  const settings = await db.ratingSettings.findUniqueOrThrow({
    where: { id: 1 },
    select: { trainingRequired: true, qualifyAt: true, idleSeconds: true, updatedAt: true },
  });
  return { ...settings, updatedAt: settings.updatedAt.toISOString() };
}
