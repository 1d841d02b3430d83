import { may, authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { DEFAULT_GRID, type GridState } from "@/lib/dataset/questions/grid";
import { gridStatements, resolveSearch } from "@/lib/dataset/questions/queries";
import { db, Prisma } from "@/lib/platform/db";
import { countOf } from "@/lib/platform/format";
import { isLongEnough, questionIdIn } from "./rules";
import { MAX_OF_A_KIND, type Found } from "./schema";
import { membersPage } from "@/lib/people/accounts/address";

/**
 * Finds questions, releases, runs, campaigns and people by their names, and questions by their ID, for whoever may see
 * the pages of that kind: at most MAX_OF_A_KIND of each, the best first. Raters find the campaigns that they rate in.
 * @param q "" finds nothing
 */
export async function searchEverywhere(actor: Actor, q: string): Promise<Found[]> {
  authorize(actor, "questions.read");
  if (q.trim() === "") return [];
  const words = [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, 20);
  const named = (kind: boolean, find: (words: string[]) => Promise<Found[]>) =>
    kind ? find(words) : [];
  const found = await Promise.all([
    findQuestions(q),
    named(may(actor, "releases.read"), findReleases),
    named(may(actor, "runs.read"), findRuns),
    may(actor, "campaigns.manage")
      ? findCampaigns(words, null)
      : named(may(actor, "ratings.judge"), (all) => findCampaigns(all, actor.userId)),
    named(may(actor, "users.manage"), findPeople),
  ]);
  return found.flat();
}

async function findQuestions(q: string): Promise<Found[]> {
  const id = questionIdIn(q);
  const [byId, byText] = await Promise.all([
    id === null
      ? []
      : db.$queryRaw<{ id: number; question: string; status: string }[]>`
          SELECT question_id AS id, left(question, 300) AS question, status FROM question_heads WHERE question_id = ${id}`,
    isLongEnough(q)
      ? db.$queryRaw<{ id: number; question: string; status: string }[]>(
          await pageFor({ ...DEFAULT_GRID, q, columns: [] }),
        )
      : [],
  ]);
  return [...byId, ...byText.filter((row) => row.id !== id)].slice(0, MAX_OF_A_KIND).map((row) => ({
    kind: "question",
    href: `/questions/${row.id}`,
    label: row.question,
    note: `Q${row.id}${row.status === "retired" ? " · retired" : ""}`,
  }));
}

async function pageFor(state: GridState): Promise<Prisma.Sql> {
  return gridStatements(state, await resolveSearch(state)).page;
}

/** SQL: `label` has every word; where a name begins with the first one, it comes before the others. */
const matches = (label: Prisma.Sql, words: string[]) => Prisma.sql`
  NOT EXISTS (SELECT FROM unnest(${words}::text[]) word WHERE strpos(lower(${label}), word) = 0)`;
const bestFirst = (label: Prisma.Sql, words: string[]) =>
  Prisma.sql`NOT starts_with(lower(${label}), ${words[0] ?? ""})`;

async function findReleases(words: string[]): Promise<Found[]> {
  const label = Prisma.sql`name`;
  const rows = await db.$queryRaw<{ name: string; questions: number }[]>`
    SELECT name, question_count AS questions FROM releases WHERE ${matches(label, words)}
    ORDER BY ${bestFirst(label, words)}, published_at DESC, id DESC LIMIT ${MAX_OF_A_KIND}`;
  return rows.map(({ name, questions }) => ({
    kind: "release",
    href: `/releases/${encodeURIComponent(name)}`,
    label: name,
    note: countOf(questions, "question"),
  }));
}

async function findRuns(words: string[]): Promise<Found[]> {
  const label = Prisma.sql`(m.name || CASE WHEN r.name = '' THEN '' ELSE ' · ' || r.name END)`;
  const rows = await db.$queryRaw<{ id: number; label: string; release: string }[]>`
    SELECT r.id, ${label} AS label, l.name AS release
    FROM model_runs r JOIN models m ON m.id = r.model_id JOIN releases l ON l.id = r.release_id
    WHERE ${matches(label, words)} ORDER BY ${bestFirst(label, words)}, r.id DESC LIMIT ${MAX_OF_A_KIND}`;
  return rows.map((row) => ({
    kind: "run",
    href: `/runs/${row.id}`,
    label: row.label,
    note: row.release,
  }));
}

/** @param raterId null: all campaigns, with the pages of those who manage them; else those that this person rates in */
async function findCampaigns(words: string[], raterId: number | null): Promise<Found[]> {
  const label = Prisma.sql`c.name`;
  const whose =
    raterId === null
      ? Prisma.sql`true`
      : Prisma.sql`c.opened_at IS NOT NULL AND c.id IN (SELECT campaign_id FROM campaign_raters WHERE rater_id = ${raterId} AND left_at IS NULL)`;
  const rows = await db.$queryRaw<{ id: number; name: string; status: string }[]>`
    SELECT c.id, c.name, c.status FROM campaigns c WHERE ${whose} AND ${matches(label, words)}
    ORDER BY ${bestFirst(label, words)}, c.id DESC LIMIT ${MAX_OF_A_KIND}`;
  return rows.map(({ id, name, status }) => ({
    kind: "campaign",
    href: raterId === null ? `/campaigns/${id}` : `/rate/${id}`,
    label: name,
    note: `${status.charAt(0).toUpperCase()}${status.slice(1)}`,
  }));
}

async function findPeople(words: string[]): Promise<Found[]> {
  const label = Prisma.sql`(name || ' ' || email)`;
  const rows = await db.$queryRaw<{ name: string; email: string }[]>`
    SELECT name, email FROM users WHERE kind = 'person' AND ${matches(label, words)}
    ORDER BY ${bestFirst(label, words)}, name, id LIMIT ${MAX_OF_A_KIND}`;
  return rows.map(({ name, email }) => ({
    kind: "person",
    // The list has active accounts unless asked otherwise.
    href: membersPage.href({ search: email, state: "all" }),
    label: name,
    note: email,
  }));
}
