import { randomUUID } from "node:crypto";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import type { Content } from "@/lib/dataset/questions/schema";
import { now } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { verifyQuestion } from "@/lib/refreshing/commands";
import { dateHasPassed } from "@/lib/refreshing/rules";
import type { SeedPerson } from "./dataset";
import { done } from "./done";
import type { Authors } from "./history";

const DAY_MS = 86_400_000;
/** They take turns. */
const CHECKERS: readonly SeedPerson[] = ["carlos", "dana", "carlos"];
/** One question in so many is left to its next review, so that a part of the sample is overdue. */
const LEFT_OUT = 6;

/**
 * How many days ago the question at a place was last looked at, by how often it changes: most are fresh by their policy.
 * null: it never was.
 */
function daysAgo(
  { nextReview: { policy } }: Pick<Content, "nextReview">,
  place: number,
): number | null {
  if (place % LEFT_OUT === LEFT_OUT - 1) return null;
  switch (policy) {
    case "every_time":
    case "frequently":
      return 1 + (place % 6);
    case "on_date":
      return 2 + ((place * 5) % 24);
    case "occasionally":
      return 3 + ((place * 11) % 120);
    case "hardly_ever":
      return 8 + ((place * 17) % 260);
    default:
      return null;
  }
}

/** Has the answers verified that hold by now, each on a day counted back from today. */
export async function writeVerifications(as: Authors): Promise<void> {
  const today = now();
  const heads = await db.questionHead.findMany({
    where: { status: "active" },
    orderBy: { questionId: "asc" },
    select: { questionId: true, revisionId: true },
  });
  for (const [place, { questionId, revisionId }] of heads.entries()) {
    const revision = await db.revision.findUniqueOrThrow({ where: { id: revisionId } });
    const content = contentOfRevision(revision);
    const days = daysAgo(content, place);
    if (days === null || dateHasPassed(content, today.toISOString().slice(0, 10))) continue;
    // Not before its answers came to be, nor at night.
    const at = new Date(today.getTime() - days * DAY_MS);
    at.setUTCHours(8 + (place % 9), (place * 13) % 60, 0, 0);
    if (at <= revision.createdAt) continue;
    done(
      await verifyQuestion(
        as(CHECKERS[place % CHECKERS.length]!),
        {
          questionId,
          baseRevisionId: revisionId,
          evidence: content.sources,
          comment: "",
          clientKey: randomUUID(),
          token: undefined,
        },
        { at },
      ),
    );
  }
}
