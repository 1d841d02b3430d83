import { acceptedAnswers, answerCellsOf, cellOf } from "@/lib/dataset/questions/cells";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { containing } from "@/lib/platform/like";
import { pageInSql, type ListPage } from "@/lib/platform/lists";
import { cell, OTHER_ANSWERS } from "@/lib/dataset/questions/sql";
import { countStillToRate } from "@/lib/runs/responses/queries";
import { responsesToRate } from "@/lib/runs/responses/sql";
import type { Reason, Verdict } from "@/lib/rating/judging/vocabulary";
import type { GoldPageState } from "@/lib/rating/gold/address";
import { goldBy } from "@/lib/rating/gold/sql";
import { standingGold } from "./writes";
import { type RunChoice, getCampaignChoices, RUN_LABEL } from "./queries";

// Gold ------------------------------------------------------------------------------------------------------------

/** A response in the list to choose gold from. */
export interface GoldListItem {
  responseId: number;
  run: string;
  question: string;
  /** The beginning of the response. */
  text: string;
  gold: {
    relaxed: boolean;
    strict: boolean;
    setBy: string;
    createdAt: string;
    stale: boolean;
  } | null;
}

export interface GoldList extends ListPage<GoldListItem> {
  runs: RunChoice[];
  /** Responses of the run, or of all, that the reader has still to rate: they are not listed, gold or not. */
  stillToRate: number;
}

const GOLD_PER_PAGE = 30;

/**
 * Without a run: every gold response, newest first. With one: its responses, searched by question or response. Without those
 * that the actor has still to rate: that one is gold, and its verdict, would tell them what to say.
 */
export async function listGold(
  actor: Actor,
  state: Omit<GoldPageState, "protocol">,
): Promise<GoldList> {
  authorize(actor, "campaigns.manage");
  const like = containing(state.search);
  const chosen = Prisma.sql`
    FROM responses p JOIN revisions r ON r.id = p.revision_id LEFT JOIN gold_responses g ON g.response_id = p.id
    WHERE ${state.run === null ? Prisma.sql`g.response_id IS NOT NULL` : Prisma.sql`p.run_id = ${state.run}`} AND p.id NOT IN ${responsesToRate(actor.userId)}
      AND ${state.search === "" ? Prisma.sql`TRUE` : Prisma.sql`(${cell("r", "question")} ILIKE ${like} OR p.text ILIKE ${like})`}`;
  const [{ runs }, stillToRate, items, total] = await Promise.all([
    getCampaignChoices(actor),
    countStillToRate(actor, { runs: state.run === null ? [] : [state.run] }),
    db.$queryRaw<
      {
        responseId: number;
        run: string;
        question: string;
        text: string;
        relaxed: boolean | null;
        strict: boolean | null;
        setBy: string | null;
        createdAt: Date | null;
        stale: boolean;
      }[]
    >`
      SELECT p.id AS "responseId", ${RUN_LABEL} AS run, trim(${cell("r", "question")}) AS question, left(p.text, 240) AS text, g.relaxed, g.strict, u.name AS "setBy", g.created_at AS "createdAt",
        ${OTHER_ANSWERS} AS stale
      FROM (SELECT p.id ${chosen} ORDER BY g.created_at DESC NULLS LAST, p.id ${pageInSql(state.page, GOLD_PER_PAGE)}) page
        JOIN responses p ON p.id = page.id JOIN revisions r ON r.id = p.revision_id JOIN model_runs run ON run.id = p.run_id JOIN models m ON m.id = run.model_id
        LEFT JOIN gold_responses g ON g.response_id = p.id LEFT JOIN users u ON u.id = g.set_by
        LEFT JOIN revisions older ON older.id = g.revision_id LEFT JOIN question_heads h ON h.question_id = older.question_id LEFT JOIN revisions newer ON newer.id = h.revision_id
      ORDER BY g.created_at DESC NULLS LAST, p.id`,
    db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${chosen}`,
  ]);
  return {
    runs,
    stillToRate,
    total: total[0]!.count,
    page: state.page,
    pageSize: GOLD_PER_PAGE,
    rows: items.map(
      ({ responseId, run, question, text, relaxed, strict, setBy, createdAt, stale }) => ({
        responseId,
        run,
        question,
        text,
        gold:
          relaxed === null || strict === null
            ? null
            : { relaxed, strict, setBy: setBy!, createdAt: createdAt!.toISOString(), stale },
      }),
    ),
  };
}

/** A gold verdict as the form shows it. */
type SettledGold = Verdict & { explanation: string; createdAt: string; setBy: string };

/** Answers that a response can be settled by. */
export interface GoldAnswers {
  /** Those of the run's release, or those that the question has now, where these differ. */
  by: "release" | "present";
  revisionId: number;
  answers: string[];
  note: string;
  falsePremise: boolean;
  /** The verdict that is by these answers; null: there is none yet. */
  gold: SettledGold | null;
}

/** A response with everything needed to settle it. */
export interface GoldForm {
  responseId: number;
  run: { runId: number; label: string };
  release: string;
  questionId: number;
  question: string;
  text: string;
  /** One or two; those of the verdict that stands first. */
  choices: GoldAnswers[];
  /** When the verdict that stands was set, by whichever answers; null: the response is not gold. */
  standing: string | null;
  /** Campaigns check their raters by it. */
  inUse: boolean;
}

/** @throws NotFound also for a response that the actor has still to rate */
export async function getGoldForm(actor: Actor, responseId: number): Promise<GoldForm> {
  authorize(actor, "campaigns.manage");
  const [row] = await db.$queryRaw<
    {
      runId: number;
      label: string;
      release: string;
      questionId: number;
      revisionId: number;
      presentId: number | null;
      cells: string[];
      text: string;
      inUse: boolean;
    }[]
  >`
    SELECT p.run_id AS "runId", ${RUN_LABEL} AS label, rel.name AS release, p.question_id AS "questionId", p.revision_id AS "revisionId", r.cells, p.text,
      CASE WHEN newer.status = 'active' AND NOT same_truth(r, newer) THEN newer.id END AS "presentId",
      EXISTS (SELECT FROM rating_tasks t WHERE t.response_id = p.id AND t.gold) AS "inUse"
    FROM responses p JOIN revisions r ON r.id = p.revision_id JOIN model_runs run ON run.id = p.run_id JOIN models m ON m.id = run.model_id JOIN releases rel ON rel.id = run.release_id
      JOIN question_heads h ON h.question_id = p.question_id JOIN revisions newer ON newer.id = h.revision_id
    WHERE p.id = ${responseId} AND p.id NOT IN ${responsesToRate(actor.userId)}`;
  if (!row) throw new NotFound("This response");
  const [gold, ofRelease, ofPresent] = await Promise.all([
    standingGold(db, responseId),
    goldAnswers(responseId, "release", row.revisionId),
    row.presentId === null ? null : goldAnswers(responseId, "present", row.presentId),
  ]);
  const choices = ofPresent === null ? [ofRelease] : [ofRelease, ofPresent];
  const standing = gold?.createdAt.toISOString() ?? null;
  return {
    responseId,
    run: { runId: row.runId, label: row.label },
    release: row.release,
    questionId: row.questionId,
    question: cellOf(row.cells, "question").trim(),
    text: row.text,
    inUse: row.inUse,
    standing,
    choices:
      standing !== null && ofPresent?.gold?.createdAt === standing ? choices.toReversed() : choices,
  };
}

async function goldAnswers(
  responseId: number,
  by: GoldAnswers["by"],
  revisionId: number,
): Promise<GoldAnswers> {
  const [row] = await db.$queryRaw<
    ({
      cells: string[];
      falsePremise: boolean;
      setBy: string | null;
      createdAt: Date | null;
      explanation: string | null;
    } & VerdictColumns)[]
  >`
    SELECT r.cells, r.false_premise AS "falsePremise", g.relaxed, g.strict, g.relaxed_reason AS "relaxedReason", g.strict_reason AS "strictReason", g.explanation, g.created_at AS "createdAt", u.name AS "setBy"
    FROM revisions r LEFT JOIN LATERAL ${goldBy(Prisma.sql`r.id`, Prisma.sql`g.response_id = ${responseId}::int`)} g ON TRUE LEFT JOIN users u ON u.id = g.set_by WHERE r.id = ${revisionId}::int`;
  const {
    cells,
    falsePremise,
    relaxed,
    strict,
    relaxedReason,
    strictReason,
    explanation,
    createdAt,
    setBy,
  } = row!;
  return {
    by,
    revisionId,
    answers: acceptedAnswers(answerCellsOf(cells)),
    note: cellOf(cells, "note"),
    falsePremise,
    gold:
      createdAt === null
        ? null
        : {
            relaxed: relaxed!,
            strict: strict!,
            relaxedReason,
            strictReason,
            explanation: explanation!,
            createdAt: createdAt.toISOString(),
            setBy: setBy!,
          },
  };
}

interface VerdictColumns {
  relaxed: boolean | null;
  strict: boolean | null;
  relaxedReason: Reason | null;
  strictReason: Reason | null;
}
