import { returnedNotice } from "@/lib/authoring/notices";
import { questionCommentedNotice, questionMentionedNotice } from "@/lib/dataset/comments/notices";
import { notifyDueAnswers } from "@/lib/dataset/schedule/writes";
import { NOTICE_KINDS } from "@/lib/home/inbox/kinds";
import { listNotices } from "@/lib/home/inbox/queries";
import { campaignOpenedNotice } from "@/lib/rating/notices";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, transaction, withConnection } from "@/lib/platform/db";
import { provideEnvironment } from "@/lib/platform/env";
import { keepDay } from "@/prisma/testing/noon";
import { SmtpServer } from "@/prisma/testing/smtp-server";
import { updateEmailPreference, markRead } from "./commands";
import { countUnread, getMailChoice } from "./queries";
import { deliverMail, createMailTransport, type MailTransport } from "./service";
import type { EmailPreference } from "./schema";
import { claimMail, collectPendingMail, notify, recordDelivery } from "./writes";

let ann: Actor;
let bob: Actor;
let smtp: SmtpServer;
let postman: MailTransport;
const person = async (name: string): Promise<Actor> => {
  const user = await db.user.create({
    data: { email: `${name.toLowerCase()}@example.org`, name, roles: ["annotator"] },
  });
  return { userId: user.id, name, roles: ["annotator"], via: "web" };
};
const RETURNED = {
  submissionId: 7,
  question: "Who is it?\r\nBcc: x@example.org",
  by: "Carlos",
  comment: "Which one?",
};
const tell = (to: Actor[], onceKey?: string) =>
  transaction((tx) =>
    notify(
      tx,
      { to: to.map((one) => one.userId), ...(onceKey && { onceKey }) },
      returnedNotice,
      RETURNED,
    ),
  );
const choose = (actor: Actor, mail: EmailPreference) => updateEmailPreference(actor, { mail });
const mails = () =>
  db.mail.findMany({
    orderBy: { id: "asc" },
    select: { userId: true, status: true, attempts: true, occasion: true },
  });

beforeAll(async () => {
  smtp = await SmtpServer.start();
  provideEnvironment({ SMTP_URL: smtp.url, MAIL_FROM: "FreshQA <freshqa@example.org>" });
  postman = createMailTransport()!;
  ann = await person("Ann");
  bob = await person("Bob");
  // At noon it is late enough for a digest, too.
  await withConnection(keepDay);
});
beforeEach(async () => {
  await db.notice.deleteMany();
  await db.mail.deleteMany();
  await db.notificationPreference.deleteMany();
  smtp.taken.length = 0;
  smtp.behaviour = "take";
});
afterEach(() => {
  smtp.behaviour = "take";
});
afterAll(async () => {
  postman.close();
  await smtp.stop();
  await disconnect();
});

describe("the inbox", () => {
  test("shows one's own notices and nobody else's, and counts what is unread", async () => {
    await tell([ann]);
    await tell([ann, bob]);
    const inbox = await listNotices(ann, { unread: false, page: 1 });
    expect(inbox).toMatchObject({ total: 1, unread: 2 });
    const [group] = inbox.rows;
    expect(group).toMatchObject({
      read: false,
      count: 2,
      label: "Changes requested",
      title: "Carlos requested changes to your question (2)",
    });
    expect(await countUnread(bob)).toBe(1);
    // Neither way reaches another's.
    await markRead(bob, { upTo: inbox.newest - 1 });
    await markRead(bob, { upTo: inbox.newest, like: group!.each[1]!.id });
    expect([await countUnread(ann), await countUnread(bob)]).toEqual([2, 1]);
    // What came after the page was read stays unread.
    await tell([ann]);
    await markRead(ann, { upTo: inbox.newest });
    expect(await countUnread(ann)).toBe(1);
    expect((await listNotices(ann, { unread: true, page: 1 })).rows).toMatchObject([
      { read: false, count: 1 },
    ]);
  });

  test("groups what is of one kind and about one thing: unread groups first, then the newest; a group is read as a whole", async () => {
    const on = (questionId: number, by: string, notice: typeof questionCommentedNotice) =>
      transaction((tx) =>
        notify(tx, { to: [ann.userId] }, notice, {
          questionId,
          question: "Who?",
          by,
          comment: `${by} says`,
        }),
      );
    await on(11, "Old", questionCommentedNotice);
    await markRead(ann, { upTo: 2_000_000_000 });
    for (const by of ["Ben", "Cy", "Ben", "Ada"]) await on(12, by, questionCommentedNotice);
    await on(12, "Ada", questionMentionedNotice);
    await on(13, "Ben", questionCommentedNotice);
    const titles = async () =>
      (await listNotices(ann, { unread: false, page: 1 })).rows.map(
        (group) => `${group.read ? "read" : "unread"}: ${group.title}`,
      );
    expect(await titles()).toEqual([
      "unread: Ben commented on Q13",
      "unread: Ada mentioned you on Q12",
      "unread: Ada and 2 others commented on Q12 (4)",
      "read: Old commented on Q11",
    ]);
    const { rows: groups, newest } = await listNotices(ann, { unread: true, page: 1 });
    expect(groups[2]!.each.map(({ title }) => title)).toEqual(
      ["Ada", "Ben", "Cy", "Ben"].map((by) => `${by} commented on Q12`),
    );
    await markRead(ann, { upTo: newest, like: groups[2]!.id });
    expect(await countUnread(ann)).toBe(2);
    // The newest of all is read, and stands behind the unread one.
    await markRead(ann, { upTo: newest, like: groups[0]!.id });
    expect((await titles()).slice(0, 2)).toEqual([
      "unread: Ada mentioned you on Q12",
      "read: Ben commented on Q13",
    ]);
    // Read ones are older than this one, which is a group of its own until it is read, too.
    await on(12, "Dee", questionCommentedNotice);
    expect(await titles()).toEqual([
      "unread: Dee commented on Q12",
      "unread: Ada mentioned you on Q12",
      "read: Ben commented on Q13",
      "read: Ada and 2 others commented on Q12 (4)",
      "read: Old commented on Q11",
    ]);
    await markRead(ann, { subjects: ["question:12"] });
    expect(await countUnread(ann)).toBe(0);
  });

  test("of a group holds the newest twenty one by one, and counts all", async () => {
    for (let i = 0; i < 22; i++) await tell([ann]);
    const { rows: groups, newest } = await listNotices(ann, { unread: false, page: 1 });
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({ count: 22 });
    expect(groups[0]!.each).toHaveLength(20);
    expect(groups[0]!.each[0]!.id).toBe(newest);
  });

  test("is told the same thing once under one key, also by two at once, and never after the account is deactivated", async () => {
    await Promise.all([tell([ann], "a"), tell([ann, ann], "a")]);
    await tell([ann], "a");
    expect(await countUnread(ann)).toBe(1);
    const cy = await person("Cy");
    await db.user.update({ where: { id: cy.userId }, data: { deactivatedAt: new Date() } });
    await tell([cy]);
    expect(await countUnread(cy)).toBe(0);
  });

  test("of a transaction that is rolled back holds nothing", async () => {
    await expect(
      transaction(async (tx) => {
        await notify(tx, { to: [ann.userId] }, returnedNotice, RETURNED);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await countUnread(ann)).toBe(0);
  });

  test("tells each day once how many assigned questions are due, also when two tell at once", async () => {
    await db.$executeRaw`DELETE FROM due_notice_days`;
    await Promise.all([notifyDueAnswers(), notifyDueAnswers()]);
    expect(await db.dueNoticeDay.count()).toBe(1);
  });

  test("leaves out what another version wrote, and shows and sends the rest", async () => {
    await choose(ann, "at-once");
    await db.notice.createMany({
      data: [
        { kind: "question-commented", data: { questionId: "x", comment: "?" } },
        { kind: "of a later version", data: {} },
      ].map((notice) => ({ ...notice, userId: ann.userId, subject: "any" })),
    });
    await tell([ann]);
    expect((await listNotices(ann, { unread: true, page: 1 })).rows).toHaveLength(1);
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 1, unsent: 2 });
    expect(smtp.taken[0]!.raw).toContain("Subject: Carlos requested changes to your question");
  });
});

test.each([
  [{ waiting: 1, dueOn: null }, "1 item to rate."],
  [{ waiting: 1_080, dueOn: "2026-09-04" }, "1,080 items to rate, due 4 Sep 2026."],
])("a campaign with %j says %j", (data, detail) => {
  expect(
    campaignOpenedNotice.read({ campaignId: 1, campaign: "Any", by: "Carlos", ...data })!.words()
      .detail,
  ).toBe(detail);
});

describe("e-mail", () => {
  test("goes out at once to those who want that, in words, with one Message-ID, and once", async () => {
    await choose(ann, "at-once");
    await tell([ann]);
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 1, unsent: 0 });
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 0 });
    expect(smtp.taken).toHaveLength(1);
    const [mail] = smtp.taken;
    expect(mail).toMatchObject({ from: "freshqa@example.org", to: ["ann@example.org"] });
    expect(mail!.raw).toContain("Subject: Carlos requested changes to your question");
    expect(mail!.raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.org>/im);
    expect(mail!.raw).toContain("http://localhost:3000/write/7");
    // A question cannot add a header.
    expect(mail!.raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc/im);
    expect(await mails()).toEqual([
      { userId: ann.userId, status: "sent", attempts: 1, occasion: "at-once" },
    ]);
  });

  test("is one digest a day without a choice, and none for those who want none or have read it", async () => {
    await choose(bob, "never");
    await tell([ann, bob]);
    await tell([ann, bob]);
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 1, unsent: 0 });
    expect(smtp.taken[0]!.raw).toContain("Subject: 2 notifications from FreshQA Workbench");
    await tell([ann]);
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 0 });
    await db.$executeRaw`UPDATE mails SET digest_on = digest_on - 1`;
    await markRead(ann, { upTo: 2_000_000_000 });
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 0 });
    await tell([ann]);
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 1, unsent: 0 });
  });

  test("chosen today does not send what came before, nor does a mail server that is set up later", async () => {
    await choose(ann, "never");
    await tell([ann]);
    // Times are kept in milliseconds, and both may happen within one.
    await db.$executeRaw`UPDATE notices SET created_at = created_at - interval '1 second'`;
    await choose(ann, "at-once");
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 0 });
    await db.notificationPreference.deleteMany();
    await db.$executeRaw`UPDATE notices SET created_at = now() - interval '4 days'`;
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 0 });
    expect(await getMailChoice(ann)).toBe("daily");
  });

  test("is sent once by two processes that send at the same time", async () => {
    for (const one of [ann, bob]) await choose(one, "at-once");
    for (let i = 0; i < 10; i++) await tell([ann, bob]);
    const other = createMailTransport()!;
    const [a, b] = await Promise.all([
      deliverMail(postman, NOTICE_KINDS),
      deliverMail(other, NOTICE_KINDS),
    ]);
    other.close();
    expect(a.sent + b.sent).toBe(20);
    expect(smtp.taken).toHaveLength(20);
    const ids = smtp.taken.map((mail) => /^Message-ID: (.*)$/im.exec(mail.raw)?.[1]);
    expect(new Set(ids).size).toBe(20);
  });

  test("that was not taken over is tried again later, and then sent once", async () => {
    await choose(ann, "at-once");
    await tell([ann]);
    smtp.behaviour = "busy";
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 1 });
    expect((await mails())[0]).toMatchObject({ status: "waiting", attempts: 1 });
    smtp.behaviour = "take";
    // Not before its time.
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 0 });
    await db.$executeRaw`UPDATE mails SET due_at = now()`;
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 1, unsent: 0 });
    expect(smtp.taken).toHaveLength(1);
  });

  test("without a server to reach is tried again", async () => {
    await choose(ann, "at-once");
    await tell([ann]);
    provideEnvironment({ SMTP_URL: "smtp://127.0.0.1:1" });
    const nobody = createMailTransport()!;
    expect(await deliverMail(nobody, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 1 });
    nobody.close();
    provideEnvironment({ SMTP_URL: smtp.url });
    expect((await mails())[0]).toMatchObject({ status: "waiting", attempts: 1 });
  });

  test("that may have been taken over before the connection broke is never sent again", async () => {
    await choose(ann, "at-once");
    await tell([ann]);
    smtp.behaviour = "hang-up-after-text";
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 1 });
    expect((await mails())[0]).toMatchObject({ status: "unknown" });
    smtp.behaviour = "take";
    await db.$executeRaw`UPDATE mails SET due_at = now() - interval '1 day'`;
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 0 });
    expect(smtp.taken).toHaveLength(1);
  });

  test("to an address that the server refuses is given up at once, and after enough tries otherwise", async () => {
    await choose(ann, "at-once");
    await tell([ann]);
    smtp.behaviour = "refuse-recipient";
    expect(await deliverMail(postman, NOTICE_KINDS)).toEqual({ sent: 0, unsent: 1 });
    expect((await mails())[0]).toMatchObject({ status: "failed" });
    await tell([ann]);
    smtp.behaviour = "busy";
    for (let i = 0; i < 8; i++) {
      await deliverMail(postman, NOTICE_KINDS);
      await db.$executeRaw`UPDATE mails SET due_at = now()`;
    }
    expect((await mails())[1]).toMatchObject({ status: "failed", attempts: 8 });
  });

  test("whose sender died half-way is not sent by another", async () => {
    await choose(ann, "at-once");
    await tell([ann]);
    await collectPendingMail();
    const mail = await claimMail(NOTICE_KINDS);
    expect(mail).toMatchObject({ attempts: 1, reader: { email: "ann@example.org" } });
    expect(await claimMail(NOTICE_KINDS)).toBeNull();
    await db.$executeRaw`UPDATE mails SET due_at = now() - interval '1 hour'`;
    expect(await claimMail(NOTICE_KINDS)).toBeNull();
    expect((await mails())[0]).toMatchObject({ status: "unknown" });
    // Nor does the dead one, waking up, change what was written down.
    await recordDelivery(mail!, { status: "retry", error: "late" });
    expect((await mails())[0]).toMatchObject({ status: "unknown" });
  });
});
