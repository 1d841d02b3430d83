import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { refuse, type Result } from "@/lib/platform/result";
import { sameTruth, cell } from "@/lib/dataset/questions/sql";
import { isChoice } from "@/lib/rating/protocols/rules";
import { type ProtocolDefinition, RELAXED_STRICT } from "@/lib/rating/protocols/vocabulary";
import { protocolDefinitionSchema } from "@/lib/rating/protocols/schema";
import { labelRuns } from "@/lib/reporting/accuracy/rules";
import {
  groupedRows,
  momentOf,
  withFollowUps,
  type WithFollowUps,
} from "@/lib/reporting/snapshots/queries";
import { countFollowUps } from "@/lib/reporting/snapshots/rules";
import {
  EVERY_REPORT_FOLLOWS_UP_SINCE,
  type FollowedCampaign,
} from "@/lib/reporting/snapshots/schema";
import { writeState } from "@/lib/reporting/snapshots/address";
import { presentRevisions } from "@/lib/reporting/snapshots/sql";
import { finishWithPauses } from "@/lib/statistics/intervals";
import { storeCitationChecks } from "@/lib/runs/references/writes";
import { responsesToRate } from "@/lib/runs/responses/sql";
import { citationQuestions, citationSteps, standingValue, type CitationAnswers } from "./citations";
import { reasonAgainstMixing, type AskingCampaign } from "./mixing";
import { readPublished } from "./published";
import { questionSteps, type System } from "./report";
import { DIFFERING_ANSWERS_PER_PAGE } from "./schema";
import type {
  AnswerGroup,
  DifferingAnswers,
  DifferingAnswersSide,
  CitedItem,
  ComparisonRow,
  GroupedAnswers,
  LeftOut,
  ProtocolCampaign,
  ProtocolReport,
  ProtocolRequest,
  SystemJudgments,
  UnitGroup,
} from "./schema";
import {
  answersThatCount,
  comparisonRows,
  isFollowed,
  leftOut,
  protocolJudgments,
  ratingsOf,
} from "./sql";
import { differingQuestions, pairedSteps } from "./paired";
import { countStillToRate } from "@/lib/runs/responses/queries";
import { type ChoiceQuestion } from "@/lib/rating/protocols/vocabulary";

/** Campaigns under other protocols than Relaxed and Strict that were opened, the latest first. */
export async function listProtocolCampaigns(actor: Actor): Promise<ProtocolCampaign[]> {
  authorize(actor, "reports.read");
  const rows = await db.campaign.findMany({
    where: {
      status: { not: "draft" },
      // Those of an installation's own have no key.
      protocol: { protocol: { OR: [{ key: null }, { key: { not: RELAXED_STRICT } }] } },
    },
    select: {
      id: true,
      name: true,
      followsId: true,
      protocol: { select: { number: true, protocol: { select: { name: true } } } },
    },
    orderBy: { id: "desc" },
  });
  return rows.map(({ protocol: { number, protocol }, ...campaign }) => ({
    ...campaign,
    protocol: `${protocol.name}, version ${number}`,
  }));
}

/**
 * What came of campaigns under one protocol. Refuses with `not-possible` campaigns whose answers have no numbers together.
 * @throws NotFound where a campaign does not exist, or was not opened
 */
export async function getProtocolReport(
  actor: Actor,
  wanted: ProtocolRequest,
): Promise<Result<ProtocolReport, "not-possible">> {
  authorize(actor, "reports.read");
  const campaigns = await askingCampaigns(wanted.campaign);
  const against = reasonAgainstMixing(campaigns);
  if (against !== null) return refuse("not-possible", against);
  const asked = campaigns[0]!;
  const { definition } = campaigns.reduce((a, b) => (b.version > a.version ? b : a));
  // A follow-up asks by the version of the campaign that it follows.
  const request = await withFollowUps(wanted);
  const followUps = countFollowUps(request.campaign, request.campaigns);
  const all = await systemsOf(request.campaigns);
  const { run, split, category, hops } = request;
  const systems = run.length === 0 ? all : all.filter(({ runId }) => run.includes(runId));
  const compares = definition.unit === "question" || definition.unit === "pair";
  if (run.length > 0 && systems.length < (compares ? 2 : 1))
    return refuse(
      "not-possible",
      compares
        ? "These campaigns compare responses of several runs. Choose at least two of their runs."
        : "None of the chosen runs is part of these campaigns.",
    );
  const [grouped, [totals], [aside], [changed], at] = await Promise.all([
    groupAnswers(
      request,
      definition.questions.filter(isChoice).map(({ key }) => key),
    ),
    db.$queryRaw<[Pick<ProtocolReport, "judgments" | "raters" | "items" | "questions">]>`
      SELECT count(*)::int AS judgments, count(DISTINCT c.rater_id)::int AS raters, count(DISTINCT c.unit_key)::int AS items, count(DISTINCT c.question_id)::int AS questions
      FROM ${protocolJudgments(request)} c`,
    db.$queryRaw<[Omit<LeftOut, "unrated"> & { items: number }]>(leftOut(request)),
    definition.shows.correctAnswers
      ? db.$queryRaw<[{ judgments: number }]>`
          SELECT count(*)::int AS judgments FROM ${protocolJudgments(request)} c JOIN ${presentRevisions(request.state)} h ON h.question_id = c.question_id
          WHERE NOT ${sameTruth(Prisma.sql`c.revision_id`, Prisma.sql`h.revision_id`)}`
      : [{ judgments: 0 }],
    momentOf(request.state),
  ]);
  const pause = () => new Promise<void>((resume) => setImmediate(resume));
  const reports = await finishWithPauses(
    questionSteps(definition, systems, totals.judgments, grouped),
    pause,
  );
  const paired =
    systems.length < 2
      ? []
      : await finishWithPauses(
          pairedSteps(definition.questions.filter(isChoice), systems, grouped.answers),
          pause,
        );
  const citations = await finishWithPauses(
    citationSteps(definition, systems, await citedItems(request, definition, systems)),
    pause,
  );
  return {
    ok: true,
    value: {
      protocol: { id: asked.protocolId, name: asked.protocol, unit: definition.unit },
      inputs: {
        campaigns: campaigns.map(({ id, name, version }) => ({
          id,
          name,
          version,
          followUps: followUps.get(id)!,
        })),
        runs: run.length === 0 ? [] : systems.map(({ label }) => label),
        split,
        category,
        hops,
        state: request.state === null ? null : writeState(request.state),
        earlier:
          request.state !== null && isFollowed(request) && at < EVERY_REPORT_FOLLOWS_UP_SINCE,
        at: at.toISOString(),
        changedSince: changed.judgments,
      },
      systems,
      ...totals,
      leftOut: {
        filtered: aside.filtered,
        gold: aside.gold,
        replaced: aside.replaced,
        otherAnswers: aside.otherAnswers,
        unrated: aside.items - totals.items,
      },
      reports,
      paired,
      citations,
      published:
        request.published.trim() === ""
          ? null
          : readPublished(request.published, definition.questions),
    },
  };
}

/**
 * The questions of the dataset whose answers about two systems differ, those that differ most first, with both responses
 * and what was said of them. Without those that the reader has still to rate: until then they learn no one's answer.
 */
export async function listDifferingAnswers(
  actor: Actor,
  wanted: ProtocolRequest,
  of: { first: number; second: number; question: ChoiceQuestion; page: number },
): Promise<DifferingAnswers> {
  authorize(actor, "reports.read");
  const { first, second, question, page } = of;
  const request = await withFollowUps(wanted);
  const toRate = responsesToRate(actor.userId);
  const [answers, stillToRate] = await Promise.all([
    groupedRows<AnswerGroup>(Prisma.sql`
      SELECT p.run_id AS "runId", a.question_id AS "questionId", a.question_key AS key, a.value, count(*)::int AS answers, 0 AS adjudicated
      FROM ${answersThatCount(request)} a JOIN responses p ON p.id = a.response_id
      WHERE a.question_key = ${question.key} AND p.run_id IN (${first}, ${second}) AND p.id NOT IN ${toRate} GROUP BY 1, 2, 3, 4`),
    countStillToRate(actor, { runs: [first, second] }),
  ]);
  const differing = differingQuestions(question, first, second, answers);
  const shown = differing.slice(
    (page - 1) * DIFFERING_ANSWERS_PER_PAGE,
    page * DIFFERING_ANSWERS_PER_PAGE,
  );
  const ids = shown.map(({ questionId }) => questionId);
  const [texts, ratings] = await Promise.all([
    db.$queryRaw<
      { questionId: number; runId: number; question: string; answer: string; text: string }[]
    >`
      WITH counted AS (
        SELECT c.question_id, max(c.revision_id) AS revision_id FROM ${protocolJudgments(request)} c JOIN responses p ON p.id = c.response_id
        WHERE c.question_id = ANY(${ids}::int[]) AND p.run_id IN (${first}, ${second}) GROUP BY 1)
      SELECT p.question_id AS "questionId", p.run_id AS "runId", btrim(${cell("r", "question")}) AS question, btrim(${cell("r", "answer_0")}) AS answer, left(p.text, 1500) AS text
      FROM responses p JOIN counted USING (question_id) JOIN revisions r ON r.id = counted.revision_id WHERE p.run_id IN (${first}, ${second})`,
    db.$queryRaw<
      (DifferingAnswersSide["ratings"][number] & { questionId: number; runId: number })[]
    >(ratingsOf(request, question.key, [first, second], ids)),
  ]);
  const sideOf = (questionId: number, runId: number, chosen: number[]): DifferingAnswersSide => ({
    chosen,
    text: texts.find((one) => one.questionId === questionId && one.runId === runId)!.text,
    ratings: ratings
      .filter((one) => one.questionId === questionId && one.runId === runId)
      .map(({ by, value, comment }) => ({ by, value, comment })),
  });
  return {
    total: differing.length,
    stillToRate,
    questions: shown.map((one) => {
      const asked = texts.find(({ questionId }) => questionId === one.questionId)!;
      return {
        questionId: one.questionId,
        text: asked.question,
        answer: asked.answer,
        first: sideOf(one.questionId, first, one.first),
        second: sideOf(one.questionId, second, one.second),
      };
    }),
  };
}

/** In the order in which they are asked for. @throws NotFound */
async function askingCampaigns(ids: readonly number[]): Promise<AskingCampaign[]> {
  const rows = await db.campaign.findMany({
    where: { id: { in: [...ids] }, status: { not: "draft" } },
    include: { protocol: { include: { protocol: true } } },
  });
  return ids.map((id) => {
    const row = rows.find((campaign) => campaign.id === id);
    if (row === undefined) throw new NotFound("This campaign");
    const { number, definition, protocol } = row.protocol;
    return {
      id,
      name: row.name,
      protocolId: protocol.id,
      key: protocol.key,
      protocol: protocol.name,
      version: number,
      definition: protocolDefinitionSchema.parse(definition),
    };
  });
}

async function systemsOf(campaigns: readonly FollowedCampaign[]): Promise<System[]> {
  const runs = await db.modelRun.findMany({
    where: { campaigns: { some: { campaignId: { in: campaigns.map(({ id }) => id) } } } },
    include: { model: { select: { name: true } }, release: { select: { name: true } } },
    orderBy: { id: "asc" },
  });
  return labelRuns(
    runs.map(({ id, name, model, release }) => ({
      runId: id,
      model: model.name,
      run: name,
      release: release.name,
    })),
  ).map(({ runId, label }) => ({ runId, label }));
}

/** @param keys of the questions with levels */
async function groupAnswers(
  request: WithFollowUps<ProtocolRequest>,
  keys: string[],
): Promise<GroupedAnswers> {
  const counted = protocolJudgments(request);
  const raters = await groupedRows<GroupedAnswers["raters"][number]>(Prisma.sql`
    SELECT a.question_key AS key, p.run_id AS "runId", count(DISTINCT c.rater_id)::int AS raters
    FROM ${counted} c JOIN responses p ON p.id = c.response_id JOIN judgment_answers a ON a.judgment_id = c.id
    WHERE NOT c.gold AND a.question_key = ANY(${keys}) AND a.value IS NOT NULL GROUP BY GROUPING SETS ((1, 2), (1))`);
  const ofTwo = raters
    .filter((of) => of.raters === 2 && of.runId !== null)
    .map(({ key, runId }) => `${runId} ${key}`);
  const [answers, units, judgments, comparisons, texts] = await Promise.all([
    groupedRows<AnswerGroup>(Prisma.sql`
      SELECT p.run_id AS "runId", a.question_id AS "questionId", a.question_key AS key, a.value, count(*)::int AS answers, count(*) FILTER (WHERE a.adjudicated)::int AS adjudicated
      FROM ${answersThatCount(request)} a JOIN responses p ON p.id = a.response_id WHERE a.question_key = ANY(${keys}) GROUP BY 1, 2, 3, 4`),
    groupedRows<UnitGroup>(Prisma.sql`
      SELECT u."runId", u.key, u.values, count(*)::int AS units FROM (
        SELECT p.run_id AS "runId", a.question_key AS key, array_agg(a.value ORDER BY CASE WHEN p.run_id || ' ' || a.question_key = ANY(${ofTwo}) THEN c.rater_id ELSE a.value END) AS values
        FROM ${counted} c JOIN responses p ON p.id = c.response_id JOIN judgment_answers a ON a.judgment_id = c.id
        WHERE NOT c.gold AND a.question_key = ANY(${keys}) AND a.value IS NOT NULL GROUP BY p.run_id, a.question_key, c.unit_key) u
      GROUP BY 1, 2, 3`),
    db.$queryRaw<SystemJudgments[]>`
      SELECT p.run_id AS "runId", count(*)::int AS judgments FROM ${counted} c JOIN responses p ON p.id = c.response_id GROUP BY 1`,
    db.$queryRaw<ComparisonRow[]>(comparisonRows(request)),
    db.$queryRaw<GroupedAnswers["texts"]>`
      SELECT a.question_key AS key, count(*)::int AS answers FROM ${counted} c JOIN judgment_answers a ON a.judgment_id = c.id WHERE a.text IS NOT NULL GROUP BY 1`,
  ]);
  return { answers, units, raters, judgments, comparisons, texts };
}

/** Rated responses with what the citation check counts in them, for each question about citations. */
async function citedItems(
  request: WithFollowUps<ProtocolRequest>,
  definition: ProtocolDefinition,
  systems: readonly System[],
): Promise<CitedItem[]> {
  const keys = citationQuestions(definition).map(({ key }) => key);
  if (keys.length === 0) return [];
  await storeCitationChecks(systems.map(({ runId }) => runId));
  return groupedRows<CitedItem>(Prisma.sql`
    SELECT p.run_id AS "runId", a.question_id AS "questionId", a.question_key AS key, avg(a.value::float8) AS people,
      (SELECT json_object_agg(k.variant, json_build_object('cited', k.cited, 'supported', k.supported, 'kept', k.kept, 'loose', k.loose, 'unchecked', k.unchecked,
        'segments', k.segments, 'supportedSegments', k.supported_segments, 'rightlyCited', k.rightly_cited)) FROM citation_checks k WHERE k.response_id = p.id) AS checks
    FROM ${answersThatCount(request)} a JOIN responses p ON p.id = a.response_id
    WHERE a.question_key = ANY(${keys}) GROUP BY p.id, p.run_id, a.question_id, a.question_key ORDER BY p.id`);
}

/** What people say of a response's citations in one campaign. */
export interface CitationRating {
  campaign: string;
  question: string;
  /** The ends of its scale. */
  lowest: number;
  highest: number;
  /** As `standingValue`; null: no one could tell. */
  value: number | null;
  adjudicated: boolean;
  /** Those who could tell. */
  raters: number;
}

/**
 * What people say of the citations of a run's response, campaign by campaign; gold items left out. Empty for someone who
 * has still to rate the response.
 */
export async function listCitationRatings(
  actor: Actor,
  runId: number,
  questionId: number,
): Promise<CitationRating[]> {
  authorize(actor, "reports.read");
  const rows = await db.$queryRaw<
    (CitationAnswers & { campaign: string; definition: unknown; key: string })[]
  >`
    SELECT c.name AS campaign, v.definition, q.key, coalesce(array_agg(a.value) FILTER (WHERE a.value IS NOT NULL), '{}') AS values,
      bool_or(d.id IS NOT NULL) AS adjudicated, max(s.value) AS decision
    FROM responses p JOIN rating_tasks t ON t.response_id = p.id AND t.reference_place IS NULL AND NOT t.gold
      JOIN campaigns c ON c.id = t.campaign_id JOIN protocol_versions v ON v.id = c.protocol_version_id
      CROSS JOIN LATERAL (SELECT one->>'key' AS key FROM jsonb_array_elements(v.definition->'questions') one WHERE one @> '{"aboutCitations": true}') q
      JOIN judgments j ON j.task_id = t.id AND NOT EXISTS (SELECT FROM judgments later WHERE later.supersedes_id = j.id)
      LEFT JOIN judgment_answers a ON a.judgment_id = j.id AND a.question_key = q.key
      LEFT JOIN adjudications d ON d.task_id = t.id AND NOT EXISTS (SELECT FROM adjudications later WHERE later.supersedes_id = d.id)
      LEFT JOIN adjudication_answers s ON s.adjudication_id = d.id AND s.question_key = q.key
    WHERE p.run_id = ${runId} AND p.question_id = ${questionId} AND p.id NOT IN ${responsesToRate(actor.userId)}
    GROUP BY c.id, v.id, q.key HAVING bool_or(CASE WHEN d.id IS NULL THEN a.judgment_id IS NOT NULL ELSE s.adjudication_id IS NOT NULL END) ORDER BY c.id, q.key`;
  return rows.map(({ campaign, definition, key, ...said }) => {
    const { label, levels } = citationQuestions(protocolDefinitionSchema.parse(definition)).find(
      (question) => question.key === key,
    )!;
    return {
      campaign,
      question: label,
      lowest: levels[0]!.value,
      highest: levels.at(-1)!.value,
      value: standingValue(said),
      adjudicated: said.adjudicated,
      raters: said.values.length,
    };
  });
}
