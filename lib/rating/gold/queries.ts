import { acceptedAnswers, answerCellsOf, cellOf } from "@/lib/dataset/questions/cells";
import { cell, OTHER_ANSWERS } from "@/lib/dataset/questions/sql";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { containing } from "@/lib/platform/like";
import { pageInSql, type ListPage } from "@/lib/platform/lists";
import type { ShownReference } from "@/lib/rating/judging/queries";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { countStillToRate } from "@/lib/runs/responses/queries";
import { responsesToRate } from "@/lib/runs/responses/sql";
import { mayBeGold } from "./rules";
import { goldAnswersBy, standingGoldAnswers, type GoldSource } from "./sql";
import type { ExpectedAnswers } from "./vocabulary";
import { goldProtocol, isGoldInUse, standingGoldOf, type GoldProtocol } from "./writes";

/** The latest version of a protocol whose items may be gold. @throws NotFound */
async function latestGoldProtocol(protocolId: number): Promise<GoldProtocol> {
  const latest = await db.protocolVersion.findFirst({
    where: { protocolId },
    orderBy: { number: "desc" },
    include: { protocol: { select: { createdById: true } } },
  });
  // Relaxed and Strict came with the product; its gold is verdicts.
  if (latest === null || latest.protocol.createdById === null) throw new NotFound("This protocol");
  const protocol = await goldProtocol(db, latest.id);
  if (!mayBeGold(protocol.definition)) throw new NotFound("Gold of this protocol");
  return protocol;
}

/** An item in the list to choose gold from. */
export interface GoldItem {
  responseId: number;
  /** The reference that is rated; null: the response. */
  referencePlace: number | null;
  run: string;
  question: string;
  /** The beginning of what is rated. */
  text: string;
  gold: {
    expected: ExpectedAnswers;
    setBy: string;
    /** ISO time. */
    createdAt: string;
    /** Raters see the correct answers, and the question has others now. */
    stale: boolean;
  } | null;
}

export interface GoldItemList extends ListPage<GoldItem> {
  protocol: { protocolId: number; name: string; definition: ProtocolDefinition };
  /** Responses of the run, or of all, that the reader has still to rate: they are not listed, gold or not. */
  stillToRate: number;
}

const GOLD_ITEMS_PER_PAGE = 30;

/**
 * Without a run: every gold item of a protocol, newest first. With one: its items, searched by question or text. Without
 * those that the actor has still to rate. @throws NotFound where the protocol has no gold
 */
export async function listGoldItems(actor: Actor, request: GoldListRequest): Promise<GoldItemList> {
  authorize(actor, "campaigns.manage");
  const { protocol: protocolId, ...state } = request;
  const protocol = await latestGoldProtocol(protocolId);
  const { definition, name, byAnswers } = protocol;
  const like = containing(state.search);
  const ofReference = definition.unit === "reference";
  const chosen = Prisma.sql`
    FROM responses p JOIN revisions r ON r.id = p.revision_id
      ${ofReference ? Prisma.sql`JOIN response_references f ON f.response_id = p.id` : Prisma.empty}
      LEFT JOIN ${standingGoldAnswers(protocol)} g ON g.response_id = p.id AND g.reference_place IS NOT DISTINCT FROM ${ofReference ? Prisma.sql`f.place` : Prisma.sql`NULL`}
    WHERE ${state.run === null ? Prisma.sql`g.id IS NOT NULL` : Prisma.sql`p.run_id = ${state.run}`} AND p.id NOT IN ${responsesToRate(actor.userId)}
      AND ${state.search === "" ? Prisma.sql`TRUE` : Prisma.sql`(${cell("r", "question")} ILIKE ${like} OR ${ofReference ? Prisma.sql`f.text` : Prisma.sql`p.text`} ILIKE ${like})`}`;
  const place = ofReference ? Prisma.sql`f.place` : Prisma.sql`NULL::smallint`;
  const [stillToRate, items, total] = await Promise.all([
    countStillToRate(actor, { runs: state.run === null ? [] : [state.run] }),
    db.$queryRaw<
      (Omit<GoldItem, "gold"> & {
        expected: ExpectedAnswers | null;
        setBy: string | null;
        createdAt: Date | null;
        stale: boolean | null;
      })[]
    >`
      SELECT page.id AS "responseId", page.place AS "referencePlace", ${RUN_LABEL} AS run, page.question, page.text, page.expected, u.name AS "setBy", page.created_at AS "createdAt",
        ${byAnswers ? OTHER_ANSWERS : Prisma.sql`FALSE`} AS stale
      FROM (
        SELECT p.id, p.run_id, ${place} AS place, trim(${cell("r", "question")}) AS question, left(${ofReference ? Prisma.sql`f.text` : Prisma.sql`p.text`}, 240) AS text,
          g.expected, g.set_by, g.created_at, g.revision_id, g.id AS gold_id
        ${chosen} ORDER BY g.created_at DESC NULLS LAST, p.id, place ${pageInSql(state.page, GOLD_ITEMS_PER_PAGE)}) page
        JOIN model_runs run ON run.id = page.run_id JOIN models m ON m.id = run.model_id LEFT JOIN users u ON u.id = page.set_by
        LEFT JOIN revisions older ON older.id = page.revision_id LEFT JOIN question_heads h ON h.question_id = older.question_id LEFT JOIN revisions newer ON newer.id = h.revision_id
      ORDER BY page.created_at DESC NULLS LAST, page.id, page.place`,
    db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${chosen}`,
  ]);
  return {
    protocol: { protocolId, name, definition },
    stillToRate,
    total: total[0]!.count,
    page: state.page,
    pageSize: GOLD_ITEMS_PER_PAGE,
    rows: items.map(({ expected, setBy, createdAt, stale, ...item }) => ({
      ...item,
      gold:
        expected === null
          ? null
          : {
              expected,
              setBy: setBy!,
              createdAt: createdAt!.toISOString(),
              stale: stale === true,
            },
    })),
  };
}

/** What listGoldItems is asked for. */
export interface GoldListRequest {
  protocol: number;
  /** Null: of every run, what is gold. */
  run: number | null;
  search: string;
  /** Counted from 1. */
  page: number;
}

/** SQL: how a run is called where its model is not at hand. */
const RUN_LABEL = Prisma.sql`(m.name || CASE WHEN run.name = '' THEN '' ELSE ' · ' || run.name END)`;

/** Gold answers as the form shows them. */
interface SettledGoldAnswers {
  expected: ExpectedAnswers;
  explanation: string;
  /** ISO time. */
  createdAt: string;
  setBy: string;
}

/** Correct answers that an item can be settled by. */
export interface GoldAnswersChoice {
  /** Those of the run's release, or those that the question has now, where these differ and raters see them. */
  by: "release" | "present";
  revisionId: number;
  answers: string[];
  note: string;
  /** What is expected by these; null: nothing yet. */
  gold: SettledGoldAnswers | null;
}

/** An item with everything needed to settle it. */
export interface GoldItemForm {
  responseId: number;
  referencePlace: number | null;
  protocol: Pick<GoldProtocol, "definition" | "name" | "protocolId" | "versionId">;
  run: { runId: number; label: string };
  release: string;
  question: string;
  /** The response; null where one of its references is rated. */
  text: string | null;
  /** What it cites, or the one that is rated. Empty where the protocol shows none. */
  references: ShownReference[];
  /** One or two; those of the gold that stands first. */
  choices: GoldAnswersChoice[];
  /** When the gold that stands was set, by whichever answers; null: the item is not gold. */
  standing: string | null;
  /** Campaigns check their raters by it. */
  inUse: boolean;
}

/** @throws NotFound also for an item that the actor has still to rate, and where the protocol has no gold */
export async function getGoldItemForm(
  actor: Actor,
  of: { protocol: number; responseId: number; referencePlace: number | null },
): Promise<GoldItemForm> {
  authorize(actor, "campaigns.manage");
  const { responseId, referencePlace } = of;
  const protocol = await latestGoldProtocol(of.protocol);
  const ofReference = protocol.definition.unit === "reference";
  const [row] = await db.$queryRaw<
    {
      runId: number;
      label: string;
      release: string;
      revisionId: number;
      presentId: number | null;
      cells: string[];
      text: string;
    }[]
  >`
    SELECT p.run_id AS "runId", ${RUN_LABEL} AS label, rel.name AS release, p.revision_id AS "revisionId", r.cells, p.text,
      CASE WHEN newer.status = 'active' AND NOT same_truth(r, newer) THEN newer.id END AS "presentId"
    FROM responses p JOIN revisions r ON r.id = p.revision_id JOIN model_runs run ON run.id = p.run_id JOIN models m ON m.id = run.model_id JOIN releases rel ON rel.id = run.release_id
      JOIN question_heads h ON h.question_id = p.question_id JOIN revisions newer ON newer.id = h.revision_id
    WHERE p.id = ${responseId} AND p.id NOT IN ${responsesToRate(actor.userId)}`;
  const references = await db.responseReference.findMany({
    where: { responseId, ...(ofReference && { place: referencePlace ?? 0 }) },
    orderBy: { place: "asc" },
    select: { place: true, title: true, url: true, text: true },
  });
  if (!row || (ofReference ? references.length === 0 : referencePlace !== null))
    throw new NotFound("This item");
  const item = { responseId, referencePlace };
  const present = protocol.byAnswers ? row.presentId : null;
  const [standing, inUse, ofRelease, ofPresent] = await Promise.all([
    standingGoldOf(db, protocol, item),
    isGoldInUse(db, protocol, item),
    choiceBy(protocol, item, "release", row.revisionId),
    present === null ? null : choiceBy(protocol, item, "present", present),
  ]);
  const at = standing?.createdAt.toISOString() ?? null;
  const choices = ofPresent === null ? [ofRelease] : [ofRelease, ofPresent];
  const { definition, name, protocolId, versionId } = protocol;
  return {
    ...item,
    protocol: { definition, name, protocolId, versionId },
    run: { runId: row.runId, label: row.label },
    release: row.release,
    question: cellOf(row.cells, "question").trim(),
    text: ofReference ? null : row.text,
    references: ofReference || definition.shows.references ? references : [],
    choices: at !== null && ofPresent?.gold?.createdAt === at ? choices.toReversed() : choices,
    standing: at,
    inUse,
  };
}

async function choiceBy(
  source: GoldSource,
  { responseId, referencePlace }: { responseId: number; referencePlace: number | null },
  by: GoldAnswersChoice["by"],
  revisionId: number,
): Promise<GoldAnswersChoice> {
  const item = {
    responseId: Prisma.sql`${responseId}::int`,
    referencePlace: Prisma.sql`${referencePlace}::smallint`,
  };
  const [row] = await db.$queryRaw<
    {
      cells: string[];
      expected: ExpectedAnswers | null;
      explanation: string | null;
      createdAt: Date | null;
      setBy: string | null;
    }[]
  >`
    SELECT r.cells, gold.expected, gold.explanation, gold.created_at AS "createdAt", u.name AS "setBy"
    FROM revisions r LEFT JOIN LATERAL ${goldAnswersBy(source, item, Prisma.sql`r.id`)} gold ON TRUE LEFT JOIN users u ON u.id = gold.set_by WHERE r.id = ${revisionId}::int`;
  const { cells, expected, explanation, createdAt, setBy } = row!;
  return {
    by,
    revisionId,
    answers: acceptedAnswers(answerCellsOf(cells)),
    note: cellOf(cells, "note"),
    gold:
      expected === null
        ? null
        : {
            expected,
            explanation: explanation!,
            createdAt: createdAt!.toISOString(),
            setBy: setBy!,
          },
  };
}
