import { authorize, may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { nearestQuestions, nearestSubmissions } from "@/lib/dataset/similar-questions/queries";
import { nearestFirst } from "@/lib/dataset/similar-questions/rules";
import { ALIKE, type SimilarQuestion } from "@/lib/dataset/similar-questions/schema";
import { sameButForCase } from "@/lib/dataset/questions/same-text";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { orderInSql, pageInSql, type ListPage, type Orders } from "@/lib/platform/lists";
import {
  CATEGORIES,
  HOPS,
  type Category,
  type Hops,
  type Split,
} from "@/lib/dataset/questions/vocabulary";
import { categoryInSql } from "@/lib/dataset/questions/sql";
import { balanceCells, checkDraft, findingsOf, type Finding } from "./rules";
import {
  REJECTION_REASONS,
  type Balance,
  type DraftField,
  type RejectionReason,
  type ReasoningStep,
  type RoundView,
  type SubmissionRow,
  type SubmissionView,
} from "./schema";
import { listParticipants, countSplits, currentYear, readDraft, readTargets } from "./writes";
import type { ContributionsState, OwnSubmissionsState, SubmissionsState } from "./address";
import { SUBMISSION_STATUSES, type SubmissionStatus } from "./vocabulary";

const SUBMISSIONS_PER_PAGE = 50;

/** Those with a status, and how many there are of each. */
export interface SubmissionList extends ListPage<SubmissionRow> {
  counts: Record<SubmissionStatus, number>;
}

const OWN_ORDERS: Orders<OwnSubmissionsState> = {
  question: Prisma.sql`lower(nullif(s.draft->>'question', ''))`,
  category: Prisma.sql`array_position(${[...CATEGORIES]}::text[], s.draft->>'category')`,
  saved: Prisma.sql`s.saved_at`,
};
const SUBMISSION_ORDERS: Orders<SubmissionsState> = {
  ...OWN_ORDERS,
  author: Prisma.sql`lower(a.name)`,
  submitted: Prisma.sql`coalesce(s.submitted_at, s.saved_at)`,
};

/** One's own drafts and submissions, what was saved last first, and how many there are of each status. */
export async function listOwnSubmissions(
  actor: Actor,
  state: OwnSubmissionsState,
): Promise<SubmissionList> {
  authorize(actor, "submissions.write");
  return listSubmissions(
    Prisma.sql`s.author_id = ${actor.userId}`,
    state,
    actor.userId,
    orderInSql(state.sort, OWN_ORDERS, Prisma.sql`s.saved_at DESC, s.id DESC`),
  );
}

/**
 * What everyone submitted, what has waited longest first. Drafts that were never submitted are their authors' alone, and the
 * reader's own are for others to review.
 */
export async function listAllSubmissions(
  actor: Actor,
  state: SubmissionsState,
): Promise<SubmissionList> {
  authorize(actor, "submissions.review");
  const order = orderInSql(
    state.sort,
    SUBMISSION_ORDERS,
    state.status === "submitted"
      ? Prisma.sql`s.submitted_at, s.id`
      : Prisma.sql`s.submitted_at DESC, s.id DESC`,
  );
  const reviewable = Prisma.sql`s.rounds > 0 AND (s.status <> 'submitted' OR s.author_id <> ${actor.userId})`;
  return listSubmissions(reviewable, state, actor.userId, order);
}

/** How many of the actor's own questions a maintainer returned with comments: those of "/write?status=returned". */
export async function countReturned(actor: Actor): Promise<number> {
  authorize(actor, "submissions.write");
  return db.submission.count({ where: { authorId: actor.userId, status: "returned" } });
}

/** How many submissions the actor can review: those of "/submissions". */
export async function countSubmitted(actor: Actor): Promise<number> {
  authorize(actor, "submissions.review");
  return db.submission.count({
    where: { status: "submitted", authorId: { not: actor.userId } },
  });
}

async function listSubmissions(
  scope: Prisma.Sql,
  state: Omit<SubmissionsState, "sort">,
  readerId: number,
  order: Prisma.Sql,
): Promise<SubmissionList> {
  const filter =
    state.status === null ? scope : Prisma.sql`${scope} AND s.status = ${state.status}`;
  const [counted, rows] = await Promise.all([
    db.$queryRaw<
      { status: SubmissionStatus; count: number }[]
    >`SELECT s.status, count(*)::int AS count FROM submissions s WHERE ${scope} GROUP BY s.status`,
    db.$queryRaw<
      (Omit<SubmissionRow, "savedAt" | "submittedAt"> & {
        savedAt: Date;
        submittedAt: Date | null;
      })[]
    >`
      SELECT s.id, s.status, left(s.draft->>'question', 300) AS question, s.draft->>'category' AS category, s.draft->>'hops' AS hops, a.name AS author, s.rounds,
        s.saved_at AS "savedAt", s.submitted_at AS "submittedAt", s.question_id AS "questionId",
        (SELECT count(*)::int FROM submission_comments m WHERE m.submission_id = s.id AND m.author_id <> ${readerId} AND m.created_at > s.saved_at) AS comments,
        (SELECT u.name FROM submission_claims c JOIN users u ON u.id = c.holder_id WHERE c.submission_id = s.id AND c.expires_at > now() AND s.status = 'submitted') AS reviewer
      FROM submissions s JOIN users a ON a.id = s.author_id WHERE ${filter} ORDER BY ${order} ${pageInSql(state.page, SUBMISSIONS_PER_PAGE)}`,
  ]);
  const counts = Object.fromEntries(
    SUBMISSION_STATUSES.map((status) => [
      status,
      counted.find((one) => one.status === status)?.count ?? 0,
    ]),
  ) as Record<SubmissionStatus, number>;
  return {
    counts,
    rows: rows.map((row) => ({
      ...row,
      question: row.question.replace(/\s+/g, " ").trim(),
      savedAt: row.savedAt.toISOString(),
      submittedAt: row.submittedAt?.toISOString() ?? null,
    })),
    total:
      state.status === null
        ? Object.values(counts).reduce((sum, count) => sum + count, 0)
        : counts[state.status],
    page: state.page,
    pageSize: SUBMISSIONS_PER_PAGE,
  };
}

/** What the dataset has of each category, number of hops and split, beside what it aims at. */
export async function getBalance(actor: Actor): Promise<Balance> {
  authorize(actor, "questions.read");
  const [counts, { updatedAt, ...targets }, underWay] = await Promise.all([
    countSplits(db),
    readTargets(db),
    db.$queryRaw<
      { category: Category; count: number }[]
    >`SELECT draft->>'category' AS category, count(*)::int AS count FROM submissions WHERE status = 'submitted' GROUP BY 1`,
  ]);
  const perCategory = (count: (category: Category) => number) =>
    Object.fromEntries(CATEGORIES.map((category) => [category, count(category)])) as Record<
      Category,
      number
    >;
  return {
    cells: balanceCells(counts, targets),
    demo: {
      have: counts.filter((one) => one.split === "DEMO").reduce((sum, one) => sum + one.count, 0),
      target: targets.demoQuestions,
    },
    underWay: perCategory(
      (category) => underWay.find((one) => one.category === category)?.count ?? 0,
    ),
    unassigned: perCategory((category) =>
      counts
        .filter((one) => one.category === category && one.split === null)
        .reduce((sum, one) => sum + one.count, 0),
    ),
    targets: { ...targets, updatedAt: updatedAt.toISOString() },
  };
}

/**
 * A submission with its rounds and comments: one's own, or, for those who review, whatever was submitted.
 * @throws NotFound
 */
export async function getSubmission(actor: Actor, submissionId: number): Promise<SubmissionView> {
  if (!may(actor, "submissions.review")) authorize(actor, "submissions.write");
  const submission = await db.submission.findUnique({
    where: { id: submissionId },
    include: {
      author: { select: { id: true, name: true } },
      history: {
        orderBy: { number: "desc" },
        include: { decision: { include: { decider: { select: { name: true } } } } },
      },
      comments: {
        orderBy: { id: "asc" },
        include: { author: { select: { name: true } }, round: { select: { number: true } } },
      },
    },
  });
  const own = submission?.authorId === actor.userId && may(actor, "submissions.write");
  if (!submission || !(own || (may(actor, "submissions.review") && submission.rounds > 0)))
    throw new NotFound(`Submission ${submissionId}`);
  const rounds = submission.history.map((round): RoundView => ({
    number: round.number,
    draft: readDraft(round.draft),
    difference: round.difference,
    submittedAt: round.submittedAt.toISOString(),
    similar: round.similar as unknown as RoundView["similar"],
    decision: round.decision && {
      outcome: round.decision.outcome as "accepted",
      reason: round.decision.reason as RejectionReason | null,
      comment: round.decision.comment,
      split: round.decision.split as Split | null,
      by: round.decision.decider.name,
      at: round.decision.decidedAt.toISOString(),
    },
  }));
  return {
    id: submission.id,
    status: submission.status as SubmissionStatus,
    author: submission.author,
    // What the author types after a round is theirs until they submit it.
    draft: own ? readDraft(submission.draft) : rounds[0]!.draft,
    version: submission.version,
    savedAt: submission.savedAt.toISOString(),
    questionId: submission.questionId,
    rounds,
    comments: submission.comments.map((comment) => ({
      id: comment.id,
      author: comment.author.name,
      authorId: comment.authorId,
      field: comment.field as DraftField | null,
      parentId: comment.parentId,
      body: comment.body,
      at: comment.createdAt.toISOString(),
      round: comment.round?.number ?? null,
    })),
    people: await listParticipants(db, submission.authorId),
  };
}

/** What is shown to a reviewer beside a submission. */
export interface ReviewAids {
  similar: SimilarQuestion[];
  findings: Finding[];
  /** The steps as they would be kept. */
  steps: { text: string; evidence: string[] }[];
  /** Why the last round would not pass the form any more, by field. */
  errors: Record<string, string>;
}

/** The nearest questions and open submissions, and what stands out automatically, for the last round of a submission. @throws NotFound */
export async function getReviewAids(actor: Actor, submissionId: number): Promise<ReviewAids> {
  authorize(actor, "submissions.review");
  const [round, submission] = await Promise.all([
    db.submissionRound.findFirst({ where: { submissionId }, orderBy: { number: "desc" } }),
    db.submission.findUnique({ where: { id: submissionId }, select: { questionId: true } }),
  ]);
  if (!round || !submission) throw new NotFound(`Submission ${submissionId}`);
  const draft = readDraft(round.draft);
  const { content, steps, errors } = checkDraft(draft, await currentYear(db));
  const sought = {
    question: draft.question.slice(0, 2_000),
    answers: draft.answers,
    sources: draft.sources,
  };
  const similar = nearestFirst(
    ...(await Promise.all([
      nearestQuestions(db, sought, submission.questionId),
      nearestSubmissions(db, actor, sought, submissionId),
    ])),
  );
  if (content === null) return { similar, findings: [], steps, errors };
  const hosts = await db.$queryRaw<{ host: string }[]>`
    SELECT DISTINCT host FROM question_heads h, unnest(h.evidence_hosts) AS host WHERE h.question_id IS DISTINCT FROM ${submission.questionId}`;
  const answered = (one: SimilarQuestion) =>
    sameButForCase(one.answers[0] ?? "", content.answers[0] ?? "") && content.answers.length > 0;
  // Of several that are not near, one with the same answer is the likeliest to ask the same.
  const alike = similar.filter((candidate) => candidate.score >= ALIKE);
  const nearest = alike.find(({ near }) => near) ?? alike.find(answered) ?? alike[0] ?? null;
  return {
    similar,
    findings: findingsOf(
      content,
      steps.length,
      new Set(hosts.map((row) => row.host)),
      nearest && {
        called:
          nearest.kind === "question"
            ? `Q${nearest.questionId}`
            : `A submission by ${nearest.author ?? "someone else"}`,
        score: nearest.score,
        near: nearest.near,
        sameAnswer: answered(nearest),
      },
      round.difference,
    ),
    steps,
    errors,
  };
}

/** The steps that lead to a question's answer, as they were last written; null where there are none. */
export async function getReasoning(
  actor: Actor,
  questionId: number,
): Promise<{ steps: ReasoningStep[]; author: string; at: string } | null> {
  authorize(actor, "questions.read");
  const reasoning = await db.questionReasoning.findFirst({
    where: { questionId },
    orderBy: { id: "desc" },
    include: { author: { select: { name: true } } },
  });
  return (
    reasoning && {
      steps: reasoning.steps as ReasoningStep[],
      author: reasoning.author.name,
      at: reasoning.createdAt.toISOString(),
    }
  );
}

/** The year that it is for the dataset: no answer changes after it. */
export async function getPresentYear(actor: Actor): Promise<number> {
  authorize(actor, "questions.read");
  return currentYear(db);
}

interface Exemplar {
  category: Category;
  hops: Hops;
  question: string;
  answer: string;
  questionId: number;
}

/** What exemplars the form shows beside each category: active questions of the dataset, DEMO before others. */
export async function listExemplars(actor: Actor): Promise<Exemplar[]> {
  authorize(actor, "questions.read");
  return db.$queryRaw<Exemplar[]>`
    SELECT e.category, e.hops, e.question, e.answer, e.question_id AS "questionId" FROM
      unnest(${[...CATEGORIES]}::text[]) AS c(category) CROSS JOIN unnest(${[...HOPS]}::text[]) AS k(hops)
      CROSS JOIN LATERAL (
        SELECT c.category, k.hops, left(h.question, 300) AS question, left(h.primary_answer, 200) AS answer, h.question_id FROM question_heads h
        WHERE h.status = 'active' AND h.hops = k.hops AND ${categoryInSql("h")} = c.category
        ORDER BY (h.split IS DISTINCT FROM 'DEMO'), h.position, h.question_id LIMIT 1) e`;
}

// Contributions ---------------------------------------------------------------------------------------------------

/** What one annotator contributed. */
export interface Contribution {
  authorId: number;
  author: string;
  email: string;
  /** Submitted at least once. */
  written: number;
  accepted: number;
  rejected: Record<RejectionReason, number>;
  /** Returned and not submitted again, and submitted and not decided. */
  returned: number;
  waiting: number;
  withdrawn: number;
  /** From the first submission to acceptance; null without an accepted question. */
  medianHoursToAcceptance: number | null;
  /** Of the rounds that were decided, the share that was accepted: how often the author found ready what the reviewer did. Null without one. */
  agreement: number | null;
}

/** SQL: how many submissions are so. */
const countIf = (condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`count(*) FILTER (WHERE ${condition})::int`;
const ACCEPTED = countIf(Prisma.sql`c.status = 'accepted'`);
const RETURNED = countIf(Prisma.sql`c.status = 'returned'`);
const WAITING = countIf(Prisma.sql`c.status = 'submitted'`);
const WITHDRAWN = countIf(Prisma.sql`c.status = 'withdrawn'`);
const HOURS_TO_ACCEPTANCE = Prisma.sql`(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM c.decided_at - c.at) / 3600) FILTER (WHERE c.status = 'accepted'))::float8`;
const ACCEPTANCE_RATE = Prisma.sql`(sum(c.accepted_rounds) / nullif(sum(c.decided), 0))::float8`;

const CONTRIBUTION_ORDERS: Orders<ContributionsState> = {
  author: Prisma.sql`lower(u.name)`,
  submitted: Prisma.sql`count(*)`,
  accepted: ACCEPTED,
  waiting: WAITING,
  returned: RETURNED,
  withdrawn: WITHDRAWN,
  rejected: countIf(Prisma.sql`c.status = 'rejected'`),
  time: HOURS_TO_ACCEPTANCE,
  rate: ACCEPTANCE_RATE,
};

/**
 * What each annotator contributed, by name if nothing else is asked for. One without the right to see everyone sees themself.
 * @param state `from`, `to`: days in the dataset's time zone, both included, on which a question was first submitted, or on which it
 * was accepted or rejected; in the latter case nothing else counts, so that no later decision changes a past period.
 */
export async function listContributions(
  actor: Actor,
  state: ContributionsState,
): Promise<Contribution[]> {
  if (!may(actor, "contributions.read")) authorize(actor, "submissions.write");
  const whose = may(actor, "contributions.read")
    ? Prisma.sql`true`
    : Prisma.sql`s.author_id = ${actor.userId}`;
  const rows = await db.$queryRaw<
    (Omit<Contribution, "rejected"> & Record<`r${number}`, number>)[]
  >`
    WITH first AS (
      SELECT s.id, s.author_id, s.status, min(r.submitted_at) AS at FROM submissions s JOIN submission_rounds r ON r.submission_id = s.id WHERE ${whose} GROUP BY s.id
    ), counted AS (
      SELECT f.*, d.decided_at, d.reason, o.decided, o.accepted AS accepted_rounds FROM first f
      CROSS JOIN (SELECT time_zone FROM dataset_settings) z
      LEFT JOIN LATERAL (SELECT x.decided_at, x.reason FROM submission_rounds r JOIN submission_decisions x ON x.round_id = r.id WHERE r.submission_id = f.id ORDER BY r.number DESC LIMIT 1) d ON true
      CROSS JOIN LATERAL (SELECT count(*) AS decided, count(*) FILTER (WHERE x.outcome = 'accepted') AS accepted FROM submission_rounds r JOIN submission_decisions x ON x.round_id = r.id WHERE r.submission_id = f.id) o
      CROSS JOIN LATERAL (SELECT (${state.by === "submitted" ? Prisma.sql`f.at` : Prisma.sql`CASE WHEN f.status IN ('accepted', 'rejected') THEN d.decided_at END`} AT TIME ZONE z.time_zone)::date AS day) p
      WHERE p.day BETWEEN coalesce(${state.from}::date, '-infinity') AND coalesce(${state.to}::date, 'infinity')
    )
    SELECT u.id AS "authorId", u.name AS author, u.email, count(*)::int AS written,
      ${ACCEPTED} AS accepted, ${RETURNED} AS returned, ${WAITING} AS waiting, ${WITHDRAWN} AS withdrawn,
      ${Prisma.join(
        REJECTION_REASONS.map(
          (reason, i) =>
            Prisma.sql`${countIf(Prisma.sql`c.status = 'rejected' AND c.reason = ${reason}`)} AS ${Prisma.raw(`r${i}`)}`,
        ),
        ", ",
      )},
      ${HOURS_TO_ACCEPTANCE} AS "medianHoursToAcceptance", ${ACCEPTANCE_RATE} AS agreement
    FROM counted c JOIN users u ON u.id = c.author_id GROUP BY u.id
    ORDER BY ${orderInSql(state.sort, CONTRIBUTION_ORDERS, Prisma.sql`lower(u.name), u.id`)}`;
  return rows.map((row) => ({
    authorId: row.authorId,
    author: row.author,
    email: row.email,
    written: row.written,
    accepted: row.accepted,
    returned: row.returned,
    waiting: row.waiting,
    withdrawn: row.withdrawn,
    rejected: Object.fromEntries(
      REJECTION_REASONS.map((reason, i) => [reason, row[`r${i}`] ?? 0]),
    ) as Record<RejectionReason, number>,
    medianHoursToAcceptance: row.medianHoursToAcceptance,
    agreement: row.agreement,
  }));
}
