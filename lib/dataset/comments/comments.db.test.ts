import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { NOTICE_KINDS } from "@/lib/home/inbox/kinds";
import { listNotices } from "@/lib/home/inbox/queries";
import { updateEmailPreference } from "@/lib/people/notifications/commands";
import { countUnread } from "@/lib/people/notifications/queries";
import { claimMail, collectPendingMail } from "@/lib/people/notifications/writes";
import { db, disconnect } from "@/lib/platform/db";
import type { AnyResult } from "@/lib/platform/result";
import { AccessDenied } from "@/lib/platform/errors";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { value as valueOf } from "@/prisma/testing/value";
import { commentOnQuestion, resolveThread } from "./commands";
import { getQuestionDiscussion } from "./queries";

let carlos: Actor;
let ada: Actor;
let rita: Actor;
let both: Actor;

async function person(name: string, ...roles: Role[]): Promise<Actor> {
  const user = await db.user.create({
    data: { email: `${name.toLowerCase().replace(" ", ".")}@example.org`, name, roles },
  });
  return { userId: user.id, name, roles, via: "web" };
}
const value = async <T>(answer: Promise<AnyResult<T>>) => valueOf(await answer);
const say = (
  actor: Actor,
  questionId: number,
  body: string,
  parentId: number | null = null,
  clientKey = randomUUID(),
) => commentOnQuestion(actor, { questionId, parentId, body, clientKey });
let asked = 0;
async function question(author = carlos): Promise<number> {
  const { questionId } = await addQuestion(
    author,
    sampleContent({ question: `Who is it, ${++asked}?` }),
  );
  return questionId;
}
const inbox = async (actor: Actor) =>
  (await listNotices(actor, { unread: true, page: 1 })).rows.map(({ title }) => title);

/** What the emails say that wait for someone, who is not sent them again. */
async function mailedTo(actor: Actor): Promise<string[]> {
  await collectPendingMail();
  const said: string[] = [];
  for (let mail = await claimMail(NOTICE_KINDS); mail; mail = await claimMail(NOTICE_KINDS))
    if (mail.reader.name === actor.name)
      said.push(...mail.notices.map(({ title, detail }) => `${title}\n${detail}`));
  return said;
}

beforeAll(async () => {
  carlos = await person("Carlos Ruiz", "maintainer");
  ada = await person("Ada Lind", "annotator");
  rita = await person("Rita Rater", "rater");
  both = await person("Bo Both", "annotator", "rater");
  await updateEmailPreference(both, { mail: "at-once" });
});
afterAll(disconnect);

describe("the discussion of a question", () => {
  it("tells who is named that they are, and the others who take part that someone wrote", async () => {
    const id = await question();
    const { threadId } = await value(say(ada, id, "@Bo Both: is this still so? @Ada Lind"));
    expect(await inbox(both)).toEqual([`Ada Lind mentioned you on Q${id}`]);
    // The question's author, who was not named.
    expect(await inbox(carlos)).toEqual([`Ada Lind commented on Q${id}`]);
    expect(await inbox(ada)).toEqual([]);
    await value(say(both, id, "It is.", threadId));
    expect(await inbox(ada)).toEqual([`Bo Both commented on Q${id}`]);
    expect(await inbox(carlos)).toHaveLength(1);
    const { threads, people } = (await getQuestionDiscussion(ada, id))!;
    expect(threads).toHaveLength(1);
    expect(threads[0]!.comments.map(({ author, own, body }) => [author, own, body])).toEqual([
      ["Ada Lind", true, "@Bo Both: is this still so? @Ada Lind"],
      ["Bo Both", false, "It is."],
    ]);
    expect(people.map(({ name }) => name)).toEqual(["Bo Both", "Carlos Ruiz"]);
  });

  it("is resolved once, reopened by an answer, and keeps who did what", async () => {
    const id = await question();
    const { threadId } = await value(say(ada, id, "Look at the year."));
    const done = () => resolveThread(carlos, { threadId, resolved: true, clientKey: randomUUID() });
    await Promise.all([value(done()), value(done())]);
    const first = (await getQuestionDiscussion(ada, id))!.threads[0]!;
    expect(first.resolved).toMatchObject({ by: "Carlos Ruiz" });
    expect(first.comments.map(({ action }) => action)).toEqual(["comment", "resolve"]);
    await value(say(ada, id, "Not quite.", threadId));
    const second = (await getQuestionDiscussion(carlos, id))!.threads[0]!;
    expect(second.resolved).toBeNull();
    expect(second.comments.at(-1)).toMatchObject({ action: "reopen", body: "Not quite." });
    await expect(
      db.$executeRaw`UPDATE question_comments SET body = 'Else' WHERE question_id = ${id}`,
    ).rejects.toThrow(/append-only/);
  });

  it("joins an answer to an answer to its thread, and refuses one to another question's comment", async () => {
    const [id, other] = [await question(), await question()];
    const { threadId } = await value(say(ada, id, "One"));
    const { commentId } = await value(say(carlos, id, "Two", threadId));
    expect((await value(say(ada, id, "Three", commentId))).threadId).toBe(threadId);
    expect(await say(ada, other, "Four", threadId)).toMatchObject({
      refusal: { code: "not-found" },
    });
    expect(await say(ada, 2_000_000_000, "Five")).toMatchObject({ refusal: { code: "not-found" } });
    expect((await getQuestionDiscussion(ada, other))!.threads).toEqual([]);
  });

  it("writes one comment for two sendings at once", async () => {
    const id = await question();
    const key = randomUUID();
    const [one, two] = await Promise.all([
      value(say(ada, id, "Once", null, key)),
      value(say(ada, id, "Once", null, key)),
    ]);
    expect(one).toEqual(two);
    expect((await getQuestionDiscussion(ada, id))!.threads).toHaveLength(1);
  });
});

describe("a long discussion", () => {
  it("is read by its newest fifty rows, and goes on before them without loss", async () => {
    const id = await question();
    const { threadId } = await value(say(ada, id, "First"));
    await db.questionComment.createMany({
      data: Array.from({ length: 120 }, (_, i) => ({
        questionId: id,
        // Two of three answer the first; each third begins a thread of its own.
        parentId: i % 3 === 2 ? null : threadId,
        authorId: carlos.userId,
        body: `Row ${i}`,
      })),
    });
    const bodies = async (before: number | null) => {
      const read = (await getQuestionDiscussion(ada, id, before))!;
      const rows = read.threads.flatMap(({ comments }) => comments);
      return { ...read, bodies: rows.sort((a, b) => a.id - b.id).map(({ body }) => body) };
    };
    const one = await bodies(null);
    // The thread's first comment is there, and what lies between is not.
    const named = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `Row ${from + i}`);
    expect(one.bodies).toEqual(["First", ...named(70, 120)]);
    expect(one.threads.find((thread) => thread.id === threadId)!.gap).toBe(true);
    expect(one.threads.filter(({ gap }) => gap)).toHaveLength(1);
    const two = await bodies(one.earlier);
    expect(two.bodies).toEqual(["First", ...named(20, 70)]);
    const three = await bodies(two.earlier);
    expect(three.bodies).toEqual(["First", ...named(0, 20)]);
    expect(three.earlier).toBeNull();
    expect(three.threads.filter(({ gap }) => gap)).toEqual([]);
  });
});

describe("blindness", () => {
  /** Gives someone an item of the question, in a campaign of this status. */
  async function item(questionId: number, rater: Actor, status: string): Promise<number> {
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    const [campaign] = await db.$queryRaw<{ id: number }[]>`
      INSERT INTO campaigns (name, created_by, protocol_version_id, seed, sample, client_key, status, paused_at, opened_at, closed_at)
      SELECT ${randomUUID()}, ${carlos.userId}, (SELECT min(id) FROM protocol_versions), 1, '{}', gen_random_uuid(), ${status}::text,
        CASE WHEN ${status}::text = 'paused' THEN now() END, now(), CASE WHEN ${status}::text = 'closed' THEN now() END RETURNING id`;
    const [task] = await db.$queryRaw<{ id: number }[]>`
      INSERT INTO rating_tasks (campaign_id, unit_key, run_ids, revision_id, wanted)
      VALUES (${campaign!.id}, '1-2', '{1}', ${head.revisionId}, 1) RETURNING id`;
    await db.$executeRaw`
      INSERT INTO rating_assignments (task_id, campaign_id, slot, rater_id, position) VALUES (${task!.id}, ${campaign!.id}, 1, ${rater.userId}, 1)`;
    return campaign!.id;
  }

  it("keeps people who are raters alone out, and names none of them", async () => {
    const id = await question();
    await expect(getQuestionDiscussion(rita, id)).rejects.toThrow(AccessDenied);
    await expect(say(rita, id, "Hello")).rejects.toThrow(AccessDenied);
    await value(say(ada, id, "@Rita Rater, which one is right?"));
    expect(await countUnread(rita)).toBe(0);
  });

  it.each(["open", "paused"])(
    "closes it to whoever has an item of the question to rate in a campaign that is %s",
    async (status) => {
      const id = await question();
      const { threadId } = await value(say(both, id, "Before"));
      await value(say(ada, id, "@Bo Both, so says GPT-4.", threadId));
      const told = async () => (await listNotices(both, { unread: true, page: 1 })).rows[0]!;
      expect((await told()).detail).toMatch(/^Who is it, \d+\?\n@Bo Both, so says GPT-4\.$/);
      await item(id, both, status);
      // Also what was told before.
      expect(await told()).toMatchObject({
        title: `Ada Lind mentioned you on Q${id}`,
        detail: expect.stringMatching(/^Who is it, \d+\?$/),
      });
      expect(JSON.stringify(await told())).not.toContain("GPT-4");
      const unread = await countUnread(both);
      expect(await getQuestionDiscussion(both, id)).toBeNull();
      expect(await say(both, id, "During")).toMatchObject({ refusal: { code: "access-denied" } });
      expect(await resolveThread(both, { threadId, resolved: true })).toMatchObject({
        refusal: { code: "access-denied" },
      });
      // That they are named is told meanwhile, not what is said; nor are they missing from the names, which others see.
      await value(say(ada, id, "@Bo Both, GPT-4 gets this wrong.", threadId));
      expect(await countUnread(both)).toBe(unread + 1);
      expect((await told()).each).toHaveLength(2);
      expect(JSON.stringify(await told())).not.toContain("GPT-4");
      // Nor by email.
      const mailed = await mailedTo(both);
      expect(mailed.filter((title) => title.includes(`mentioned you on Q${id}`))).toHaveLength(2);
      expect(mailed.join()).not.toContain("GPT-4");
      expect((await getQuestionDiscussion(ada, id))!.people.map(({ name }) => name)).toEqual([
        "Bo Both",
        "Carlos Ruiz",
      ]);
      // Other questions stay open to them.
      expect(await getQuestionDiscussion(both, await question())).not.toBeNull();
    },
  );

  it("opens it again when the campaign is closed", async () => {
    const id = await question();
    await item(id, both, "closed");
    expect(await getQuestionDiscussion(both, id)).not.toBeNull();
  });
});
