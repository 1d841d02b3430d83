import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import {
  ACCURACY_COLUMNS,
  accuracyColumns,
  accuracyRow,
  standardizedRows,
  type AccuracyColumn,
  type AccuracyCount,
  type AccuracyMeasure,
  type QuestionClass,
  type SampleBasis,
} from "./accuracy-table";
import { campaignRatingBy } from "./follow-ups";
import { adjustTogether } from "./comparison";
import { comparedIn, type MetPair } from "./compared-runs";
import { changesOverTime } from "./over-time";
import { groupsOf, MAX_GROUPED_RUNS, type MetVerdicts } from "./groups";
import { campaignSampleSchema } from "@/lib/rating/campaigns/schema";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import { now } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { categoryOf } from "@/lib/dataset/questions/cells";
import type { FactType } from "@/lib/dataset/questions/vocabulary";
import { categoryInSql, cell, sameTruth } from "@/lib/dataset/questions/sql";
import { datasetDay } from "@/lib/dataset/schedule/queries";
import { fullTitle } from "@/lib/reporting/files/table";
import {
  groupedRows,
  momentOf,
  requirePastTruth,
  pastDayOf,
  visibleState,
  withFollowUps,
  type WithFollowUps,
} from "@/lib/reporting/snapshots/queries";
import {
  COUNTS_BESIDE_SINCE,
  FOLLOW_UPS_COUNT_SINCE,
  type FollowedCampaign,
} from "@/lib/reporting/snapshots/schema";
import { writeState } from "@/lib/reporting/snapshots/address";
import {
  askedQuestions,
  askedResponses,
  countedGold,
  countedJudgments,
  presentRevisions,
  standingAdjudications,
  type Counting,
} from "@/lib/reporting/snapshots/sql";
import { countAudits } from "@/lib/reporting/audit-sample/queries";
import type { AuditOfCampaign } from "@/lib/reporting/audit-sample/schema";
import { methodNames } from "@/lib/reporting/generated-runs/queries";
import { countStillToRate } from "@/lib/runs/responses/queries";
import { responseVerdicts } from "@/lib/reporting/verdicts/sql";
import { responsesToRate } from "@/lib/runs/responses/sql";
import { pageInSql } from "@/lib/platform/lists";
import { cutoffOf, labelRuns } from "./rules";
import {
  COUNTS_KEPT_MS,
  DIFFERING_PER_PAGE,
  MEASURES,
  type AccuracyOverTime,
  type AccuracyReport,
  type AccuracyRequest,
  type AccuracyScope,
  type CommonQuestions,
  type CountedResponse,
  type ComparisonReport,
  type CountedAside,
  type ComparisonRequest,
  type ComparisonView,
  type DifferingQuestions,
  type OverTimeRequest,
  type QuestionChoice,
  type RatingBehind,
  type ReportChoices,
  type ReportedRun,
  type ReportInputs,
  type UnjudgedEnd,
} from "./schema";

/*
 * What a run's responses are worth: the verdict that counts for each (lib/reporting/verdicts), grouped by what the columns of
 * the paper tell apart. Pages get counts, never rows.
 */

/** A request with the campaigns whose ratings count. */
type Counted<Request extends AccuracyScope = AccuracyScope> = WithFollowUps<Request>;

/** SQL: the response `p` is to a question that the report is about, as its release has it. */
export function releasedInScope(
  request: Pick<AccuracyScope, "split" | "category" | "hops">,
): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM revisions r WHERE r.id = p.revision_id AND ${inScope(request)})`;
}

/** What the report of some runs counts. */
function countingOf({ state, truth, gold, campaigns }: Counted, runs: readonly number[]): Counting {
  return { state, truth, gold, campaigns: campaigns && campaigns.map(({ id }) => id), runs };
}

/**
 * SQL: the question's revision `r` belongs to what was asked about.
 * @param released how the statement calls the release's revision, which says the split
 */
export function inScope(
  { split, category, hops }: Pick<AccuracyScope, "split" | "category" | "hops">,
  released = "r",
): Prisma.Sql {
  const all: Prisma.Sql[] = [Prisma.sql`TRUE`];
  if (split !== "all") all.push(Prisma.sql`${Prisma.raw(released)}.split = ${split}`);
  if (category.length > 0) all.push(Prisma.sql`${categoryInSql("r")} = ANY(${category}::text[])`);
  if (hops !== null) all.push(Prisma.sql`r.hops = ${hops}`);
  return Prisma.join(all, " AND ");
}

/**
 * SQL after a FROM whose `alias` has response_id and truth_id: the revision `r` that says the response's class, and what
 * is asked of it, to follow WHERE.
 */
export function classInScope(
  scope: Pick<AccuracyScope, "category" | "hops" | "split" | "truth">,
  alias: string,
): { join: Prisma.Sql; where: Prisma.Sql } {
  const of = (column: string) => Prisma.raw(`${alias}.${column}`);
  const revision = Prisma.sql`JOIN revisions r ON r.id = ${of("truth_id")}`;
  // The split is the release's.
  if (scope.truth === "release" || scope.split === "all")
    return { join: revision, where: inScope(scope) };
  return {
    join: Prisma.sql`${revision} JOIN responses asked ON asked.id = ${of("response_id")} JOIN revisions released ON released.id = asked.revision_id`,
    where: inScope(scope, "released"),
  };
}

/**
 * SQL: all that the columns tell apart in a revision `r`, as one number, which groups many times as fast as five columns.
 * classOf reads it.
 */
const KIND = Prisma.sql`(r.false_premise::int + 2 * (r.hops = 'multi-hop')::int + 4 * (CASE r.fact_type WHEN 'never-changing' THEN 0 WHEN 'slow-changing' THEN 1 ELSE 2 END)
  + 16 * r.effective_before::int + 32 * coalesce(r.effective_year, 0)::int)`;
const FACT_TYPE_CODES: readonly FactType[] = ["never-changing", "slow-changing", "fast-changing"];

function classOf(kind: number): QuestionClass {
  const year = Math.floor(kind / 32);
  return {
    falsePremise: kind % 2 === 1,
    hops: Math.floor(kind / 2) % 2 === 1 ? "multi-hop" : "one-hop",
    factType: FACT_TYPE_CODES[Math.floor(kind / 4) % 4]!,
    effectiveYear: year === 0 ? null : { year, before: Math.floor(kind / 16) % 2 === 1 },
  };
}

interface RawCount {
  runId: number;
  kind: number;
  /** Null: these are the questions of the run's release, whether there is a response or not. */
  rated: boolean | null;
  relaxed: boolean | null;
  strict: boolean | null;
  /** These verdicts are the evaluator's. */
  automatic: boolean | null;
  /** These questions have other answers in the dataset now. */
  stale: boolean | null;
  /** Of an estimate by answers that may have changed: what campaignRatingBy takes, separated by spaces; else null. */
  answers: string | null;
  /** As AccuracyCount has it. */
  late: boolean;
  /** Why these questions of the release are left out; null: they are not. */
  aside: "absent" | "retired" | "reworded" | "gold" | null;
  questions: number;
  /** Of these responses, how many count by their gold verdict. */
  gold: number;
  /** Ratings of them that were made by other answers, and how many responses have only such. */
  others: number;
  onlyOthers: number;
  /** The same of the evaluator's verdicts. */
  automaticOthers: number;
  onlyAutomaticOthers: number;
  /** Of these responses, how many have no verdict in the mode that the evaluator was to give. */
  noRelaxed: number;
  noStrict: number;
}

/** SQL for FROM: those of the truth's revisions of the runs' questions that have another truth by now: revision_id. */
function changedRevisions(counting: Counting): Prisma.Sql {
  return Prisma.sql`(
    SELECT DISTINCT e.revision_id FROM ${askedQuestions(counting)} e JOIN ${presentRevisions(counting.state)} h ON h.question_id = e.question_id
    WHERE e.aside IS NULL AND e.release_id IN (SELECT release_id FROM model_runs WHERE id = ANY(${counting.runs}::int[])) AND NOT ${sameTruth(Prisma.sql`e.revision_id`, Prisma.sql`h.revision_id`)})`;
}
/** SQL: the revision is one of changedRevisions, which the statement has as `changed`. */
const isChanged = (revisionId: Prisma.Sql) =>
  Prisma.sql`(${revisionId} IN (SELECT c.revision_id FROM changed c))`;

/**
 * The one statement of a report, exactly as it is sent; `npm run bench` runs it beside the bare grouping. A row for each
 * run, kind of question and verdict, and one for each run, kind of question of its release, and why it is left out.
 */
function accuracyStatement(
  request: Counted<AccuracyRequest>,
  sample: RandomSample | null = null,
): Prisma.Sql {
  const ofRuns = Prisma.sql`id = ANY(${request.runs}::int[])`;
  const counting = countingOf(request, request.runs);
  const { from, split } = scopedResponses(request, counting, sample);
  // A verdict by the answers of the report that is no part of the sample is one all the same.
  const hasOther = sample === null ? Prisma.sql`p.rated` : Prisma.sql`p.rated_anyhow`;
  const onCommon = request.questions === "common";
  const shared = onCommon
    ? Prisma.sql`, shared AS MATERIALIZED (SELECT question_id FROM ${commonQuestions(request)} q WHERE q.common)`
    : Prisma.empty;
  const isShared = (alias: string) =>
    onCommon
      ? Prisma.sql`AND ${Prisma.raw(alias)}.question_id IN (SELECT question_id FROM shared)`
      : Prisma.empty;
  return Prisma.sql`WITH changed AS MATERIALIZED (SELECT * FROM ${changedRevisions(counting)} q) ${shared}
    SELECT p.run_id AS "runId", ${KIND} AS kind, p.rated, p.relaxed, p.strict, p.automatic, ${isChanged(Prisma.sql`p.revision_id`)} AS stale, ${sample === null ? Prisma.sql`NULL` : Prisma.sql`p.answers`} AS answers, ${sample === null ? Prisma.sql`FALSE` : Prisma.sql`p.late`} AS late, NULL AS aside, count(*)::int AS questions,
      count(*) FILTER (WHERE p.gold)::int AS gold, sum(p.others)::int AS others, count(*) FILTER (WHERE p.others > 0 AND NOT ${hasOther})::int AS "onlyOthers",
      sum(p.automatic_others)::int AS "automaticOthers", count(*) FILTER (WHERE p.automatic_others > 0 AND NOT ${hasOther})::int AS "onlyAutomaticOthers",
      count(*) FILTER (WHERE p.no_relaxed)::int AS "noRelaxed", count(*) FILTER (WHERE p.no_strict)::int AS "noStrict"
    FROM ${from} WHERE ${inScope(request, split)} ${isShared("p")} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    UNION ALL
    SELECT run.id, k.kind, NULL, NULL, NULL, NULL, NULL, NULL, FALSE, k.aside, k.questions, 0, 0, 0, 0, 0, 0, 0
    FROM (
      SELECT e.release_id, ${KIND} AS kind, e.aside, count(*)::int AS questions
      FROM ${askedQuestions(counting)} e JOIN revisions s ON s.id = e.released_id JOIN revisions r ON r.id = CASE WHEN e.aside IS NULL OR e.aside = 'gold' THEN e.revision_id ELSE e.released_id END
      WHERE e.release_id IN (SELECT release_id FROM model_runs WHERE ${ofRuns}) AND ${inScope(request, "s")} ${isShared("e")} ${sample === null ? Prisma.empty : inSampledSplits(sample)} GROUP BY 1, 2, 3
    ) k JOIN model_runs run ON run.release_id = k.release_id WHERE run.${ofRuns}`;
}

/** SQL for FROM: the judged responses p, of the sample if there is one, with the truth's revision r, and by which alias the release's revision says the split. */
function scopedResponses(
  request: Counted<AccuracyRequest>,
  counting: Counting,
  sample: RandomSample | null = null,
): { from: Prisma.Sql; split: string } {
  if (sample !== null)
    return {
      from: Prisma.sql`${sampledResponses(request, counting, sample)} p JOIN revisions r ON r.id = p.revision_id JOIN responses o ON o.id = p.id JOIN revisions s ON s.id = o.revision_id`,
      split: "s",
    };
  const judged = Prisma.sql`${responseVerdicts(request, counting, request.runs)} p JOIN revisions r ON r.id = p.revision_id`;
  // The split is the release's; what was retired or not there has no class but the release's.
  if (request.truth === "release") return { from: judged, split: "r" };
  return {
    from: Prisma.sql`${judged} JOIN responses o ON o.id = p.id JOIN revisions s ON s.id = o.revision_id`,
    split: "s",
  };
}

/**
 * SQL for FROM: the questions with a verdict in both modes for some run: question_id, and common: every run has one, by the
 * same truth. Of a sample, verdicts outside of it are none.
 */
function commonQuestions(
  request: Counted<AccuracyRequest>,
  sample: RandomSample | null = null,
): Prisma.Sql {
  const { from, split } = scopedResponses(request, countingOf(request, request.runs), sample);
  const sameForAll = Prisma.sql`NOT EXISTS (SELECT FROM unnest(d.revisions) x (id) WHERE NOT ${sameTruth(Prisma.sql`x.id`, Prisma.sql`d.revisions[1]`)})`;
  return Prisma.sql`(
    SELECT d.question_id, d.runs = ${request.runs.length}::int AND (d.least = d.greatest OR ${sameForAll}) AS common
    FROM (
      SELECT p.question_id, count(*) AS runs, min(p.revision_id) AS least, max(p.revision_id) AS greatest, array_agg(p.revision_id) AS revisions
      FROM ${from} WHERE p.relaxed IS NOT NULL AND p.strict IS NOT NULL AND ${inScope(request, split)} GROUP BY 1) d)`;
}

async function readCommon(
  request: Counted<AccuracyRequest>,
  sample: RandomSample | null,
): Promise<CommonQuestions | null> {
  if (request.runs.length < 2) return null;
  const [row] = await groupedRows<{ common: number; all: number }>(
    Prisma.sql`SELECT count(*) FILTER (WHERE q.common)::int AS common, count(*)::int AS all FROM ${commonQuestions(request, sample)} q`,
  );
  return {
    questions: row!.common,
    differ: request.questions !== "common" && row!.common < row!.all,
  };
}

/**
 * What the runs have for verdicts on each question, and by which answers, with how many questions have just these. A run's
 * verdict is there where the question, as the truth's revision for that run has it, is in the report's scope.
 */
async function readMet(request: Counted<AccuracyRequest>): Promise<MetVerdicts[]> {
  const counting = countingOf(request, request.runs);
  const { from, split } = scopedResponses(request, counting);
  const code = (mode: string) => Prisma.raw(`coalesce(j.${mode}::int::text, '-')`);
  const rows = await groupedRows<{ verdicts: string; questions: number }>(Prisma.sql`
    WITH changed AS MATERIALIZED (SELECT * FROM ${changedRevisions(counting)} q),
    judged AS MATERIALIZED (
      SELECT p.run_id, p.question_id, p.revision_id, p.relaxed, p.strict, p.automatic FROM ${from} WHERE (p.relaxed IS NOT NULL OR p.strict IS NOT NULL) AND ${inScope(request, split)}),
    known AS (SELECT DISTINCT question_id, revision_id FROM judged),
    truths AS (
      SELECT a.revision_id, ${isChanged(Prisma.sql`a.revision_id`)} AS stale, dense_rank() OVER (PARTITION BY a.question_id ORDER BY min(b.revision_id)) AS answers
      FROM known a JOIN known b ON b.question_id = a.question_id AND ${sameTruth(Prisma.sql`a.revision_id`, Prisma.sql`b.revision_id`)} GROUP BY a.question_id, a.revision_id)
    SELECT verdicts, count(*)::int AS questions FROM (
      SELECT string_agg(j.run_id || ':' || ${code("relaxed")} || ${code("strict")} || j.automatic::int || t.stale::int || t.answers, ' ' ORDER BY j.run_id) AS verdicts
      FROM judged j JOIN truths t ON t.revision_id = j.revision_id GROUP BY j.question_id) q
    GROUP BY 1 ORDER BY 1`);
  const verdict = (sign: string | undefined) => (sign === "-" ? null : sign === "1");
  return rows.map(({ verdicts, questions }) => ({
    questions,
    verdicts: verdicts.split(" ").map((text) => {
      const [, run, relaxed, strict, automatic, stale, answers] = /^(\d+):(.)(.)(.)(.)(\d+)$/.exec(
        text,
      )!;
      return {
        runId: Number(run),
        relaxed: verdict(relaxed),
        strict: verdict(strict),
        automatic: automatic === "1",
        stale: stale === "1",
        answers: Number(answers),
      };
    }),
  }));
}

/** The random sample that a report estimates from. */
interface RandomSample {
  /** The sampled campaign and its follow-ups, in the order in which they were opened. */
  campaigns: readonly [FollowedCampaign, ...FollowedCampaign[]];
  /** Its raters judge by the answers of the release, not by those of the day on which it was opened. */
  byRelease: boolean;
  /** It was drawn from questions of these splits; none: of every one, and of those without. */
  splits: readonly string[];
  /** Answers as answersNumbered writes them by which no campaign rates: verdicts by them are of no random part of their questions. */
  unasked: readonly string[];
}

/**
 * The sample of the chosen campaign, if the report is an estimate from it: a random one over runs of one release, as the
 * strata are those of a release. Questions that all runs have are no random sample, nor is what the citation check chose;
 * and standardized shares are of the rated responses.
 */
async function sampleOf(
  request: Counted & { questions?: QuestionChoice },
): Promise<RandomSample | null> {
  const [sampled, ...followUps] = request.campaigns ?? [];
  if (sampled === undefined || (request.questions ?? "rated") !== "rated") return null;
  const campaign = await db.campaign.findUnique({
    where: { id: sampled.id },
    select: {
      sample: true,
      truth: true,
      openedAt: true,
      runs: { select: { run: { select: { releaseId: true } } } },
    },
  });
  const sample = campaignSampleSchema.safeParse(campaign?.sample);
  if (!campaign?.openedAt || !sample.success || sample.data.kind !== "random") return null;
  if (sample.data.citations !== null) return null;
  const releases = new Set(campaign.runs.map(({ run }) => run.releaseId));
  if (releases.size !== 1) return null;
  const found: Omit<RandomSample, "unasked"> = {
    campaigns: [sampled, ...followUps],
    byRelease: campaign.truth === "release",
    splits: sample.data.splits,
  };
  return { ...found, unasked: await readUnasked(request, found, [...releases][0]!) };
}

/** What numbers speak for, with a sample or without one. */
const basisOf = (
  sample: RandomSample | null,
): { basis: SampleBasis; sampledSplits: readonly string[] } => ({
  basis: sample === null ? "rated" : "estimate",
  sampledSplits: sample?.splits ?? [],
});

/** Whether an estimate of a past state counted less of what it does not cover when it was made. */
const countedLess = (
  { state }: Pick<AccuracyScope, "state">,
  basis: SampleBasis,
  at: string | Date,
): boolean => state !== null && basis === "estimate" && new Date(at) < COUNTS_BESIDE_SINCE;

/** Whether the answers of the sample's questions can have changed between a campaign's opening and the report. */
function canChange({ truth }: Counted, { byRelease }: Pick<RandomSample, "byRelease">): boolean {
  return !byRelease || truth !== "release";
}

async function readUnasked(
  request: Counted,
  sample: Omit<RandomSample, "unasked">,
  releaseId: number,
): Promise<string[]> {
  if (!canChange(request, sample)) return [];
  const rows = await groupedRows<{ answers: string }>(Prisma.sql`
    SELECT DISTINCT ${answersNumbered(answersAtOpenings(sample))} AS answers
    FROM ${askedQuestions(countingOf(request, []))} e CROSS JOIN LATERAL (SELECT e.question_id, e.released_id AS revision_id) o CROSS JOIN LATERAL (SELECT e.revision_id) p
    WHERE e.release_id = ${releaseId}::int AND e.aside IS NULL`);
  return rows.map(({ answers }) => answers).filter((answers) => ratedIn(sample, answers) === null);
}

/** Which campaign of the sample rates questions with these answers. @param answers null: they cannot have changed */
function ratedIn(
  { campaigns }: Pick<RandomSample, "campaigns">,
  answers: string | null,
): number | null {
  return answers === null ? 0 : campaignRatingBy(campaigns, answers.split(" ").map(Number));
}

/** SQL: the release's revision `s` is of a split that the sample was drawn from. */
function inSampledSplits({ splits }: RandomSample): Prisma.Sql {
  return splits.length === 0 ? Prisma.empty : Prisma.sql`AND s.split = ANY(${[...splits]}::text[])`;
}

/**
 * SQL for FROM: the judged responses of the sample's splits, as responseVerdicts has them. What was not sampled counts as
 * not rated, and so do verdicts by answers that no campaign asked for, which are of no random part of their questions;
 * which task is of the sample the campaign itself wrote down when it was opened. What a run answered is not up to the
 * campaign: all its responses are there, also of one outside of it, none of them rated.
 *
 * - answers: what campaignRatingBy takes, of the response's question; null where no answers can have changed, and of a run
 *   outside the campaign
 * - late: it came after the campaign was opened, and so is none of those that the sample was drawn from
 * - rated_anyhow: whether it is rated, in the sample or not
 */
function sampledResponses(
  request: Counted & Pick<AccuracyRequest, "runs">,
  counting: Counting,
  sample: RandomSample,
): Prisma.Sql {
  const asked =
    sample.unasked.length === 0
      ? Prisma.empty
      : Prisma.sql`AND (a.answers IS NULL OR a.answers <> ALL(${[...sample.unasked]}::text[]))`;
  const sampled = Prisma.sql`(t.id IS NOT NULL AND t.sampled ${asked})`;
  const only = (column: "relaxed" | "strict") =>
    Prisma.sql`CASE WHEN ${sampled} THEN ${Prisma.raw(`p.${column}`)} END AS ${Prisma.raw(column)}`;
  const both = (column: "rated" | "gold" | "automatic" | "no_relaxed" | "no_strict") =>
    Prisma.sql`${sampled} AND ${Prisma.raw(`p.${column}`)} AS ${Prisma.raw(column)}`;
  const [campaign] = sample.campaigns;
  const answers = canChange(request, sample)
    ? Prisma.sql`CASE WHEN c.run_id IS NOT NULL THEN ${answersNumbered(answersAtOpenings(sample))} END`
    : Prisma.sql`NULL::text`;
  return Prisma.sql`(
    SELECT p.run_id, p.question_id, p.revision_id, p.id, ${both("rated")}, ${only("relaxed")}, ${only("strict")}, ${both("gold")}, ${both("automatic")}, ${both("no_relaxed")}, ${both("no_strict")},
      p.others, p.automatic_others, a.answers, c.run_id IS NOT NULL AND o.created_at > ${campaign.openedAt} AND t.sampled IS NOT TRUE AS late, p.rated AS rated_anyhow
    FROM ${responseVerdicts(request, counting, request.runs)} p JOIN responses o ON o.id = p.id JOIN revisions s ON s.id = o.revision_id ${inSampledSplits(sample)}
      LEFT JOIN campaign_runs c ON c.campaign_id = ${campaign.id}::int AND c.run_id = p.run_id
      LEFT JOIN rating_tasks t ON t.campaign_id = ${campaign.id}::int AND t.response_id = p.id
      -- OFFSET: or what the answers are is computed once more for each column.
      CROSS JOIN LATERAL (SELECT ${answers} AS answers OFFSET 0) a)`;
}

/** SQL: the revisions of the question of the response `o` that each campaign shows, or would show; last that of the report, which `p` has. */
function answersAtOpenings({
  campaigns,
  byRelease,
}: Pick<RandomSample, "campaigns" | "byRelease">): Prisma.Sql {
  const shown = campaigns.map(({ openedAt }, at) =>
    at === 0 && byRelease
      ? Prisma.sql`o.revision_id`
      : Prisma.sql`coalesce((SELECT h.id FROM revisions h WHERE h.question_id = o.question_id AND h.created_at <= ${openedAt} ORDER BY h.number DESC LIMIT 1), o.revision_id)`,
  );
  return Prisma.sql`ARRAY[${Prisma.join([...shown, Prisma.sql`p.revision_id`])}]`;
}

/** SQL: numbers for some revisions of a question, separated by spaces, that are equal exactly where correct answers are. @param revisions SQL of an array of ids */
function answersNumbered(revisions: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT string_agg((SELECT min(b.at) FROM unnest(x.ids) WITH ORDINALITY b (id, at) WHERE b.at <= a.at AND ${sameTruth(Prisma.sql`b.id`, Prisma.sql`a.id`)})::text, ' ' ORDER BY a.at)
    FROM (SELECT ${revisions} AS ids) x, unnest(x.ids) WITH ORDINALITY a (id, at))`;
}

/** The accuracy of runs in the paper's columns. @throws NotFound where a run, the campaign or the evaluator does not exist */
export async function getAccuracyReport(
  actor: Actor,
  request: AccuracyRequest,
): Promise<AccuracyReport> {
  authorize(actor, "reports.read");
  return accuracyOfRuns(request, { audits: true });
}

/** What was audited of the raters' verdicts that a report counts; nothing of an evaluator's. */
async function auditsOf(request: Counted<AccuracyRequest>): Promise<AuditOfCampaign[]> {
  if (request.verdicts === "automatic") return [];
  return countAudits(countingOf(request, request.runs), classInScope(request, "a"));
}

/** What a report has beside its numbers, where it is asked for. */
interface Beside {
  /** Which runs can be told apart. */
  groups?: boolean;
  /** What audits found. */
  audits?: boolean;
}

/** What a report is computed from, and of when it is. */
interface Grouped {
  at: Date;
  /** Before shares are standardized, for which there is no sample. */
  basis: SampleBasis;
  sampledSplits: readonly string[];
  counts: readonly ReadCount[];
  common: CommonQuestions | null;
  groups: AccuracyReport["groups"];
  audits: AccuracyReport["audits"];
  /** Null: the report is of a past state. */
  ends: readonly RawEnd[] | null;
}

async function group(
  request: Counted<AccuracyRequest>,
  { groups = false, audits = false }: Beside,
): Promise<Grouped> {
  const [at, sample] = await Promise.all([momentOf(request.state), sampleOf(request)]);
  const { runs } = request;
  const grouped = groups && runs.length >= 2 && runs.length <= MAX_GROUPED_RUNS;
  const [counts, common, met, ends, found] = await Promise.all([
    readCounts(request, sample),
    readCommon(request, sample),
    grouped ? readMet(request) : [],
    readEnds(request, runs, sample),
    audits ? auditsOf(request) : null,
  ]);
  return {
    at,
    ...basisOf(sample),
    counts,
    common,
    groups: groups ? groupsOf(runs, met) : null,
    audits: found,
    ends,
  };
}

/** A row of accuracyStatement. */
type ReadCount = Omit<RawCount, "answers"> & Pick<AccuracyCount, "ratedIn">;

async function readCounts(
  request: Counted<AccuracyRequest>,
  sample: RandomSample | null,
): Promise<ReadCount[]> {
  const counts = await groupedRows<RawCount>(accuracyStatement(request, sample));
  return counts.map(({ answers, ...count }) => ({
    ...count,
    ratedIn: sample === null ? 0 : ratedIn(sample, answers),
  }));
}

interface RawEnd {
  runId: number;
  mode: "relaxed" | "strict";
  end: UnjudgedEnd;
  responses: number;
}

/**
 * How responses came to have no verdict of the evaluator: the end of its last item for each, as it is now. Null for people’s verdicts and where a past
 * state is asked for, as items go on.
 */
async function readEnds(
  request: Counted & { questions?: QuestionChoice },
  runs: readonly number[],
  sample: RandomSample | null,
): Promise<RawEnd[] | null> {
  if (request.state !== null) return null;
  if (request.evaluator === null) return null;
  const { from, split } = scopedResponses(
    { ...request, questions: request.questions ?? "rated", runs: [...runs] },
    countingOf(request, runs),
    sample,
  );
  return groupedRows<RawEnd>(Prisma.sql`
    SELECT u.run_id AS "runId", u.mode, coalesce(CASE WHEN item.status = 'done' THEN CASE WHEN item.outcome IN ('truncated', 'refused') THEN item.outcome ELSE 'unparsed' END WHEN item.status IN ('failed', 'left-out') THEN item.status WHEN item.job <> 'cancelled' THEN 'pending' END, 'not-asked') AS "end", count(*)::int AS responses
    FROM (
      SELECT p.run_id, p.id, p.revision_id, m.mode FROM ${from} CROSS JOIN (VALUES ('relaxed'), ('strict')) m (mode)
      WHERE ${inScope(request, split)} AND CASE m.mode WHEN 'relaxed' THEN p.no_relaxed ELSE p.no_strict END) u
    LEFT JOIN LATERAL (
      SELECT i.status, i.outcome, b.status AS job FROM job_items i JOIN jobs b ON b.id = i.job_id
      WHERE i.response_id = u.id AND i.mode = u.mode AND b.kind = 'judge' AND b.evaluator_id = ${request.evaluator}::int AND ${sameTruth(Prisma.sql`i.revision_id`, Prisma.sql`u.revision_id`)}
      ORDER BY i.id DESC LIMIT 1) item ON TRUE
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 4 DESC, 3`);
}

/** The same for whoever was let in already: the leaderboard asks its own switch. */
export async function accuracyOfRuns(
  request: AccuracyRequest,
  beside: Beside = {},
): Promise<AccuracyReport> {
  return reportOf(request, (counted) => group(counted, beside));
}

/**
 * The responses whose verdicts the report of these runs counts, by question, but for those that the actor has still to rate;
 * how many these are, too.
 */
export async function countedResponses(
  actor: Actor,
  request: AccuracyRequest,
): Promise<{ responses: CountedResponse[]; leftOut: number }> {
  authorize(actor, "ratings.export");
  const counted = await withFollowUps(request);
  const { from, split } = scopedResponses(
    counted,
    countingOf(counted, request.runs),
    await sampleOf(counted),
  );
  const rows = await groupedRows<CountedResponse & { toRate: boolean }>(Prisma.sql`
    SELECT p.id AS "responseId", p.question_id AS "questionId", p.revision_id AS "revisionId", p.relaxed, p.strict, p.automatic, p.id IN ${responsesToRate(actor.userId)} AS "toRate"
    FROM ${from} WHERE (p.relaxed IS NOT NULL OR p.strict IS NOT NULL) AND ${inScope(request, split)} ORDER BY p.question_id, p.id`);
  const responses = rows.filter(({ toRate }) => !toRate);
  return { responses, leftOut: rows.length - responses.length };
}

let kept: { request: string; state: string; since: number; grouped: Promise<Grouped> } | undefined;

/**
 * The same with groups, for pages that anyone may load at any rate: the last counts stand for a short while, longer while no
 * judgment, adjudication, automatic verdict or response came in, so that visits cost next to nothing. Only counts are
 * kept, and only of this very request: names, conditions and settings are read again each time.
 */
export async function recentAccuracyOfRuns(request: AccuracyRequest): Promise<AccuracyReport> {
  return reportOf(request, async (counted) => {
    const key = JSON.stringify(request);
    const younger = (ms: number) =>
      kept?.request === key && now().getTime() - kept.since < ms ? kept : null;
    const fresh = younger(COUNTS_KEPT_MS.unseen);
    if (fresh) return fresh.grouped;
    // Read before the counts: what comes in between is looked at again rather than missed.
    const state = writeState(await visibleState());
    const last = younger(COUNTS_KEPT_MS.unchanged);
    // Another request may have counted again in the meantime.
    if (last && (last.state === state || younger(COUNTS_KEPT_MS.unseen))) return last.grouped;
    const mine = {
      request: key,
      state,
      since: now().getTime(),
      grouped: group(counted, { groups: true }),
    };
    kept = mine;
    mine.grouped.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return mine.grouped;
  });
}

async function reportOf(
  request: AccuracyRequest,
  grouping: (counted: Counted<AccuracyRequest>) => Promise<Grouped>,
): Promise<AccuracyReport> {
  await requirePastTruth(request.truth);
  const counted = await withFollowUps(request);
  const [runs, inputs, grouped] = await Promise.all([
    reportedRuns(request.runs),
    inputsOf(counted, request.runs),
    grouping(counted),
  ]);
  const { at, basis, sampledSplits, counts, common, groups, audits, ends } = grouped;
  const byRun = new Map<number, ReadCount[]>(runs.map(({ runId }) => [runId, []]));
  for (const count of counts) byRun.get(count.runId)!.push(count);
  const standard =
    request.questions === "standardized" ? newestOf(runs, (run) => byRun.get(run.runId)!) : null;
  const ofRuns = runs.map(({ runId }) => countsOf(byRun.get(runId)!));
  const rows =
    standard === null
      ? ofRuns.map((own) => accuracyRow(own, request.year, basis))
      : standardizedRows(ofRuns, standard.asked, request.year);
  return {
    inputs: {
      ...inputs,
      releases: releasesOf(runs),
      at: at.toISOString(),
      earlier: inputs.earlier || countedLess(request, basis, at),
      basis: standard === null ? basis : "standardized",
      questions: request.questions,
      standard: standard && {
        release: standard.release,
        questions: questionsOf(standard.asked),
      },
      sampledSplits,
    },
    common,
    groups,
    audits,
    rows: runs.map((run, at) => {
      const own = byRun.get(run.runId)!;
      const answers = own.filter(({ rated }) => rated !== null);
      const accuracy = rows[at]!;
      return {
        ...run,
        questions: questionsOf(askedOf(own)),
        answered: questionsOf(answers),
        rated: questionsOf(answers.filter(({ rated }) => rated)),
        judged: accuracy.all.judged,
        aside: asideOf(own, ends && ends.filter(({ runId }) => runId === run.runId)),
        accuracy,
      };
    }),
  };
}

/** The counts of a run's questions, whether there is a response or not. */
const askedOf = (counts: readonly ReadCount[]) =>
  counts.filter(({ rated, aside }) => rated === null && aside === null);

/**
 * The newest release of the runs that have a verdict, with its questions that count: the standard of standardized shares. A run
 * that no one has rated does not change the others' numbers.
 * @param counts of a run
 */
function newestOf(
  runs: readonly ReportedRun[],
  counts: (run: ReportedRun) => readonly ReadCount[],
): { release: string; asked: (QuestionClass & { questions: number })[] } {
  const judged = runs.filter((run) =>
    counts(run).some(({ relaxed, strict }) => relaxed !== null || strict !== null),
  );
  const newest = (judged.length > 0 ? judged : runs).reduce((one, other) =>
    other.publishedAt > one.publishedAt ? other : one,
  );
  return {
    release: newest.release,
    asked: askedOf(counts(newest)).map(({ kind, questions }) => ({ ...classOf(kind), questions })),
  };
}

/** The counts of a run as its accuracy is computed from: responses, and questions without one. */
function countsOf(own: readonly ReadCount[]): AccuracyCount[] {
  const answers = own.filter(({ rated }) => rated !== null);
  const answered = new Map<number, number>();
  for (const { kind, questions } of answers)
    answered.set(kind, (answered.get(kind) ?? 0) + questions);
  return [
    ...answers.map(({ kind, automatic, stale, ...count }) => ({
      ...count,
      ...classOf(kind),
      automatic: automatic === true,
      stale: stale === true,
    })),
    ...askedOf(own).map(({ kind, questions }) => ({
      ...classOf(kind),
      rated: null,
      relaxed: null,
      strict: null,
      automatic: false,
      stale: false,
      ratedIn: 0,
      late: false,
      questions: questions - (answered.get(kind) ?? 0),
    })),
  ];
}

const questionsOf = (counts: readonly { questions: number }[]) =>
  counts.reduce((total, count) => total + count.questions, 0);

/** What is left out of one run, from its counts. @param ends of this run; null: not known of a past state */
function asideOf(counts: readonly ReadCount[], ends: readonly RawEnd[] | null): CountedAside {
  const left = (why: ReadCount["aside"]) =>
    questionsOf(counts.filter(({ aside }) => aside === why));
  const responses = counts.filter(({ rated }) => rated !== null);
  const rated = responses.filter((count) => count.rated);
  type Summed =
    | "gold"
    | "others"
    | "onlyOthers"
    | "automaticOthers"
    | "onlyAutomaticOthers"
    | "noRelaxed"
    | "noStrict";
  const sum = (of: Summed) => responses.reduce((total, count) => total + count[of], 0);
  const unjudged = (mode: "relaxed" | "strict", of: "noRelaxed" | "noStrict") => ({
    responses: sum(of),
    ends:
      ends &&
      ends
        .filter((one) => one.mode === mode)
        .map((one) => ({ end: one.end, responses: one.responses })),
  });
  return {
    otherAnswers: { judgments: sum("others"), responses: sum("onlyOthers") },
    automaticOtherAnswers: {
      verdicts: sum("automaticOthers"),
      responses: sum("onlyAutomaticOthers"),
    },
    retired: left("retired"),
    absent: left("absent"),
    reworded: left("reworded"),
    goldLeftOut: left("gold"),
    goldCounted: sum("gold"),
    noResponse:
      questionsOf(counts.filter(({ rated: known, aside }) => known === null && aside === null)) -
      questionsOf(responses),
    notRated: questionsOf(responses) - questionsOf(rated),
    undecided: {
      relaxed: questionsOf(rated.filter(({ relaxed }) => relaxed === null)),
      strict: questionsOf(rated.filter(({ strict }) => strict === null)),
    },
    unjudged: {
      relaxed: unjudged("relaxed", "noRelaxed"),
      strict: unjudged("strict", "noStrict"),
    },
    inconsistent: questionsOf(rated.filter(({ relaxed, strict }) => relaxed === false && strict)),
  };
}

/** The runs in the order asked for. @throws NotFound */
async function reportedRuns(ids: readonly number[]): Promise<ReportedRun[]> {
  const [found, methods] = await Promise.all([
    db.modelRun.findMany({
      where: { id: { in: [...ids] } },
      include: {
        model: true,
        release: { select: { name: true, sha256: true, publishedAt: true } },
      },
    }),
    methodNames(ids),
  ]);
  const byId = new Map(found.map((run) => [run.id, run]));
  return labelRuns(
    ids.map((id) => {
      const run = byId.get(id);
      if (!run) throw new NotFound(`The run ${id}`);
      return {
        runId: run.id,
        modelId: run.modelId,
        model: run.model.name,
        run: run.name,
        size: run.model.size,
        cutoff: cutoffOf(run.model),
        generatedBy: methods.get(run.id) ?? null,
        dateInPrompt: run.model.dateInPrompt,
        hasWebSearch: run.model.hasWebSearch,
        release: run.release.name,
        sha256: run.release.sha256,
        publishedAt: run.release.publishedAt.toISOString(),
      };
    }),
  );
}

function releasesOf(runs: readonly ReportedRun[]): ReportInputs["releases"] {
  return [
    ...new Map(runs.map(({ release, sha256 }) => [release, { name: release, sha256 }])).values(),
  ];
}

/** @throws NotFound */
async function inputsOf(
  request: Counted,
  runs: readonly number[],
): Promise<Omit<ReportInputs, "releases">> {
  const { split, category, hops, year, rule, verdicts, truth, gold, state } = request;
  const [campaign, evaluator, at, pastDay] = await Promise.all([
    request.campaign === null
      ? null
      : db.campaign.findUnique({
          where: { id: request.campaign, protocolVersionId: RELAXED_STRICT_VERSION },
          select: { id: true, name: true },
        }),
    request.evaluator === null
      ? null
      : db.evaluator.findUnique({
          where: { id: request.evaluator },
          select: NAMED_EVALUATOR,
        }),
    momentOf(state),
    pastDayOf({ truth, state, runs }, releasedInScope(request)),
  ]);
  if (request.campaign !== null && campaign === null)
    throw new NotFound(`The campaign ${request.campaign}`);
  if (request.evaluator !== null && evaluator === null)
    throw new NotFound(`The evaluator ${request.evaluator}`);
  const followUps = (request.campaigns?.length ?? 1) - 1;
  return {
    campaign: campaign && { ...campaign, followUps },
    verdicts,
    evaluator,
    split,
    category,
    hops,
    year,
    rule,
    truth,
    ...pastDay,
    gold,
    state: state === null ? null : writeState(state),
    earlier:
      state !== null &&
      (state.since === null ||
        (campaign !== null &&
          at < FOLLOW_UPS_COUNT_SINCE &&
          (followUps > 0 || truth !== "release"))),
    at: at.toISOString(),
  };
}

const NAMED_EVALUATOR = { id: true, name: true, family: true, version: true } as const;

/** What a report can be made of. */
export async function listReportChoices(actor: Actor): Promise<ReportChoices> {
  authorize(actor, "reports.read");
  const [runs, campaigns, evaluators, { timeZone }] = await Promise.all([
    db.modelRun.findMany({
      include: { model: { select: { name: true } }, release: { select: { name: true } } },
      orderBy: [{ model: { name: "asc" } }, { id: "asc" }],
    }),
    db.campaign.findMany({
      // Only these have verdicts in Relaxed and Strict.
      where: { status: { not: "draft" }, protocolVersionId: RELAXED_STRICT_VERSION },
      select: { id: true, name: true, followsId: true },
      orderBy: { id: "desc" },
    }),
    db.evaluator.findMany({
      select: NAMED_EVALUATOR,
      orderBy: [{ family: "asc" }, { version: "desc" }],
    }),
    datasetDay(),
  ]);
  return {
    runs: runs.map((run) => ({
      runId: run.id,
      modelId: run.modelId,
      model: run.model.name,
      run: run.name,
      release: run.release.name,
    })),
    campaigns,
    evaluators,
    timeZone,
  };
}

/** A request for all runs of a model, from the oldest release to the newest. @throws NotFound */
async function runsOverTime({
  model,
  ...scope
}: OverTimeRequest): Promise<{ model: string; request: AccuracyRequest }> {
  const found = await db.model.findUnique({
    where: { id: model },
    include: {
      runs: {
        select: { id: true },
        orderBy: [{ release: { publishedAt: "asc" } }, { ranOn: "asc" }, { id: "asc" }],
      },
    },
  });
  if (!found) throw new NotFound(`The model ${model}`);
  return {
    model: found.name,
    request: { ...scope, questions: "rated", runs: found.runs.map(({ id }) => id) },
  };
}

/** The accuracy of one model's runs, the oldest release first. @throws NotFound */
export async function getAccuracyOfModel(
  actor: Actor,
  request: OverTimeRequest,
): Promise<AccuracyReport & { model: string }> {
  authorize(actor, "reports.read");
  const runs = await runsOverTime(request);
  return { model: runs.model, ...(await accuracyOfRuns(runs.request)) };
}

/** The same with what changed from run to run. @throws NotFound */
export async function getAccuracyOverTime(
  actor: Actor,
  request: OverTimeRequest,
): Promise<AccuracyOverTime> {
  authorize(actor, "reports.read");
  const { model, request: ofRuns } = await runsOverTime(request);
  const [report, met] = await Promise.all([
    accuracyOfRuns(ofRuns),
    ofRuns.runs.length < 2 ? [] : withFollowUps(ofRuns).then(readMet),
  ]);
  return { model, ...report, changes: changesOverTime(ofRuns.runs, met) };
}

// Two runs ----------------------------------------------------------------------------------------------------------

/**
 * SQL: the questions that count for both runs with what each run's response is worth. `with` begins the statement, so that
 * each side is computed once, however few rows the planner expects of a past day; `from` follows FROM: first and second
 * (the response's id, relaxed, strict), the first run's truth r, its release's revision s, and whether the second run's
 * truth is another one. Of a sample each side has what sampledResponses has.
 */
function pairs(
  request: Counted<ComparisonRequest>,
  sample: RandomSample | null,
): { with: Prisma.Sql; from: Prisma.Sql } {
  const counting = countingOf(request, [request.first, request.second]);
  const side = (run: number) =>
    sample === null
      ? responseVerdicts(request, counting, [run])
      : sampledResponses({ ...request, runs: [run] }, counting, sample);
  const releaseOf = (run: number) =>
    Prisma.sql`(SELECT release_id FROM model_runs WHERE id = ${run}::int)`;
  const [first, second] = [releaseOf(request.first), releaseOf(request.second)];
  return {
    // Grouped by question instead of joined with itself: the planner takes both sides for a few rows, and compares all pairs.
    with: Prisma.sql`
      changed AS MATERIALIZED (SELECT * FROM ${changedRevisions(counting)} q),
      asked AS MATERIALIZED (
        SELECT q.question_id, max(q.position) FILTER (WHERE q.release_id = ${first}) AS position,
          max(q.revision_id) FILTER (WHERE q.release_id = ${first}) AS revision_id, max(q.released_id) FILTER (WHERE q.release_id = ${first}) AS released_id,
          max(q.revision_id) FILTER (WHERE q.release_id = ${second}) AS other_id
        FROM ${askedQuestions(counting)} q WHERE q.release_id IN (${first}, ${second}) AND q.aside IS NULL
        GROUP BY q.question_id HAVING bool_or(q.release_id = ${first}) AND bool_or(q.release_id = ${second})),
      one AS MATERIALIZED (SELECT * FROM ${side(request.first)} p), two AS MATERIALIZED (SELECT * FROM ${side(request.second)} p)`,
    from: Prisma.sql`
      asked e JOIN revisions r ON r.id = e.revision_id JOIN revisions s ON s.id = e.released_id
      CROSS JOIN LATERAL (SELECT NOT ${sameTruth(Prisma.sql`e.revision_id`, Prisma.sql`e.other_id`)} AS changed) x
      LEFT JOIN one ON one.question_id = e.question_id LEFT JOIN two ON two.question_id = e.question_id`,
  };
}

interface RawPair extends Omit<MetPair, keyof QuestionClass | "ratedIn"> {
  kind: number;
  /** The answers for the two runs differ. */
  changed: boolean;
  /** As in RawCount. */
  answers: string | null;
}

/** Two runs on the questions that both have a verdict for, in every column and measure. @throws NotFound */
export async function compareRuns(
  actor: Actor,
  request: ComparisonRequest,
): Promise<ComparisonReport> {
  authorize(actor, "reports.read");
  await requirePastTruth(request.truth);
  const { first, second } = request;
  const counted = await withFollowUps(request);
  const sample = await sampleOf(counted);
  const { basis, sampledSplits } = basisOf(sample);
  const runIds = [...new Set([first, second])];
  const paired = pairs(counted, sample);
  const [runs, inputs, ends, counts, groups] = await Promise.all([
    reportedRuns(runIds),
    inputsOf(counted, runIds),
    readEnds(counted, runIds, sample),
    readCounts({ ...counted, runs: runIds, questions: "rated" }, sample),
    groupedRows<RawPair>(Prisma.sql`
      WITH ${paired.with}
      SELECT ${KIND} AS kind, x.changed, ${isChanged(Prisma.sql`e.revision_id`)} AS stale, one.id IS NOT NULL AND two.id IS NOT NULL AS answered, ${sample === null ? Prisma.sql`NULL` : Prisma.sql`coalesce(one.answers, two.answers)`} AS answers, ${sample === null ? Prisma.sql`FALSE` : Prisma.sql`coalesce(one.late OR two.late, FALSE)`} AS late, one.relaxed AS "firstRelaxed", one.strict AS "firstStrict", two.relaxed AS "secondRelaxed", two.strict AS "secondStrict",
        one.automatic AS "firstAutomatic", two.automatic AS "secondAutomatic", count(*)::int AS questions
      FROM ${paired.from} WHERE ${inScope(request, "s")} ${sample === null ? Prisma.empty : inSampledSplits(sample)} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`),
  ]);
  const aside = (run: number) =>
    asideOf(
      counts.filter(({ runId }) => runId === run),
      ends && ends.filter(({ runId }) => runId === run),
    );
  const met = groups
    .filter(({ changed }) => !changed)
    .map(({ kind, answers, ...group }) => ({
      ...group,
      ...classOf(kind),
      ratedIn: sample === null ? 0 : ratedIn(sample, answers),
    }));
  const titles = accuracyColumns(request.year);
  return {
    inputs: {
      ...inputs,
      releases: releasesOf(runs),
      basis,
      sampledSplits,
      earlier: inputs.earlier || countedLess(request, basis, inputs.at),
    },
    first: runs[0]!,
    second: runs.at(-1)!,
    aside: {
      first: aside(first),
      second: aside(second),
    },
    shared: questionsOf(groups),
    changed: questionsOf(groups.filter((group) => group.changed)),
    measures: Object.fromEntries(
      MEASURES.map((measure) => [
        measure,
        adjustTogether(
          ACCURACY_COLUMNS.map((column) => ({
            column,
            title: fullTitle(titles[column]),
            ...comparedIn(met, { measure, column, year: request.year, basis }),
          })),
        ),
      ]),
    ) as ComparisonReport["measures"],
  };
}

/** SQL: the first release's revision r is counted in the column, as columnsOf says. */
function inColumn(column: AccuracyColumn, year: number): Prisma.Sql {
  const old = Prisma.sql`r.effective_year < ${year}::int + r.effective_before::int`;
  const fresh = Prisma.sql`(NOT r.effective_before AND r.effective_year >= ${year}::int)`;
  const valid = (more: Prisma.Sql) => Prisma.sql`(NOT r.false_premise AND ${more})`;
  switch (column) {
    case "all":
      return Prisma.sql`TRUE`;
    case "vp":
      return valid(Prisma.sql`TRUE`);
    case "vpFast":
      return valid(Prisma.sql`r.fact_type = 'fast-changing'`);
    case "vpSlow":
      return valid(Prisma.sql`r.fact_type = 'slow-changing'`);
    case "vpNever":
      return valid(Prisma.sql`r.fact_type = 'never-changing'`);
    case "vpOld":
      return valid(old);
    case "vpNew":
      return valid(fresh);
    case "vpOneHop":
      return valid(Prisma.sql`r.hops = 'one-hop'`);
    case "vpMultiHop":
      return valid(Prisma.sql`r.hops = 'multi-hop'`);
    case "fp":
      return Prisma.sql`r.false_premise`;
    case "fpOld":
      return Prisma.sql`(r.false_premise AND ${old})`;
  }
}

/** SQL: what `said` says of a side. */
function saidOf(measure: AccuracyMeasure, side: "one" | "two"): Prisma.Sql {
  const alias = Prisma.raw(side);
  return measure === "gap"
    ? Prisma.sql`(${alias}.relaxed AND NOT ${alias}.strict)`
    : Prisma.sql`${alias}.${Prisma.raw(measure)}`;
}

/**
 * The questions on which two runs differ in a measure and column, a page of them (counted from 1), in the release's order.
 * Without those where the reader has still to rate a response: that they differ tells what the verdict is.
 */
export async function listDifferingQuestions(
  actor: Actor,
  request: ComparisonRequest,
  view: ComparisonView,
): Promise<DifferingQuestions> {
  authorize(actor, "reports.read");
  await requirePastTruth(request.truth);
  const { measure, column, which, page } = view;
  const [x, y] = [saidOf(measure, "one"), saidOf(measure, "two")];
  // The gap of a response with only one mode judged is unknown, also where that one would decide it.
  const known =
    measure === "gap"
      ? Prisma.sql`AND one.relaxed IS NOT NULL AND one.strict IS NOT NULL AND two.relaxed IS NOT NULL AND two.strict IS NOT NULL`
      : Prisma.empty;
  const differ =
    which === "both"
      ? Prisma.sql`${x} <> ${y}`
      : which === "first"
        ? Prisma.sql`${x} AND NOT ${y}`
        : Prisma.sql`${y} AND NOT ${x}`;
  const counted = await withFollowUps(request);
  const paired = pairs(counted, await sampleOf(counted));
  const toRate = responsesToRate(actor.userId);
  const stillToRate = await countStillToRate(actor, { runs: [request.first, request.second] });
  const rows = await db.$queryRaw<
    {
      kind: number;
      questionId: number;
      question: string;
      answer: string;
      total: number;
      firstId: number;
      firstText: string;
      firstRelaxed: boolean | null;
      firstStrict: boolean | null;
      secondId: number;
      secondText: string;
      secondRelaxed: boolean | null;
      secondStrict: boolean | null;
      firstAutomatic: boolean;
      secondAutomatic: boolean;
    }[]
  >`
    WITH ${paired.with}, found AS MATERIALIZED (
      SELECT e.position, e.question_id, e.revision_id, one.id AS first_id, one.relaxed AS first_relaxed, one.strict AS first_strict, one.automatic AS first_automatic, two.automatic AS second_automatic, two.id AS second_id, two.relaxed AS second_relaxed, two.strict AS second_strict
      FROM ${paired.from}
      WHERE ${inScope(request, "s")} AND NOT x.changed AND ${inColumn(column, request.year)} AND ${differ} ${known} AND one.id NOT IN ${toRate} AND two.id NOT IN ${toRate})
    SELECT f.question_id AS "questionId", btrim(${cell("r", "question")}) AS question, btrim(${cell("r", "answer_0")}) AS answer, ${KIND} AS kind,
      f.first_id AS "firstId", left(p.text, 1500) AS "firstText", f.first_relaxed AS "firstRelaxed", f.first_strict AS "firstStrict",
      f.second_id AS "secondId", left(q.text, 1500) AS "secondText", f.second_relaxed AS "secondRelaxed", f.second_strict AS "secondStrict", f.first_automatic AS "firstAutomatic", f.second_automatic AS "secondAutomatic",
      (SELECT count(*)::int FROM found) AS total
    FROM (SELECT * FROM found ORDER BY position ${pageInSql(page, DIFFERING_PER_PAGE)}) f
    JOIN revisions r ON r.id = f.revision_id JOIN responses p ON p.id = f.first_id JOIN responses q ON q.id = f.second_id
    ORDER BY f.position`;
  const behind = await ratingsBehind(
    countingOf(counted, [request.first, request.second]),
    rows.flatMap(({ firstId, secondId }) => [firstId, secondId]),
  );
  return {
    total: rows[0]?.total ?? 0,
    stillToRate,
    questions: rows.map((row) => ({
      questionId: row.questionId,
      question: row.question,
      answer: row.answer,
      category: categoryOf(classOf(row.kind)),
      first: {
        responseId: row.firstId,
        text: row.firstText,
        relaxed: row.firstRelaxed,
        strict: row.firstStrict,
        automatic: row.firstAutomatic,
        ratings: behind.get(row.firstId) ?? [],
      },
      second: {
        responseId: row.secondId,
        text: row.secondText,
        relaxed: row.secondRelaxed,
        strict: row.secondStrict,
        automatic: row.secondAutomatic,
        ratings: behind.get(row.secondId) ?? [],
      },
    })),
  };
}

/**
 * What the verdicts of some responses come from: the ratings that count, rater by rater; behind them the adjudication that
 * counts, and the gold verdict that goes before both. All by the answers that the report goes by.
 */
async function ratingsBehind(
  counting: Counting,
  responseIds: readonly number[],
): Promise<Map<number, RatingBehind[]>> {
  const ids = Prisma.sql`ANY(${[...responseIds]}::int[])`;
  const { from, where, truth } = askedResponses(counting);
  const among = counting.campaigns === null ? null : [...counting.campaigns];
  const rows = await db.$queryRaw<(RatingBehind & { responseId: number })[]>`
    SELECT "responseId", by, relaxed, strict, "relaxedReason", "strictReason", comment FROM (
      SELECT j.response_id AS "responseId", 'Rater ' || r.number || CASE WHEN count(*) OVER (PARTITION BY j.response_id) <> count(*) OVER (PARTITION BY j.response_id, j.campaign_id) THEN ' of ' || c.name ELSE '' END AS by,
        j.relaxed, j.strict, j.relaxed_reason AS "relaxedReason", j.strict_reason AS "strictReason", j.comment, 0 AS last, j.campaign_id, r.number, j.id
      FROM ${countedJudgments(counting)} j JOIN campaign_raters r ON r.campaign_id = j.campaign_id AND r.rater_id = j.rater_id JOIN campaigns c ON c.id = j.campaign_id
      WHERE j.response_id = ${ids}
      UNION ALL
      SELECT * FROM (
        SELECT DISTINCT ON (t.response_id) t.response_id, 'Adjudicated', a.relaxed, a.strict, a.relaxed_reason, a.strict_reason, a.reason, 1, 0, 0, a.id
        FROM ${standingAdjudications(counting.state)} a JOIN rating_tasks t ON t.id = a.task_id CROSS JOIN LATERAL (SELECT ${truth} AS id FROM ${from} WHERE p.id = t.response_id AND ${where}) truth_of
        WHERE t.response_id = ${ids} AND (${among}::int[] IS NULL OR t.campaign_id = ANY(${among}::int[])) AND ${sameTruth(Prisma.sql`a.revision_id`, Prisma.sql`truth_of.id`)}
        ORDER BY t.response_id, a.id DESC) settled
      UNION ALL
      SELECT g.response_id, 'Gold', g.relaxed, g.strict, NULL, NULL, '', 2, 0, 0, 0 FROM ${counting.gold === "count" ? countedGold(counting) : NO_GOLD} g WHERE g.response_id = ${ids}
    ) said ORDER BY "responseId", last, campaign_id, number, id`;
  const behind = new Map<number, RatingBehind[]>();
  for (const { responseId, ...rating } of rows)
    behind.set(responseId, [...(behind.get(responseId) ?? []), rating]);
  return behind;
}

const NO_GOLD = Prisma.sql`(SELECT NULL::int AS response_id, NULL::boolean AS relaxed, NULL::boolean AS strict WHERE FALSE)`;
