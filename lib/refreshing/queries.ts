import { answerCells } from "@/lib/dataset/questions/sql";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { categoryOf, cellOf, contentOfRevision } from "@/lib/dataset/questions/cells";
import type { Content } from "@/lib/dataset/questions/schema";
import type {
  Category,
  ReviewPolicy,
  RevisionReason,
  Status,
} from "@/lib/dataset/questions/vocabulary";
import { datasetDay, claimable } from "@/lib/dataset/schedule/queries";
import { answerPeriods, type AnswerPeriod } from "./rules";
import { type QueueFilters } from "@/lib/dataset/schedule/address";

/** A question as the desk shows it: everything that a decision needs, so that nothing is asked for while one works. */
export interface DeskQuestion {
  id: number;
  status: Status;
  category: Category;
  content: Content;
  /** Its raw next-review cell, for schedules that name no day. */
  reviewCell: string;
  /** The raw text of the nineteen content cells. */
  cells: string[];
  revisionId: number;
  number: number;
  /** The last revision. */
  revised: { by: string; at: string; reason: RevisionReason; comment: string };
  /** ISO day since which the present answers hold. */
  answersSince: string;
  verified: { on: string; by: string } | null;
  /** What the last release that holds this question printed; null when it was in none. */
  released: { name: string; cells: string[]; number: number } | null;
  assignee: string | null;
}

/** Questions for the desk, in the order of `ids`; those that do not exist are left out. */
export async function getDeskQuestions(
  actor: Actor,
  ids: readonly number[],
): Promise<DeskQuestion[]> {
  authorize(actor, "reviews.work");
  if (ids.length === 0) return [];
  const rows = await db.$queryRaw<DeskRow[]>`
    SELECT h.question_id AS id, h.revision_id AS "revisionId", h.number, r.cells, r.status, r.review_policy AS "reviewPolicy", r.review_on::text AS "reviewOn",
      r.reason, r.comment, r.created_at AS at, author.name AS by, h.answers_since::text AS "answersSince", h.verified_on::text AS "verifiedOn", verifier.name AS "verifiedBy",
      released.name AS "releaseName", released.cells AS "releasedCells", released.number AS "releasedNumber", assignee.name AS assignee
    FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted (id, place)
    JOIN question_heads h ON h.question_id = wanted.id
    JOIN revisions r ON r.id = h.revision_id
    JOIN users author ON author.id = r.author_id
    LEFT JOIN users verifier ON verifier.id = h.verified_by
    LEFT JOIN review_assignments a ON a.question_id = h.question_id
    LEFT JOIN users assignee ON assignee.id = a.assignee_id AND assignee.deactivated_at IS NULL
    LEFT JOIN LATERAL (
      SELECT l.name, e.cells, e.number FROM release_entries x JOIN releases l ON l.id = x.release_id JOIN revisions e ON e.id = x.revision_id
      WHERE x.question_id = h.question_id ORDER BY l.published_at DESC, l.id DESC LIMIT 1
    ) released ON true
    ORDER BY wanted.place`;
  return rows.map((row) => {
    const content = contentOfRevision({ ...row, id: row.revisionId });
    return {
      id: row.id,
      status: row.status,
      category: categoryOf(content),
      content,
      reviewCell: cellOf(row.cells, "next_review"),
      cells: row.cells,
      revisionId: row.revisionId,
      number: row.number,
      revised: { by: row.by, at: row.at.toISOString(), reason: row.reason, comment: row.comment },
      answersSince: row.answersSince,
      verified: row.verifiedOn === null ? null : { on: row.verifiedOn, by: row.verifiedBy! },
      released:
        row.releaseName === null
          ? null
          : { name: row.releaseName, cells: row.releasedCells!, number: row.releasedNumber! },
      assignee: row.assignee,
    };
  });
}

interface DeskRow {
  id: number;
  revisionId: number;
  number: number;
  cells: string[];
  status: Status;
  reviewPolicy: ReviewPolicy;
  reviewOn: string | null;
  reason: RevisionReason;
  comment: string;
  at: Date;
  by: string;
  answersSince: string;
  verifiedOn: string | null;
  verifiedBy: string | null;
  releaseName: string | null;
  releasedCells: string[] | null;
  releasedNumber: number | null;
  assignee: string | null;
}

/** How much there is to do under the desk's filters. */
export interface DeskLoad {
  /** What a visit with these filters would be given in all, whoever holds or put off some of it now. */
  due: number;
  /** Due later than this week, and of these the first day (ISO) with how many. */
  upcoming: number;
  nextOn: string | null;
  nextCount: number;
  /** ISO day, today in the dataset's time zone. */
  today: string;
  timeZone: string;
}

export async function getDeskLoad(actor: Actor, filters: QueueFilters): Promise<DeskLoad> {
  authorize(actor, "reviews.work");
  const later: QueueFilters = { ...filters, when: "upcoming", day: null };
  const [due, upcoming, today] = await Promise.all([
    db.$queryRaw<{ count: number }[]>(
      Prisma.sql`SELECT count(*)::int AS count ${claimable(actor, filters, [])}`,
    ),
    db.$queryRaw<{ day: string; count: number }[]>(
      Prisma.sql`SELECT d.due_on::text AS day, count(*)::int AS count ${claimable(actor, later, [])} GROUP BY 1 ORDER BY 1`,
    ),
    datasetDay(),
  ]);
  return {
    due: due[0]!.count,
    upcoming: upcoming.reduce((sum, day) => sum + day.count, 0),
    nextOn: upcoming[0]?.day ?? null,
    nextCount: upcoming[0]?.count ?? 0,
    ...today,
  };
}

/** One verification, withdrawn or not. */
interface VerificationView {
  id: number;
  by: string;
  /** ISO day in the dataset's time zone, and ISO time. */
  on: string;
  at: string;
  /** The revision whose answers were found true. */
  revision: number;
  evidence: string[];
  comment: string;
  withdrawn: boolean;
}

/** How fresh a question is, and since when its answers have held. */
export interface Freshness {
  /** ISO day since which the present answers hold. */
  answersSince: string;
  /** The last verification that was not withdrawn. */
  verified: VerificationView | null;
  /** Stretches of equal answers, the latest first. */
  stretches: AnswerPeriod[];
  /** The last hundred verifications, the latest first. */
  verifications: VerificationView[];
  verificationCount: number;
  /** Whose days these are. */
  timeZone: string;
}

/**
 * A question's answers as time: since when each held, and when they were verified.
 * @throws NotFound
 */
export async function getFreshness(actor: Actor, questionId: number): Promise<Freshness> {
  authorize(actor, "questions.read");
  const where = { questionId, withdrawsId: null };
  const [head, revisions, verifications, verificationCount, settings] = await Promise.all([
    db.questionHead.findUnique({ where: { questionId }, select: { answersSince: true } }),
    db.$queryRaw<
      {
        number: number;
        since: string;
        answerCells: string[];
        year: number | null;
        before: boolean;
      }[]
    >`
      SELECT number, holds_since::text AS since, ${answerCells("revisions")} AS "answerCells", effective_year AS year, effective_before AS before
      FROM revisions WHERE question_id = ${questionId} ORDER BY number`,
    db.verification.findMany({
      where,
      orderBy: { id: "desc" },
      take: 100,
      include: {
        verifiedBy: { select: { name: true } },
        revision: { select: { number: true } },
        withdrawnBy: { select: { id: true } },
      },
    }),
    db.verification.count({ where }),
    db.datasetSettings.findUniqueOrThrow({ where: { id: 1 }, select: { timeZone: true } }),
  ]);
  if (!head) throw new NotFound(`Question Q${questionId}`);
  const views = verifications.map((verification): VerificationView => ({
    id: verification.id,
    by: verification.verifiedBy.name,
    on: verification.verifiedOn.toISOString().slice(0, 10),
    at: verification.verifiedAt.toISOString(),
    revision: verification.revision.number,
    evidence: verification.evidence,
    comment: verification.comment,
    withdrawn: verification.withdrawnBy !== null,
  }));
  return {
    answersSince: head.answersSince.toISOString().slice(0, 10),
    verified: views.find((view) => !view.withdrawn) ?? null,
    stretches: answerPeriods(
      revisions.map(({ year, before, ...revision }) => ({
        ...revision,
        effectiveYear: year === null ? null : { year, before },
      })),
    ),
    verifications: views,
    verificationCount,
    timeZone: settings.timeZone,
  };
}
