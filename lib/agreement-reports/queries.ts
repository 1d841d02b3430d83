import { authorize, may } from "@/lib/access/policy";
import type { Actor } from "@/lib/access/schema";
import { decided, inScope } from "@/lib/accuracy-reports/queries";
import { labelRuns } from "@/lib/accuracy-reports/rules";
import type { Verdicts } from "@/lib/agreement/paper-table";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { Category, FactType, Hops } from "@/lib/questions/schema";
import { categoryOf } from "@/lib/questions/cells";
import { groupedRows, momentOf, requirePastTruth } from "@/lib/report-state/queries";
import { writeState } from "@/lib/report-state/schema";
import { standingAdjudications, standingJudgments, standingVerdicts } from "@/lib/report-state/sql";
import { finishWithPauses } from "@/lib/statistics/intervals";
import { fromSignatures, reportSteps, type Grouped, type SignedGroup } from "./rules";
import {
  DISAGREEMENTS_PER_PAGE,
  type AgreementInputs, type AgreementReport, type AgreementRequest, type AgreementScope, type DisagreementList, type DisagreementRow, type DisagreementsRequest, type Side,
} from "./schema";

/*
 * Who agrees with whom, grouped in SQL by what a report tells apart. A unit is a task: a response in a campaign. Gold
 * tasks and superseded judgments count nowhere.
 */

/** SQL for FROM: the tasks that are asked about, with what reports tell apart: task_id, response_id, run_id, false_premise, fact_type, hops. */
function tasksInScope(scope: AgreementScope): Prisma.Sql {
  const ofRuns = scope.run.length === 0 ? Prisma.empty : Prisma.sql`AND p.run_id = ANY(${scope.run}::int[])`;
  return Prisma.sql`(
    SELECT t.id AS task_id, t.response_id, p.run_id, r.false_premise, r.fact_type, r.hops
    FROM rating_tasks t JOIN responses p ON p.id = t.response_id JOIN revisions r ON r.id = t.revision_id
    WHERE t.campaign_id = ANY(${scope.campaign}::int[]) AND NOT t.gold ${ofRuns} AND ${inScope(scope)})`;
}

/** SQL after `judgments j`: those that are asked about, for statements that tell nothing apart. Without a filter that is all of them. */
function onlyInScope(scope: AgreementScope): Prisma.Sql {
  const { run, split, category, hops } = scope;
  const filtered = run.length > 0 || split !== "all" || category.length > 0 || hops !== null;
  return filtered ? Prisma.sql`JOIN ${tasksInScope(scope)} s ON s.task_id = j.task_id` : Prisma.empty;
}

/** SQL for FROM: the judgments of the campaigns that stand. */
function judgments({ campaign, state }: AgreementScope): Prisma.Sql {
  return Prisma.sql`(SELECT * FROM ${standingJudgments(state)} j WHERE j.campaign_id = ANY(${campaign}::int[]))`;
}

/** SQL for FROM: each judged task with how many judgments it has and how many give credit in each mode, and when the last was made. */
function judgedTasks(scope: AgreementScope): Prisma.Sql {
  return Prisma.sql`(
    SELECT j.task_id, count(*)::int AS judgments, (count(*) FILTER (WHERE j.relaxed))::int AS relaxed, (count(*) FILTER (WHERE j.strict))::int AS strict, max(j.judged_at) AS judged_at
    FROM ${judgments(scope)} j GROUP BY j.task_id)`;
}

/** SQL for FROM: each judged task with the verdict of people, each mode by itself: task_id, relaxed, strict. */
function peoplesVerdicts(scope: AgreementScope): Prisma.Sql {
  return Prisma.sql`(
    SELECT u.task_id, ${decided(scope.rule, Prisma.sql`d.relaxed`, Prisma.sql`u.relaxed`, Prisma.sql`u.judgments`)} AS relaxed, ${decided(scope.rule, Prisma.sql`d.strict`, Prisma.sql`u.strict`, Prisma.sql`u.judgments`)} AS strict
    FROM ${judgedTasks(scope)} u LEFT JOIN ${standingAdjudications(scope.state)} d ON d.task_id = u.task_id)`;
}

/** SQL: the first day of the week or month of a time, in UTC. */
function periodOf(time: Prisma.Sql, period: AgreementRequest["period"]): Prisma.Sql {
  return Prisma.sql`date_trunc(${Prisma.raw(`'${period}'`)}, ${time}, 'UTC')`;
}

/** The statements of a report, exactly as they are sent; `npm run bench` runs them bare. */
export function agreementStatements(request: AgreementRequest): Record<keyof Grouped, Prisma.Sql> {
  const { state, period } = request;
  const scope = tasksInScope(request);
  const seen = (alias: "j" | "h" | "v" | "d" | "a" | "b", side: "first" | "second") => {
    const from = Prisma.raw(alias);
    return Prisma.sql`${from}.relaxed AS ${Prisma.raw(`"${side}Relaxed"`)}, ${from}.strict AS ${Prisma.raw(`"${side}Strict"`)}`;
  };
  return {
    units: Prisma.sql`
      SELECT s.run_id AS "runId", s.false_premise AS "falsePremise", s.fact_type AS "factType", s.hops, ${periodOf(Prisma.sql`u.judged_at`, period)} AS period, u.judgments, u.relaxed, u.strict, count(*)::int AS responses
      FROM ${judgedTasks(request)} u JOIN ${scope} s ON s.task_id = u.task_id GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
    raters: Prisma.sql`
      SELECT j.rater_id AS "raterId", ${periodOf(Prisma.sql`u.judged_at`, period)} AS period, j.relaxed, j.strict,
        u.judgments - 1 AS others, u.relaxed - j.relaxed::int AS "othersRelaxed", u.strict - j.strict::int AS "othersStrict", count(*)::int AS judgments
      FROM ${judgments(request)} j JOIN ${judgedTasks(request)} u ON u.task_id = j.task_id JOIN ${scope} s ON s.task_id = j.task_id GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    reasons: Prisma.sql`
      SELECT j.rater_id AS "raterId", j.relaxed_reason AS "relaxedReason", j.strict_reason AS "strictReason", count(*)::int AS judgments
      FROM ${judgments(request)} j ${onlyInScope(request)} WHERE NOT j.strict GROUP BY 1, 2, 3`,
    speed: Prisma.sql`
      SELECT j.rater_id AS "raterId", percentile_cont(0.5) WITHIN GROUP (ORDER BY j.active_ms) AS "medianActiveMs"
      FROM ${judgments(request)} j ${onlyInScope(request)} GROUP BY 1`,
    pairs: Prisma.sql`
      SELECT a.rater_id AS "firstId", b.rater_id AS "secondId", s.false_premise AS "falsePremise", ${seen("a", "first")}, ${seen("b", "second")}, count(*)::int AS responses
      FROM ${judgments(request)} a JOIN ${judgments(request)} b ON b.task_id = a.task_id AND b.rater_id > a.rater_id JOIN ${scope} s ON s.task_id = a.task_id GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    people: Prisma.sql`
      SELECT v.evaluator_id AS "secondId", s.false_premise AS "falsePremise", ${seen("h", "first")}, ${seen("v", "second")}, count(*)::int AS responses
      FROM ${peoplesVerdicts(request)} h JOIN ${scope} s ON s.task_id = h.task_id JOIN ${standingVerdicts(state, null)} v ON v.response_id = s.response_id GROUP BY 1, 2, 3, 4, 5, 6`,
    automatic: Prisma.sql`
      SELECT j.rater_id AS "firstId", v.evaluator_id AS "secondId", s.false_premise AS "falsePremise", ${seen("j", "first")}, ${seen("v", "second")}, count(*)::int AS responses
      FROM ${judgments(request)} j JOIN ${scope} s ON s.task_id = j.task_id JOIN ${standingVerdicts(state, null)} v ON v.response_id = s.response_id GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    adjudicated: Prisma.sql`
      SELECT j.rater_id AS "firstId", s.false_premise AS "falsePremise", ${seen("j", "first")}, ${seen("d", "second")}, count(*)::int AS responses
      FROM ${judgments(request)} j JOIN ${standingAdjudications(state)} d ON d.task_id = j.task_id JOIN ${scope} s ON s.task_id = j.task_id GROUP BY 1, 2, 3, 4, 5, 6`,
  };
}

/** So few raters fit into the bits of a signature, and have few enough of them. */
const MAX_SIGNED_RATERS = 10;

/**
 * Units, raters and pairs in one pass, for campaigns of a few raters: each task has a signature that says who judged how,
 * two bits a rater in the order of `raterIds`, and tasks are counted by kind and by signature. `npm run bench` runs it bare.
 */
export function signedStatement(request: AgreementRequest, raterIds: readonly number[]): Prisma.Sql {
  return Prisma.sql`
    SELECT s.run_id AS "runId", s.false_premise AS "falsePremise", s.fact_type AS "factType", s.hops, s.period, s.judgments, s.relaxed, s.strict, s.signature, count(*)::int AS responses
    FROM (
      SELECT s.run_id, s.false_premise, s.fact_type, s.hops, ${periodOf(Prisma.sql`u.judged_at`, request.period)} AS period, u.judgments, u.relaxed, u.strict, u.signature
      FROM (
        SELECT j.task_id, count(*)::int AS judgments, (count(*) FILTER (WHERE j.relaxed))::int AS relaxed, (count(*) FILTER (WHERE j.strict))::int AS strict, max(j.judged_at) AS judged_at,
          coalesce(bit_or((1 + j.relaxed::int + j.strict::int) << (2 * (array_position(${[...raterIds]}::int[], j.rater_id) - 1))), 0) AS signature
        FROM ${judgments(request)} j GROUP BY j.task_id) u
      JOIN ${tasksInScope(request)} s ON s.task_id = u.task_id) s
    GROUP BY GROUPING SETS ((s.run_id, s.false_premise, s.fact_type, s.hops, s.period, s.judgments, s.relaxed, s.strict), (s.false_premise, s.period, s.signature))`;
}

/** The agreement of raters with each other, with the adjudicated verdicts and with evaluators. @throws NotFound where a campaign or run does not exist */
export async function getAgreementReport(actor: Actor, request: AgreementRequest): Promise<AgreementReport> {
  authorize(actor, "reports.read");
  const statements = agreementStatements(request);
  const ask = <Name extends keyof Grouped>(name: Name) => groupedRows<Grouped[Name][number]>(statements[name]) as Promise<Grouped[Name]>;
  const [inputs, people, evaluators, runs] = await Promise.all([inputsOf(request), ratersOf(actor, request.campaign), evaluatorsOf(), runsOf(request.campaign)]);
  const raterIds = [...people.keys()].sort((a, b) => a - b);
  const inOnePass = async () => fromSignatures(await groupedRows<SignedGroup>(signedStatement(request, raterIds)), raterIds);
  const inThree = async () => {
    const [units, raters, pairs] = await Promise.all([ask("units"), ask("raters"), ask("pairs")]);
    return { units, raters, pairs };
  };
  // The work of evaluators is asked for only where it is shown.
  const [judged, reasons, speed, peoplesPairs, automatic, adjudicated] = await Promise.all([
    raterIds.length <= MAX_SIGNED_RATERS ? inOnePass() : inThree(), ask("reasons"), ask("speed"),
    evaluators.size > 0 && request.pairing === "raters" ? ask("people") : [], evaluators.size > 0 && request.pairing === "automatic" ? ask("automatic") : [], ask("adjudicated"),
  ]);
  const names = { raters: people, evaluators, runs: new Map(runs.map((run) => [run.runId, run.label])) };
  const steps = reportSteps({ ...judged, reasons, speed, people: peoplesPairs, automatic, adjudicated }, { ...inputs, seed: request.seed, replicates: request.replicates }, names, request);
  return finishWithPauses(steps, () => new Promise(setImmediate));
}

/** @throws NotFound */
async function inputsOf(request: AgreementScope): Promise<Omit<AgreementInputs, "seed" | "replicates">> {
  const { campaign, run, split, category, hops, rule, truth, gold, state } = request;
  requirePastTruth(truth);
  const [campaigns, releases, runs, at] = await Promise.all([
    db.campaign.findMany({ where: { id: { in: campaign } }, select: { id: true, name: true } }),
    db.release.findMany({
      where: { modelRuns: { some: { campaigns: { some: { campaignId: { in: campaign } } }, ...(run.length > 0 && { id: { in: run } }) } } },
      select: { name: true, sha256: true }, orderBy: { id: "asc" },
    }),
    run.length === 0 ? [] : db.modelRun.findMany({ where: { id: { in: run } }, include: { model: { select: { name: true } } } }),
    momentOf(state),
  ]);
  const found = <T extends { id: number }>(items: readonly T[], wanted: number, what: string) => {
    const item = items.find(({ id }) => id === wanted);
    if (!item) throw new NotFound(`The ${what} ${wanted}`);
    return item;
  };
  return {
    campaigns: campaign.map((id) => found(campaigns, id, "campaign")),
    runs: run.map((id) => found(runs, id, "run")).map(({ model, name }) => `${model.name} · ${name}`),
    releases, split, category, hops, rule, truth, gold, state: state === null ? null : writeState(state), earlier: state !== null && state.since === null, at: at.toISOString(),
  };
}

/**
 * Everybody who rates in the campaigns, by account. Who plans campaigns reads names; all others read "Rater 3", the number
 * that exports use: of the first of the campaigns that the rater is in.
 */
async function ratersOf(actor: Actor, campaigns: readonly number[]): Promise<Map<number, Side>> {
  const rows = await db.campaignRater.findMany({ where: { campaignId: { in: [...campaigns] } }, include: { rater: { select: { name: true } }, campaign: { select: { name: true } } } });
  const named = may(actor, "campaigns.manage");
  const found = new Map<number, Side>();
  for (const row of rows.toSorted((a, b) => campaigns.indexOf(a.campaignId) - campaigns.indexOf(b.campaignId) || a.number - b.number)) {
    if (found.has(row.raterId)) continue;
    const number = `Rater ${row.number}${campaigns.length > 1 ? ` of ${row.campaign.name}` : ""}`;
    found.set(row.raterId, { key: `r${row.campaignId}-${row.number}`, label: named ? row.rater.name : number });
  }
  const labels = [...found.values()].map(({ label }) => label);
  for (const [id, side] of found) if (labels.filter((label) => label === side.label).length > 1) found.set(id, { ...side, label: `${side.label} (${side.key.slice(1)})` });
  return found;
}

async function evaluatorsOf(): Promise<Map<number, Side>> {
  const rows = await db.evaluator.findMany({ select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, { key: `e${id}`, label: name }]));
}

async function runsOf(campaigns: readonly number[]) {
  const runs = await db.modelRun.findMany({ where: { campaigns: { some: { campaignId: { in: [...campaigns] } } } }, include: { model: true, release: true }, orderBy: { id: "asc" } });
  return labelRuns(runs.map((run) => ({
    runId: run.id, modelId: run.modelId, model: run.model.name, run: run.name, size: "", cutoff: "", toldDate: null, hasSearch: null, release: run.release.name, sha256: run.release.sha256, publishedAt: run.release.publishedAt.toISOString(),
  })));
}

// Disagreements ---------------------------------------------------------------------------------------------------

/** SQL for FROM: what a side says of each task: task_id, rater_id (null but for people who rate), relaxed, strict. @throws NotFound */
async function sideOf(request: AgreementScope, key: string): Promise<Prisma.Sql> {
  if (key === "people") return Prisma.sql`(SELECT h.task_id, NULL::int AS rater_id, h.relaxed, h.strict FROM ${peoplesVerdicts(request)} h)`;
  if (key === "others") return Prisma.sql`(SELECT j.task_id, j.rater_id, j.relaxed, j.strict FROM ${judgments(request)} j)`;
  if (key === "adjudicated") return Prisma.sql`(SELECT d.task_id, NULL::int AS rater_id, d.relaxed, d.strict FROM ${standingAdjudications(request.state)} d)`;
  if (key.startsWith("e")) {
    return Prisma.sql`(SELECT x.id AS task_id, NULL::int AS rater_id, v.relaxed, v.strict FROM rating_tasks x JOIN ${standingVerdicts(request.state, Number(key.slice(1)))} v ON v.response_id = x.response_id WHERE x.campaign_id = ANY(${request.campaign}::int[]))`;
  }
  const [campaignId, number] = key.slice(1).split("-").map(Number) as [number, number];
  const rater = await db.campaignRater.findUnique({ where: { campaignId_number: { campaignId, number } }, select: { raterId: true } });
  if (rater === null) throw new NotFound("This rater");
  return Prisma.sql`(SELECT j.task_id, j.rater_id, j.relaxed, j.strict FROM ${judgments(request)} j WHERE j.rater_id = ${rater.raterId}::int)`;
}

/**
 * SQL: two verdicts differ in the mode; in `all` in any of them, where both have both, as only those are compared there.
 * With `credit`, the verdict with credit is that side's.
 */
function differ(mode: DisagreementsRequest["mode"], credit: DisagreementsRequest["credit"], a: string, b: string): Prisma.Sql {
  const sign = credit === null ? "<>" : credit === "first" ? ">" : "<";
  const differs = (one: string) => `${a}.${one} ${sign} ${b}.${one}`;
  return Prisma.raw(mode === "all" ? `(${differs("relaxed")} OR ${differs("strict")}) AND ${[a, b].map((side) => `${side}.relaxed IS NOT NULL AND ${side}.strict IS NOT NULL`).join(" AND ")}` : differs(mode));
}

/** SQL after conditions on tasks `s`: those with the reason and of the week or month that are asked about. */
function narrowed(request: DisagreementsRequest): Prisma.Sql {
  const { mode, reason, from, period } = request;
  const named = (one: "relaxed" | "strict") => Prisma.sql`j.${Prisma.raw(one)}_reason = ${reason}`;
  const given = mode === "all" ? Prisma.sql`(${named("relaxed")} OR ${named("strict")})` : named(mode);
  return Prisma.sql`
    ${reason === null ? Prisma.empty : Prisma.sql`AND s.task_id IN (SELECT j.task_id FROM ${judgments(request)} j WHERE ${given})`}
    ${from === null ? Prisma.empty : Prisma.sql`AND s.task_id IN (SELECT u.task_id FROM ${judgedTasks(request)} u WHERE ${periodOf(Prisma.sql`u.judged_at`, period)} = ${periodOf(Prisma.sql`${from}::timestamp AT TIME ZONE 'UTC'`, period)})`}`;
}

/** The responses on which a pair differs, or any two raters do, a page of them. @throws NotFound where a campaign, a run or a side does not exist */
export async function listDisagreements(actor: Actor, request: DisagreementsRequest): Promise<DisagreementList> {
  authorize(actor, "reports.read");
  const { campaign } = request;
  const [inputs, people, evaluators, runs] = await Promise.all([inputsOf(request), ratersOf(actor, campaign), evaluatorsOf(), runsOf(campaign)]);
  const [first, second] = [sideNamed(request.first, people, evaluators), sideNamed(request.second, people, evaluators)];
  const credit = (mode: "relaxed" | "strict") => Prisma.raw(`u.${mode} BETWEEN 1 AND u.judgments - 1`);
  const differing = request.first === null || request.second === null
    ? Prisma.sql`SELECT u.task_id FROM ${judgedTasks(request)} u WHERE ${request.mode === "all" ? Prisma.sql`(${credit("relaxed")} OR ${credit("strict")})` : credit(request.mode)}`
    : Prisma.sql`SELECT DISTINCT a.task_id FROM ${await sideOf(request, request.first)} a JOIN ${await sideOf(request, request.second)} b ON b.task_id = a.task_id AND b.rater_id IS DISTINCT FROM coalesce(a.rater_id, -1) WHERE ${differ(request.mode, request.credit, "a", "b")}`;
  const premise = request.scope === "overall" ? Prisma.empty : request.scope === "fp" ? Prisma.sql`AND s.false_premise` : Prisma.sql`AND NOT s.false_premise`;
  const found = await db.$queryRaw<{ taskId: number; total: number }[]>`
    WITH found AS MATERIALIZED (SELECT s.task_id FROM ${tasksInScope(request)} s JOIN (${differing}) d ON d.task_id = s.task_id WHERE TRUE ${premise} ${narrowed(request)})
    SELECT f.task_id AS "taskId", (SELECT count(*)::int FROM found) AS total FROM found f WHERE f.task_id > ${request.after}::int ORDER BY f.task_id LIMIT ${DISAGREEMENTS_PER_PAGE + 1}`;
  const page = found.slice(0, DISAGREEMENTS_PER_PAGE);
  return {
    inputs: { campaigns: inputs.campaigns, runs: inputs.runs, state: inputs.state }, first, second,
    rows: await disagreementRows(request, page.map(({ taskId }) => taskId), people, new Map(runs.map((run) => [run.runId, run.label]))),
    total: found[0]?.total ?? 0,
    next: found.length > DISAGREEMENTS_PER_PAGE ? page.at(-1)!.taskId : null,
  };
}

function sideNamed(key: string | null, people: ReadonlyMap<number, Side>, evaluators: ReadonlyMap<number, Side>): Side | null {
  if (key === null) return null;
  if (key === "people") return { key, label: "People" };
  if (key === "others") return { key, label: "the other raters" };
  if (key === "adjudicated") return { key, label: "Adjudicated" };
  const side = [...people.values(), ...evaluators.values()].find((one) => one.key === key);
  if (!side) throw new NotFound(key.startsWith("e") ? "This evaluator" : "This rater");
  return side;
}

async function disagreementRows(request: DisagreementsRequest, taskIds: readonly number[], people: ReadonlyMap<number, Side>, runs: ReadonlyMap<number, string>): Promise<DisagreementRow[]> {
  if (taskIds.length === 0) return [];
  const wanted = Prisma.sql`ANY(${[...taskIds]}::int[])`;
  type Said = Verdicts & { taskId: number; who: string | null; raterId: number | null; relaxedReason: string | null; strictReason: string | null; comment: string };
  const [tasks, said] = await Promise.all([
    db.$queryRaw<{ taskId: number; questionId: number; question: string; answer: string; falsePremise: boolean; factType: FactType; hops: Hops; runId: number; response: string }[]>`
      SELECT t.id AS "taskId", p.question_id AS "questionId", btrim(r.cells[2]) AS question, btrim(r.cells[9]) AS answer, r.false_premise AS "falsePremise", r.fact_type AS "factType", r.hops, p.run_id AS "runId", left(p.text, 1500) AS response
      FROM rating_tasks t JOIN responses p ON p.id = t.response_id JOIN revisions r ON r.id = t.revision_id WHERE t.id = ${wanted} ORDER BY t.id`,
    db.$queryRaw<Said[]>`
      SELECT * FROM (
        SELECT 1 AS kind, j.task_id AS "taskId", NULL AS who, j.rater_id AS "raterId", j.relaxed, j.strict, j.relaxed_reason AS "relaxedReason", j.strict_reason AS "strictReason", j.comment FROM ${standingJudgments(request.state)} j WHERE j.task_id = ${wanted}
        UNION ALL SELECT 2, d.task_id, 'Adjudicated', NULL, d.relaxed, d.strict, d.relaxed_reason, d.strict_reason, d.reason FROM ${standingAdjudications(request.state)} d WHERE d.task_id = ${wanted}
        UNION ALL SELECT 3, t.id, e.name, NULL, v.relaxed, v.strict, NULL, NULL, ''
          FROM rating_tasks t JOIN ${standingVerdicts(request.state, null)} v ON v.response_id = t.response_id JOIN evaluators e ON e.id = v.evaluator_id WHERE t.id = ${wanted}) said
      ORDER BY kind, "raterId", who`,
  ]);
  return tasks.map((task) => ({
    taskId: task.taskId, questionId: task.questionId, question: task.question, answer: task.answer, category: categoryOf(task) satisfies Category, runId: task.runId, run: runs.get(task.runId) ?? "", response: task.response,
    verdicts: said.filter(({ taskId }) => taskId === task.taskId)
      .map(({ who, raterId, relaxed, strict, relaxedReason, strictReason, comment }) => ({ who: who ?? people.get(raterId!)?.label ?? "Rater ?", relaxed, strict, relaxedReason, strictReason, comment })),
  }));
}
