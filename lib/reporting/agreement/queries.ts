import { datasetDay } from "@/lib/dataset/schedule/queries";
import { authorize, may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { classInScope, releasedInScope } from "@/lib/reporting/accuracy/queries";
import { labelRuns } from "@/lib/reporting/accuracy/rules";
import type { Agreement } from "./coefficient";
import { verdictAgreement, type Verdicts } from "./verdicts";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { countAudits } from "@/lib/reporting/audit-sample/queries";
import type { CampaignAudit } from "@/lib/reporting/audit-sample/schema";
import type { Category, FactType, Hops } from "@/lib/dataset/questions/vocabulary";
import { categoryOf } from "@/lib/dataset/questions/cells";
import { cell, sameTruth } from "@/lib/dataset/questions/sql";
import {
  groupedRows,
  momentOf,
  requirePastTruth,
  pastDayOf,
  withFollowUps,
  type WithFollowUps,
} from "@/lib/reporting/snapshots/queries";
import { countFollowUps } from "@/lib/reporting/snapshots/rules";
import {
  COUNTS_BESIDE_SINCE,
  EVERY_REPORT_FOLLOWS_UP_SINCE,
  type FollowedCampaign,
  type ReportTruth,
} from "@/lib/reporting/snapshots/schema";
import { writeState } from "@/lib/reporting/snapshots/address";
import {
  askedResponses,
  CAMPAIGN_ROOTS,
  countedAdjudications,
  countedJudgments,
  countedVerdicts,
  explainedVerdicts,
  inCampaigns,
  latestJudgments,
  presentRevisions,
  standingAdjudications,
  type Counting,
} from "@/lib/reporting/snapshots/sql";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import { repeatabilityOf } from "@/lib/runs/evaluators/queries";
import { countStillToRate } from "@/lib/runs/responses/queries";
import { decided } from "@/lib/reporting/verdicts/sql";
import { responsesToRate } from "@/lib/runs/responses/sql";
import { finishWithPauses } from "@/lib/statistics/intervals";
import {
  compareSides,
  fromSignatures,
  ratedBy,
  RATINGS,
  reportSteps,
  type Grouped,
  type GroupedPaper,
  type SignedGroup,
} from "./rules";
import type { NamedEvaluator } from "@/lib/reporting/verdicts/schema";
import {
  agreementRequest,
  DISAGREEMENTS_PER_PAGE,
  type AgreementInputs,
  type AgreementReport,
  type AgreementRequest,
  type AgreementScope,
  type DisagreementList,
  type DisagreementRow,
  type DisagreementsRequest,
  type SetAside,
  type Side,
} from "./schema";
import { NO_RATERS, SIGNATURE_SQL, signedRaters, type SignedRaters } from "./signatures";

/*
 * Who agrees with whom, grouped in SQL by what a report tells apart. A unit is a response: whoever rated it in any of the
 * campaigns, or in one that follows them, has one vote, the latest by the report's truth. Ratings of gold items and
 * superseded ones count nowhere; those made by other answers are counted aside.
 */

/** What is counted, with the campaigns whose ratings are. */
type CountedScope = WithFollowUps<AgreementScope>;

/** What a report counts. */
function countingOf({ state, truth, gold, campaigns, run }: CountedScope): Counting {
  return {
    state,
    truth,
    gold,
    campaigns: campaigns.map(({ id }) => id),
    runs: run.length === 0 ? null : run,
  };
}

/** SQL for FROM: the judgments that count and are asked about, for statements that tell no classes apart. Without a filter no class is looked up. */
function judgmentsInScope(scope: CountedScope): Prisma.Sql {
  const { split, category, hops } = scope;
  const counted = countedJudgments(countingOf(scope));
  if (split === "all" && category.length === 0 && hops === null) return counted;
  const { join, where } = classInScope(scope, "c");
  return Prisma.sql`(SELECT c.* FROM ${counted} c ${join} WHERE ${where})`;
}

/**
 * SQL for FROM: each judged response: response_id, run_id, truth_id, judgments that count, how many give credit in each
 * mode, when the last was made, and others (made by other answers).
 * @param only SQL: of these, by the revision whose answers count
 */
function judgedResponses(
  scope: CountedScope,
  only: (truth: Prisma.Sql) => Prisma.Sql = () => Prisma.sql`TRUE`,
): Prisma.Sql {
  const counting = countingOf(scope);
  const { from, where, truth } = askedResponses(counting);
  const counts = sameTruth(Prisma.sql`j.revision_id`, truth);
  // Joined before they are grouped, so that a response's key is the group's.
  return Prisma.sql`(
    SELECT p.id AS response_id, p.run_id, ${truth} AS truth_id, (count(*) FILTER (WHERE ${counts}))::int AS judgments,
      (count(*) FILTER (WHERE j.relaxed AND ${counts}))::int AS relaxed, (count(*) FILTER (WHERE j.strict AND ${counts}))::int AS strict,
      max(j.judged_at) FILTER (WHERE ${counts}) AS judged_at, (count(*) FILTER (WHERE NOT ${counts}))::int AS others
    FROM ${from} JOIN ${latestJudgments(counting)} j ON j.response_id = p.id WHERE ${where} AND ${only(truth)} GROUP BY p.id, ${truth})`;
}

/** SQL for FROM: each judged response with the verdict of people, each mode by itself: response_id, truth_id, relaxed, strict. */
function peoplesVerdicts(scope: CountedScope): Prisma.Sql {
  return Prisma.sql`(
    SELECT u.response_id, u.truth_id, ${decided(scope.rule, Prisma.sql`d.relaxed`, Prisma.sql`u.relaxed`, Prisma.sql`u.judgments`)} AS relaxed, ${decided(scope.rule, Prisma.sql`d.strict`, Prisma.sql`u.strict`, Prisma.sql`u.judgments`)} AS strict
    FROM ${judgedResponses(scope)} u LEFT JOIN ${countedAdjudications(countingOf(scope))} d ON d.response_id = u.response_id WHERE u.judgments > 0)`;
}

/** SQL: the first day of the week or month of a time, in UTC. */
function periodOf(time: Prisma.Sql, period: AgreementRequest["period"]): Prisma.Sql {
  return Prisma.sql`date_trunc(${Prisma.raw(`'${period}'`)}, ${time}, 'UTC')`;
}

/**
 * SQL: the revisions by whose answers the report goes and after which its questions got other ones, by the state: each
 * revision is compared once, and not with each response.
 */
function changedTruths(counting: Counting): Prisma.Sql {
  const { from, where, truth } = askedResponses(counting);
  return Prisma.sql`
    SELECT x.revision_id FROM (SELECT DISTINCT p.question_id, ${truth} AS revision_id FROM ${from} WHERE ${where} AND ${inCampaigns(Prisma.sql`p.id`, counting)}) x
      JOIN ${presentRevisions(counting.state)} h ON h.question_id = x.question_id
    WHERE NOT ${sameTruth(Prisma.sql`x.revision_id`, Prisma.sql`h.revision_id`)}`;
}

/** The statements of a report, exactly as they are sent; `npm run bench` runs them bare. */
export function agreementStatements(
  request: WithFollowUps<AgreementRequest>,
): Record<Exclude<keyof Grouped, "gold" | "paper">, Prisma.Sql> {
  const { period } = request;
  const counting = countingOf(request);
  const counted = countedJudgments(counting);
  const inScopeOf = (alias: string) => classInScope(request, alias);
  const seen = (alias: "j" | "h" | "v" | "d" | "a" | "b", side: "first" | "second") => {
    const from = Prisma.raw(alias);
    return Prisma.sql`${from}.relaxed AS ${Prisma.raw(`"${side}Relaxed"`)}, ${from}.strict AS ${Prisma.raw(`"${side}Strict"`)}`;
  };
  const [ofUnit, ofFirst, ofPeople, ofJudgment] = [
    inScopeOf("u"),
    inScopeOf("a"),
    inScopeOf("h"),
    inScopeOf("j"),
  ];
  return {
    units: Prisma.sql`
      SELECT u.run_id AS "runId", r.false_premise AS "falsePremise", r.fact_type AS "factType", r.hops, coalesce(${periodOf(Prisma.sql`u.judged_at`, period)}, 'epoch') AS period, u.judgments, u.relaxed, u.strict,
        count(*)::int AS responses, sum(u.others)::int AS others
      FROM ${judgedResponses(request)} u ${ofUnit.join} WHERE ${ofUnit.where} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
    raters: Prisma.sql`
      SELECT j.rater_id AS "raterId", ${periodOf(Prisma.sql`u.judged_at`, period)} AS period, j.relaxed, j.strict,
        u.judgments - 1 AS others, u.relaxed - j.relaxed::int AS "othersRelaxed", u.strict - j.strict::int AS "othersStrict", count(*)::int AS judgments
      FROM ${counted} j JOIN ${judgedResponses(request)} u ON u.response_id = j.response_id ${ofUnit.join} WHERE ${ofUnit.where} GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    reasons: Prisma.sql`
      SELECT j.rater_id AS "raterId", j.relaxed_reason AS "relaxedReason", j.strict_reason AS "strictReason", count(*)::int AS judgments
      FROM ${judgmentsInScope(request)} j WHERE NOT j.strict GROUP BY 1, 2, 3`,
    speed: Prisma.sql`
      SELECT j.rater_id AS "raterId", percentile_cont(0.5) WITHIN GROUP (ORDER BY j.active_ms) AS "medianActiveMs"
      FROM ${judgmentsInScope(request)} j GROUP BY 1`,
    pairs: Prisma.sql`
      SELECT a.rater_id AS "firstId", b.rater_id AS "secondId", r.false_premise AS "falsePremise", ${seen("a", "first")}, ${seen("b", "second")}, count(*)::int AS responses
      FROM ${counted} a JOIN ${counted} b ON b.response_id = a.response_id AND b.rater_id > a.rater_id ${ofFirst.join} WHERE ${ofFirst.where} GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    people: Prisma.sql`
      SELECT v.evaluator_id AS "secondId", r.false_premise AS "falsePremise", ${seen("h", "first")}, ${seen("v", "second")}, count(*)::int AS responses
      FROM ${peoplesVerdicts(request)} h JOIN ${countedVerdicts(counting, null)} v ON v.response_id = h.response_id ${ofPeople.join} WHERE ${ofPeople.where} GROUP BY 1, 2, 3, 4, 5, 6`,
    automatic: Prisma.sql`
      SELECT j.rater_id AS "firstId", v.evaluator_id AS "secondId", r.false_premise AS "falsePremise", ${seen("j", "first")}, ${seen("v", "second")}, count(*)::int AS responses
      FROM ${counted} j JOIN ${countedVerdicts(counting, null)} v ON v.response_id = j.response_id ${ofJudgment.join} WHERE ${ofJudgment.where} GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    adjudicated: Prisma.sql`
      SELECT j.rater_id AS "firstId", r.false_premise AS "falsePremise", ${seen("j", "first")}, ${seen("d", "second")}, count(*)::int AS responses
      FROM ${counted} j JOIN ${countedAdjudications(counting)} d ON d.response_id = j.response_id ${ofJudgment.join} WHERE ${ofJudgment.where} GROUP BY 1, 2, 3, 4, 5, 6`,
    stale: Prisma.sql`
      WITH changed AS MATERIALIZED (${changedTruths(counting)})
      SELECT (count(*) FILTER (WHERE u.judgments > 1))::int AS compared, (count(*) FILTER (WHERE u.judgments = 1))::int AS single
      FROM ${judgedResponses(request, (truth) => Prisma.sql`${truth} IN (SELECT revision_id FROM changed)`)} u ${ofUnit.join} WHERE ${ofUnit.where}`,
  };
}

/**
 * Ratings of gold items that stand, of the campaigns, runs and questions of the report, and of how many responses: they
 * count in no agreement, whether their questions are left out for it or not.
 */
async function goldAside(request: CountedScope): Promise<SetAside> {
  const { state, campaigns } = request;
  const held = (id: string) =>
    state === null ? Prisma.sql`TRUE` : Prisma.sql`${Prisma.raw(id)} <= ${state.judgments}::int`;
  const { from, where, truth } = askedResponses({ ...countingOf(request), gold: "count" });
  const inScope = classInScope(request, "g");
  const [found] = await db.$queryRaw<[SetAside]>`
    SELECT count(*)::int AS judgments, count(DISTINCT g.response_id)::int AS responses
    FROM (
      SELECT p.id AS response_id, ${truth} AS truth_id FROM ${from} JOIN rating_tasks t ON t.response_id = p.id JOIN judgments j ON j.task_id = t.id
      WHERE ${where} AND t.gold AND j.relaxed IS NOT NULL AND t.campaign_id = ANY(${campaigns.map(({ id }) => id)}::int[]) AND ${held("j.id")}
        AND NOT EXISTS (SELECT FROM judgments later WHERE later.supersedes_id = j.id AND ${held("later.id")})) g
    ${inScope.join} WHERE ${inScope.where}`;
  return found;
}

/** So few raters that signatures are told apart by kind too, without many more groups. */
const MAX_SIGNED_BY_KIND = 3;

/**
 * Units, raters and pairs in one pass, for campaigns of a few raters: each response has a signature that says who judged
 * how, and responses are counted by kind and by signature, or by both at once.
 * `npm run bench` runs it bare.
 */
export function signedStatement(
  request: WithFollowUps<AgreementRequest>,
  raters: SignedRaters,
  byKind = raters.length <= MAX_SIGNED_BY_KIND,
): Prisma.Sql {
  const { join, where } = classInScope(request, "u");
  const sets = byKind
    ? Prisma.sql`(s.run_id, s.false_premise, s.fact_type, s.hops, s.period, s.signature)`
    : Prisma.sql`GROUPING SETS ((s.run_id, s.false_premise, s.fact_type, s.hops, s.period, s.judgments, s.relaxed, s.strict), (s.false_premise, s.period, s.signature))`;
  const counted = byKind
    ? Prisma.sql`NULL::int AS judgments, NULL::int AS relaxed, NULL::int AS strict`
    : Prisma.sql`s.judgments, s.relaxed, s.strict`;
  // Counts are read from the bits of a response rather than counted row by row.
  const [judgments, relaxed, strict] = [
    SIGNATURE_SQL.judgments,
    SIGNATURE_SQL.relaxed,
    SIGNATURE_SQL.strict,
  ].map((text) => Prisma.raw(text));
  return Prisma.sql`
    SELECT s.run_id AS "runId", s.false_premise AS "falsePremise", s.fact_type AS "factType", s.hops, s.period, ${counted}, s.signature, count(*)::int AS responses, sum(s.said - s.judgments)::int AS others
    FROM (
      SELECT u.run_id, r.false_premise, r.fact_type, r.hops, ${periodOf(Prisma.sql`u.judged_at`, request.period)} AS period, u.signature, u.said,
        ${judgments} AS judgments, ${relaxed} AS relaxed, ${strict} AS strict
      FROM ${signedResponses(request, raters)} u ${join} WHERE ${where}) s
    GROUP BY ${sets}`;
}

/** SQL for FROM: each judged response with its signature: response_id, run_id, truth_id, signature, judged_at, and said (its judgments, also by other answers). */
function signedResponses(scope: CountedScope, raters: SignedRaters): Prisma.Sql {
  const counting = countingOf(scope);
  const { from, where, truth } = askedResponses(counting);
  const counts = sameTruth(Prisma.sql`j.revision_id`, truth);
  const place = Prisma.sql`(array_position(${[...raters]}::int[], j.rater_id) - 1)`;
  const bits = Prisma.sql`${Prisma.raw(SIGNATURE_SQL.code)} << (${Prisma.raw(String(SIGNATURE_SQL.bits))} * ${place})`;
  return Prisma.sql`(
    SELECT p.id AS response_id, p.run_id, ${truth} AS truth_id, count(*)::int AS said, max(j.judged_at) FILTER (WHERE ${counts}) AS judged_at,
      coalesce(bit_or(${bits}) FILTER (WHERE ${counts}), 0) AS signature
    FROM ${from} JOIN ${latestJudgments(counting)} j ON j.response_id = p.id WHERE ${where} GROUP BY p.id, ${truth})`;
}

/** Units, raters and pairs, and the order of the raters in the units' signatures. */
async function judgedGroups(
  request: WithFollowUps<AgreementRequest>,
  raterIds: readonly number[],
): Promise<Pick<Grouped, "units" | "raters" | "pairs"> & { signed: SignedRaters }> {
  const inOnePass = async (signed: SignedRaters) => ({
    ...fromSignatures(await groupedRows<SignedGroup>(signedStatement(request, signed)), signed),
    signed,
  });
  const all = signedRaters(raterIds);
  if (all !== null && all.length <= MAX_SIGNED_BY_KIND) return inOnePass(all);
  const statements = agreementStatements(request);
  const ask = <Name extends "units" | "raters" | "pairs">(name: Name) =>
    groupedRows<Grouped[Name][number]>(statements[name]) as Promise<Grouped[Name]>;
  const inThree = async () => {
    const [units, raters, pairs] = await Promise.all([ask("units"), ask("raters"), ask("pairs")]);
    return { units, raters, pairs, signed: NO_RATERS };
  };
  const found = await (all === null ? inThree() : inOnePass(all));
  const rating = [...new Set(found.raters.map(({ raterId }) => raterId))];
  // Of exactly two who rated, everything tells who said what.
  const two = rating.length === 2 ? signedRaters(rating.sort((a, b) => a - b)) : null;
  return two === null ? found : inOnePass(two);
}

/** The agreement of raters with each other, with the adjudicated verdicts and with evaluators. @throws NotFound where a campaign or run does not exist */
export async function getAgreementReport(
  actor: Actor,
  asked: AgreementRequest,
): Promise<AgreementReport> {
  authorize(actor, "reports.read");
  const request = await withFollowUps(asked);
  const statements = agreementStatements(request);
  const ask = <Name extends Exclude<keyof Grouped, "gold" | "paper">>(name: Name) =>
    groupedRows<Grouped[Name][number]>(statements[name]) as Promise<Grouped[Name]>;
  const [inputs, people, evaluators, runs] = await Promise.all([
    inputsOf(request),
    ratersOf(actor, request),
    evaluatorsOf(),
    runsOf(request.campaigns),
  ]);
  const raterIds = [...people.keys()].sort((a, b) => a - b);
  // The work of evaluators is asked for only where it is shown.
  const [
    { signed, ...judged },
    reasons,
    speed,
    peoplesPairs,
    automatic,
    adjudicated,
    gold,
    stale,
    audits,
  ] = await Promise.all([
    judgedGroups(request, raterIds),
    ask("reasons"),
    ask("speed"),
    evaluators.size > 0 && (request.pairing === "raters" || request.pairing === "paper")
      ? ask("people")
      : [],
    evaluators.size > 0 && request.pairing === "automatic" ? ask("automatic") : [],
    ask("adjudicated"),
    goldAside(request),
    ask("stale"),
    countAudits(countingOf(request), classInScope(request, "a")),
  ]);
  const paper =
    request.pairing === "paper"
      ? await readPaper(actor, request, sidesOf(judged.raters, people), evaluators)
      : null;
  const names = {
    raters: people,
    evaluators,
    runs: new Map(runs.map((run) => [run.runId, run.label])),
  };
  const steps = reportSteps(
    { ...judged, reasons, speed, people: peoplesPairs, automatic, adjudicated, gold, stale, paper },
    signed,
    inputs,
    names,
    request,
  );
  return { ...(await finishWithPauses(steps, () => new Promise(setImmediate))), audits };
}

/** Whoever rated, in the report's order. */
function sidesOf(
  raters: readonly { raterId: number }[],
  people: ReadonlyMap<number, Side>,
): Side[] {
  return [...new Set(raters.map(({ raterId }) => raterId))]
    .flatMap((id) => people.get(id) ?? [])
    .sort(compareSides);
}

/** Evaluators with verdicts that count, by family, the newest version first. */
async function judgingHere<One extends NamedEvaluator>(
  scope: CountedScope,
  evaluators: ReadonlyMap<number, One>,
): Promise<One[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT v.evaluator_id AS id FROM ${countedVerdicts(countingOf(scope), null)} v`;
  return rows
    .flatMap(({ id }) => evaluators.get(id) ?? [])
    .sort((a, b) => a.family.localeCompare(b.family, "en") || b.version - a.version);
}

/** What the paper's rows are computed from. @throws NotFound where a rater or the evaluator does not exist */
async function readPaper(
  actor: Actor,
  request: WithFollowUps<AgreementRequest>,
  raters: Side[],
  evaluators: ReadonlyMap<number, NamedEvaluator & Side>,
): Promise<GroupedPaper> {
  const judging = await judgingHere(request, evaluators);
  const newest = Math.max(0, ...judging.map(({ id }) => id));
  const evaluatorId = request.evaluator ?? (newest === 0 ? null : newest);
  const evaluator = evaluatorId === null ? null : evaluators.get(evaluatorId);
  if (evaluator === undefined) throw new NotFound("This evaluator");
  const [one, other] =
    request.between ??
    ((raters.length === 2 ? raters.map(({ key }) => key) : ["s1", "s2"]) as [string, string]);
  const named = (key: string): Side => {
    const side = [...RATINGS, ...raters].find((rater) => rater.key === key);
    if (!side) throw new NotFound("This rater");
    return side;
  };
  const { join, where } = classInScope(request, "a");
  const said =
    evaluatorId === null
      ? Prisma.sql`(SELECT NULL::int AS response_id, NULL::boolean AS relaxed, NULL::boolean AS strict WHERE FALSE)`
      : countedVerdicts(countingOf(request), evaluatorId);
  const rows = await groupedRows<{
    falsePremise: boolean;
    firstRelaxed: boolean;
    firstStrict: boolean;
    secondRelaxed: boolean;
    secondStrict: boolean;
    relaxed: boolean | null;
    strict: boolean | null;
    responses: number;
  }>(Prisma.sql`
    SELECT r.false_premise AS "falsePremise", a.relaxed AS "firstRelaxed", a.strict AS "firstStrict", b.relaxed AS "secondRelaxed", b.strict AS "secondStrict", v.relaxed, v.strict, count(*)::int AS responses
    FROM ${await raterSide(request, one)} a JOIN ${await raterSide(request, other)} b ON b.response_id = a.response_id LEFT JOIN ${said} v ON v.response_id = a.response_id ${join}
    WHERE ${where} GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7`);
  // Repetitions go on, and no state holds them.
  const repeatability =
    evaluatorId === null || request.state !== null
      ? null
      : await repeatabilityOf(actor, evaluatorId);
  return {
    raters: [named(one), named(other)],
    repeatability,
    evaluator,
    choices: { raters, evaluators: judging },
    triples: rows.map((row) => ({
      falsePremise: row.falsePremise,
      first: { relaxed: row.firstRelaxed, strict: row.firstStrict },
      second: { relaxed: row.secondRelaxed, strict: row.secondStrict },
      evaluator: { relaxed: row.relaxed, strict: row.strict },
      responses: row.responses,
    })),
  };
}

/** The request of a campaign's own report: by the answers that it is rated by. @throws NotFound */
async function requestOf(campaignId: number) {
  const campaign = await db.campaign.findUnique({
    where: { id: campaignId },
    select: { truth: true, openedAt: true, auditRate: true },
  });
  if (!campaign) throw new NotFound("This campaign");
  const truth: ReportTruth =
    campaign.truth === "release" || campaign.openedAt === null
      ? "release"
      : campaign.openedAt.toISOString().slice(0, 10);
  const request = { ...agreementRequest.parse({ campaign: campaignId }), truth };
  return { request: await withFollowUps(request), truth, auditRate: campaign.auditRate };
}

/** A campaign's audit, exactly as its agreement report has it. @throws NotFound */
export async function getCampaignAudit(actor: Actor, campaignId: number): Promise<CampaignAudit> {
  authorize(actor, "campaigns.manage");
  const { request, truth, auditRate: rate } = await requestOf(campaignId);
  // Each campaign has an audit of its own.
  const counting = { ...countingOf(request), campaigns: [campaignId] };
  const [found = null] =
    rate === null ? [] : await countAudits(counting, classInScope(request, "a"));
  return { rate, truth, found };
}

/** The agreement of one campaign and its follow-ups in both modes, by the answers that the campaign is rated by. */
export interface CampaignAgreement {
  truth: ReportTruth;
  /** In which the truth's day ends; null: it is no day. */
  timeZone: string | null;
  /** Empty where no response has two ratings. */
  modes: { mode: "relaxed" | "strict"; coefficients: Agreement["coefficients"] }[];
}

/**
 * The coefficients of one campaign with its follow-ups, exactly as its agreement report has them: by the release's
 * answers, or by those of the day on which it opened. @throws NotFound
 */
export async function getCampaignAgreement(
  actor: Actor,
  campaignId: number,
): Promise<CampaignAgreement> {
  authorize(actor, "campaigns.manage");
  const { request, truth } = await requestOf(campaignId);
  const [people, timeZone] = await Promise.all([
    ratersOf(actor, request),
    truth === "release" ? null : datasetDay().then((day) => day.timeZone),
  ]);
  const { units, raters, signed } = await judgedGroups(
    request,
    [...people.keys()].sort((a, b) => a - b),
  );
  const rating = new Set(raters.map(({ raterId }) => raterId));
  const rated = ratedBy(
    [...people.keys()].filter((raterId) => rating.has(raterId)),
    signed,
  )(units.filter(({ judgments }) => judgments > 0));
  if (units.every(({ judgments }) => judgments < 2)) return { truth, timeZone, modes: [] };
  const modes = (["relaxed", "strict"] as const).map((mode) => ({
    mode,
    coefficients: verdictAgreement(rated, mode),
  }));
  return { truth, timeZone, modes };
}

/** @throws NotFound */
async function inputsOf(request: CountedScope): Promise<AgreementInputs> {
  const { campaign, campaigns, run, split, category, hops, rule, truth, gold, state } = request;
  await requirePastTruth(truth);
  const counting = countingOf(request);
  const [chosen, releases, runs, at, pastDay] = await Promise.all([
    db.campaign.findMany({
      where: { id: { in: campaign }, protocolVersionId: RELAXED_STRICT_VERSION },
      select: { id: true, name: true },
    }),
    db.release.findMany({
      where: {
        modelRuns: {
          some: {
            campaigns: { some: { campaignId: { in: campaigns.map(({ id }) => id) } } },
            ...(run.length > 0 && { id: { in: run } }),
          },
        },
      },
      select: { name: true, sha256: true },
      orderBy: { id: "asc" },
    }),
    run.length === 0
      ? []
      : db.modelRun.findMany({
          where: { id: { in: run } },
          include: { model: { select: { name: true } } },
        }),
    momentOf(state),
    pastDayOf(
      counting,
      Prisma.sql`${inCampaigns(Prisma.sql`p.id`, counting)} AND ${releasedInScope(request)}`,
    ),
  ]);
  const found = <T extends { id: number }>(items: readonly T[], wanted: number, what: string) => {
    const item = items.find(({ id }) => id === wanted);
    if (!item) throw new NotFound(`The ${what} ${wanted}`);
    return item;
  };
  const followUps = countFollowUps(campaign, campaigns);
  return {
    campaigns: campaign.map((id) => ({
      ...found(chosen, id, "campaign"),
      followUps: followUps.get(id)!,
    })),
    runs: run
      .map((id) => found(runs, id, "run"))
      .map(({ model, name }) => `${model.name} · ${name}`),
    releases,
    split,
    category,
    hops,
    rule,
    truth,
    ...pastDay,
    gold,
    state: state === null ? null : writeState(state),
    earlier:
      state !== null &&
      (state.since === null ||
        (campaigns.length > campaign.length && at < EVERY_REPORT_FOLLOWS_UP_SINCE) ||
        // Gold was counted of all questions.
        ((split !== "all" || category.length > 0 || hops !== null) && at < COUNTS_BESIDE_SINCE)),
    at: at.toISOString(),
  };
}

/**
 * Everyone who rates in the campaigns, by account. Who plans campaigns reads names; all others read "Rater 3", the number
 * that exports use: of the first of the campaigns that the rater is in, chosen ones before those that follow them.
 */
async function ratersOf(
  actor: Actor,
  { campaign, campaigns }: Pick<CountedScope, "campaign" | "campaigns">,
): Promise<Map<number, Side>> {
  const ids = campaigns.map(({ id }) => id);
  const rows = await db.campaignRater.findMany({
    where: { campaignId: { in: ids } },
    include: { rater: { select: { name: true } }, campaign: { select: { name: true } } },
  });
  const named = may(actor, "campaigns.manage");
  const found = new Map<number, Side>();
  for (const row of rows.toSorted(
    (a, b) => ids.indexOf(a.campaignId) - ids.indexOf(b.campaignId) || a.number - b.number,
  )) {
    if (found.has(row.raterId)) continue;
    const only = campaign.length === 1 && row.campaignId === campaign[0];
    const number = `Rater ${row.number}${only ? "" : ` of ${row.campaign.name}`}`;
    found.set(row.raterId, {
      key: `r${row.campaignId}-${row.number}`,
      label: named ? row.rater.name : number,
    });
  }
  const labels = [...found.values()].map(({ label }) => label);
  for (const [id, side] of found)
    if (labels.filter((label) => label === side.label).length > 1)
      found.set(id, { ...side, label: `${side.label} (${side.key.slice(1)})` });
  return found;
}

async function evaluatorsOf(): Promise<Map<number, NamedEvaluator & Side>> {
  const rows = await db.evaluator.findMany({
    select: { id: true, name: true, family: true, version: true },
  });
  return new Map(rows.map((row) => [row.id, { ...row, key: `e${row.id}`, label: row.name }]));
}

async function runsOf(campaigns: readonly FollowedCampaign[]) {
  const runs = await db.modelRun.findMany({
    where: { campaigns: { some: { campaignId: { in: campaigns.map(({ id }) => id) } } } },
    include: { model: true, release: true },
    orderBy: { id: "asc" },
  });
  return labelRuns(
    runs.map((run) => ({
      runId: run.id,
      modelId: run.modelId,
      model: run.model.name,
      run: run.name,
      size: "",
      cutoff: "",
      generatedBy: null,
      dateInPrompt: null,
      hasWebSearch: null,
      release: run.release.name,
      sha256: run.release.sha256,
      publishedAt: run.release.publishedAt.toISOString(),
    })),
  );
}

// Disagreements ---------------------------------------------------------------------------------------------------

/** SQL for FROM: what a side says of each response: response_id, rater_id (null but for people who rate), relaxed, strict. @throws NotFound */
async function sideOf(request: CountedScope, key: string): Promise<Prisma.Sql> {
  const counting = countingOf(request);
  if (key === "people")
    return Prisma.sql`(SELECT h.response_id, NULL::int AS rater_id, h.relaxed, h.strict FROM ${peoplesVerdicts(request)} h)`;
  if (key === "others")
    return Prisma.sql`(SELECT j.response_id, j.rater_id, j.relaxed, j.strict FROM ${countedJudgments(counting)} j)`;
  if (key === "adjudicated")
    return Prisma.sql`(SELECT d.response_id, NULL::int AS rater_id, d.relaxed, d.strict FROM ${countedAdjudications(counting)} d)`;
  if (key.startsWith("e"))
    return Prisma.sql`(SELECT v.response_id, NULL::int AS rater_id, v.relaxed, v.strict FROM ${countedVerdicts(counting, Number(key.slice(1)))} v)`;
  return raterSide(request, key);
}

/**
 * SQL for FROM: what a rater, or the first or second rating of each response, says: response_id, truth_id, rater_id, relaxed,
 * strict. Ratings of a response are in the order of the campaigns, then of their slots. @throws NotFound
 */
async function raterSide(request: CountedScope, key: string): Promise<Prisma.Sql> {
  const counting = countingOf(request);
  const counted = countedJudgments(counting);
  if (key.startsWith("s"))
    return Prisma.sql`(
      SELECT o.response_id, o.truth_id, o.rater_id, o.relaxed, o.strict FROM (
        SELECT j.response_id, j.truth_id, j.rater_id, j.relaxed, j.strict,
          row_number() OVER (PARTITION BY j.response_id ORDER BY array_position(${counting.campaigns}::int[], j.campaign_id), a.slot NULLS LAST, j.rater_id) AS place
        FROM ${counted} j LEFT JOIN rating_assignments a ON a.task_id = j.task_id AND a.rater_id = j.rater_id) o
      WHERE o.place = ${Number(key.slice(1))}::int)`;
  const [campaignId, number] = key.slice(1).split("-").map(Number) as [number, number];
  const rater = await db.campaignRater.findUnique({
    where: { campaignId_number: { campaignId, number } },
    select: { raterId: true },
  });
  if (rater === null) throw new NotFound("This rater");
  return Prisma.sql`(SELECT j.response_id, j.truth_id, j.rater_id, j.relaxed, j.strict FROM ${counted} j WHERE j.rater_id = ${rater.raterId}::int)`;
}

/**
 * SQL: two verdicts differ in the mode; in `all` in any of them, where both have both, as only those are compared there.
 * With `credit`, the verdict with credit is that side's.
 */
function differ(
  mode: DisagreementsRequest["mode"],
  credit: DisagreementsRequest["credit"],
  a: string,
  b: string,
): Prisma.Sql {
  const sign = credit === null ? "<>" : credit === "first" ? ">" : "<";
  const differs = (one: string) => `${a}.${one} ${sign} ${b}.${one}`;
  return Prisma.raw(
    mode === "all"
      ? `(${differs("relaxed")} OR ${differs("strict")}) AND ${[a, b].map((side) => `${side}.relaxed IS NOT NULL AND ${side}.strict IS NOT NULL`).join(" AND ")}`
      : differs(mode),
  );
}

/** SQL after conditions on judged responses `u`: those with the reason and of the week or month that are asked about. */
function narrowed(request: WithFollowUps<DisagreementsRequest>): Prisma.Sql {
  const { mode, evaluator, reason, from, period } = request;
  const named = (one: "relaxed" | "strict") => Prisma.sql`j.${Prisma.raw(one)}_reason = ${reason}`;
  const given =
    mode === "all" ? Prisma.sql`(${named("relaxed")} OR ${named("strict")})` : named(mode);
  const judged = (one: "relaxed" | "strict") => `v.${one} IS NOT NULL`;
  const inMode = Prisma.raw(
    mode === "all" ? `${judged("relaxed")} AND ${judged("strict")}` : judged(mode),
  );
  return Prisma.sql`
    ${evaluator === null ? Prisma.empty : Prisma.sql`AND u.response_id IN (SELECT v.response_id FROM ${countedVerdicts(countingOf(request), evaluator)} v WHERE ${inMode})`}
    ${reason === null ? Prisma.empty : Prisma.sql`AND u.response_id IN (SELECT j.response_id FROM ${countedJudgments(countingOf(request))} j WHERE ${given})`}
    ${from === null ? Prisma.empty : Prisma.sql`AND ${periodOf(Prisma.sql`u.judged_at`, period)} = ${periodOf(Prisma.sql`${from}::timestamp AT TIME ZONE 'UTC'`, period)}`}`;
}

/**
 * The responses on which a pair differs, or any two raters do, a page of them. Without those that the reader has still to
 * rate: that they are listed tells what the verdicts are. @throws NotFound where a campaign, a run or a side does not exist
 */
export async function listDisagreements(
  actor: Actor,
  asked: DisagreementsRequest,
): Promise<DisagreementList> {
  authorize(actor, "reports.read");
  const request = await withFollowUps(asked);
  const [inputs, people, evaluators, runs] = await Promise.all([
    inputsOf(request),
    ratersOf(actor, request),
    evaluatorsOf(),
    runsOf(request.campaigns),
  ]);
  const [first, second] = [
    sideNamed(request.first, people, evaluators),
    sideNamed(request.second, people, evaluators),
  ];
  const credit = (mode: "relaxed" | "strict") =>
    Prisma.raw(`u.${mode} BETWEEN 1 AND u.judgments - 1`);
  const anyTwo =
    request.mode === "all"
      ? Prisma.sql`(${credit("relaxed")} OR ${credit("strict")})`
      : credit(request.mode);
  const differing =
    request.first === null || request.second === null
      ? anyTwo
      : Prisma.sql`u.response_id IN (SELECT a.response_id FROM ${await sideOf(request, request.first)} a JOIN ${await sideOf(request, request.second)} b ON b.response_id = a.response_id AND b.rater_id IS DISTINCT FROM coalesce(a.rater_id, -1) WHERE ${differ(request.mode, request.credit, "a", "b")})`;
  const premise =
    request.scope === "overall"
      ? Prisma.empty
      : request.scope === "fp"
        ? Prisma.sql`AND r.false_premise`
        : Prisma.sql`AND NOT r.false_premise`;
  const { join, where } = classInScope(request, "u");
  const found = await db.$queryRaw<{ responseId: number; total: number }[]>`
    WITH found AS MATERIALIZED (SELECT u.response_id FROM ${judgedResponses(request)} u ${join} WHERE ${where} AND u.judgments > 0 AND ${differing} ${premise} ${narrowed(request)} AND u.response_id NOT IN ${responsesToRate(actor.userId)})
    SELECT f.response_id AS "responseId", (SELECT count(*)::int FROM found) AS total FROM found f WHERE f.response_id > ${request.after}::int ORDER BY f.response_id LIMIT ${DISAGREEMENTS_PER_PAGE + 1}`;
  const page = found.slice(0, DISAGREEMENTS_PER_PAGE);
  const judging = await judgingHere(request, evaluators);
  return {
    inputs: {
      campaigns: inputs.campaigns,
      runs: inputs.runs,
      state: inputs.state,
      undated: inputs.undated,
      timeZone: inputs.timeZone,
    },
    first,
    second,
    evaluators: judging.map(({ label: _, ...one }) => one),
    rows: await disagreementRows(
      request,
      page.map(({ responseId }) => responseId),
      people,
      evaluators,
      new Map(runs.map((run) => [run.runId, run.label])),
    ),
    total: found[0]?.total ?? 0,
    stillToRate: await countStillToRate(actor, {
      campaigns: request.campaigns.map(({ id }) => id),
      runs: request.run,
    }),
    next: found.length > DISAGREEMENTS_PER_PAGE ? page.at(-1)!.responseId : null,
  };
}

function sideNamed(
  key: string | null,
  people: ReadonlyMap<number, Side>,
  evaluators: ReadonlyMap<number, Side>,
): Side | null {
  if (key === null) return null;
  if (key === "people") return { key, label: "Human raters" };
  if (key === "others") return { key, label: "the other raters" };
  if (key === "adjudicated") return { key, label: "Adjudicated" };
  const rating = RATINGS.find((one) => one.key === key);
  if (rating) return rating;
  const side = [...people.values(), ...evaluators.values()].find((one) => one.key === key);
  if (!side) throw new NotFound(key.startsWith("e") ? "This evaluator" : "This rater");
  return side;
}

async function disagreementRows(
  request: WithFollowUps<DisagreementsRequest>,
  responseIds: readonly number[],
  people: ReadonlyMap<number, Side>,
  evaluators: ReadonlyMap<number, NamedEvaluator>,
  runs: ReadonlyMap<number, string>,
): Promise<DisagreementRow[]> {
  if (responseIds.length === 0) return [];
  const wanted = Prisma.sql`ANY(${[...responseIds]}::int[])`;
  const counting = countingOf(request);
  const { from, where, truth } = askedResponses(counting);
  const campaigns = Prisma.sql`ANY(${counting.campaigns}::int[])`;
  type Said = Verdicts & {
    responseId: number;
    who: string | null;
    raterId: number | null;
    relaxedReason: string | null;
    strictReason: string | null;
    comment: string;
  };
  const [rows, said, automatic] = await Promise.all([
    db.$queryRaw<
      {
        responseId: number;
        taskId: number;
        questionId: number;
        question: string;
        answer: string;
        falsePremise: boolean;
        factType: FactType;
        hops: Hops;
        runId: number;
        response: string;
        stale: boolean;
      }[]
    >`
      SELECT p.id AS "responseId", (SELECT max(t.id) FROM rating_tasks t WHERE t.response_id = p.id AND t.campaign_id = ${campaigns} AND NOT t.gold AND ${sameTruth(Prisma.sql`t.revision_id`, truth)}) AS "taskId",
        p.question_id AS "questionId", btrim(${cell("r", "question")}) AS question, btrim(${cell("r", "answer_0")}) AS answer, r.false_premise AS "falsePremise", r.fact_type AS "factType", r.hops, p.run_id AS "runId", left(p.text, 1500) AS response,
        NOT ${sameTruth(truth, Prisma.sql`h.revision_id`)} AS stale
      FROM ${from} JOIN revisions r ON r.id = ${truth} JOIN ${presentRevisions(request.state)} h ON h.question_id = p.question_id
      WHERE ${where} AND p.id = ${wanted} ORDER BY p.id`,
    db.$queryRaw<Said[]>`
      SELECT * FROM (
        SELECT 1 AS kind, j.response_id AS "responseId", NULL AS who, j.rater_id AS "raterId", j.relaxed, j.strict, j.relaxed_reason AS "relaxedReason", j.strict_reason AS "strictReason", j.comment FROM ${countedJudgments(counting)} j WHERE j.response_id = ${wanted}
        UNION ALL SELECT * FROM (
          SELECT DISTINCT ON (p.id) 2, p.id, 'Adjudicated', NULL::int, d.relaxed, d.strict, d.relaxed_reason, d.strict_reason, d.reason
          FROM ${from} JOIN rating_tasks t ON t.response_id = p.id AND t.campaign_id = ${campaigns} JOIN ${standingAdjudications(request.state)} d ON d.task_id = t.id
          WHERE ${where} AND p.id = ${wanted} AND ${sameTruth(Prisma.sql`d.revision_id`, truth)} ORDER BY p.id, d.id DESC) adjudicated) said
      ORDER BY kind, "raterId"`,
    db.$queryRaw<
      {
        responseId: number;
        evaluatorId: number;
        mode: "relaxed" | "strict";
        credit: boolean;
        explanation: string;
        jobId: number | null;
        itemId: number | null;
      }[]
    >`
      SELECT v.response_id AS "responseId", v.evaluator_id AS "evaluatorId", v.mode, v.credit, v.explanation, c.job_id AS "jobId", c.item_id AS "itemId"
      FROM ${explainedVerdicts(counting, responseIds)} v LEFT JOIN model_calls c ON c.id = v.call_id ORDER BY v.response_id, v.evaluator_id, v.mode`,
  ]);
  const judging = [...evaluators.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
  /** What each evaluator says of a response. */
  const ofEvaluators = (responseId: number): DisagreementRow["verdicts"] => {
    const here = automatic.filter((one) => one.responseId === responseId);
    return judging.flatMap(({ id, name }) => {
      const own = here.filter(({ evaluatorId }) => evaluatorId === id);
      const credit = (mode: "relaxed" | "strict") =>
        own.find((one) => one.mode === mode)?.credit ?? null;
      if (own.length === 0) return [];
      return [
        {
          who: name,
          relaxed: credit("relaxed"),
          strict: credit("strict"),
          relaxedReason: null,
          strictReason: null,
          comment: "",
          automatic: own.map(({ mode, explanation, jobId, itemId }) => ({
            mode,
            explanation,
            item: jobId === null || itemId === null ? null : { jobId, itemId },
          })),
        },
      ];
    });
  };
  return rows.map((row) => ({
    responseId: row.responseId,
    taskId: row.taskId,
    questionId: row.questionId,
    question: row.question,
    answer: row.answer,
    category: categoryOf(row) satisfies Category,
    runId: row.runId,
    run: runs.get(row.runId) ?? "",
    response: row.response,
    stale: row.stale,
    verdicts: [
      ...said
        .filter(({ responseId }) => responseId === row.responseId)
        .map(({ who, raterId, relaxed, strict, relaxedReason, strictReason, comment }) => ({
          who: who ?? people.get(raterId!)?.label ?? "Rater ?",
          relaxed,
          strict,
          relaxedReason,
          strictReason,
          comment,
          automatic: [],
        })),
      ...ofEvaluators(row.responseId),
    ],
  }));
}

/** A campaign whose responses an evaluator has judged. */
export interface JudgedCampaign {
  campaignId: number;
  name: string;
  /** Responses of the campaign and its follow-ups with a verdict of the evaluator. */
  responses: number;
}

const CAMPAIGNS_OF_EVALUATOR = 20;

/** The campaigns in which an evaluator can be compared with raters, each with its follow-ups, newest first. */
export async function campaignsOfEvaluator(
  actor: Actor,
  evaluatorId: number,
): Promise<JudgedCampaign[]> {
  authorize(actor, "reports.read");
  return db.$queryRaw<JudgedCampaign[]>`
    SELECT c.id AS "campaignId", c.name, count(DISTINCT t.response_id)::int AS responses
    FROM campaigns c JOIN ${CAMPAIGN_ROOTS} led ON led.root_id = c.id JOIN rating_tasks t ON t.campaign_id = led.campaign_id
    WHERE c.protocol_version_id = ${RELAXED_STRICT_VERSION} AND EXISTS (SELECT FROM automatic_verdicts v WHERE v.response_id = t.response_id AND v.evaluator_id = ${evaluatorId})
    GROUP BY c.id ORDER BY c.id DESC LIMIT ${CAMPAIGNS_OF_EVALUATOR}`;
}
