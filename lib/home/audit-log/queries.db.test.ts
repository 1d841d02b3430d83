import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { listAuditActors, listAuditEvents } from "./queries";
import { viewSaved } from "@/lib/dataset/questions/audit-events";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { type AuditFilter, auditLogPage } from "./address";

let admin: Actor;
let other: Actor;
beforeAll(async () => {
  const people = await Promise.all(
    ["first", "second"].map((name) =>
      db.user.create({ data: { email: `${name}@example.org`, name, roles: ["admin"] } }),
    ),
  );
  [admin, other] = people.map((user): Actor => ({
    userId: user.id,
    name: user.name,
    roles: ["admin"],
    via: "web",
  })) as [Actor, Actor];
  await db.auditEvent.createMany({
    data: Array.from({ length: 120 }, (_, i) => ({
      at: new Date(Date.UTC(2026, 9, 1 + Math.floor(i / 12), i % 24)),
      actorId: (i % 3 === 0 ? other : admin).userId,
      via: "web",
      type: i % 2 === 0 ? "view.saved" : "view.deleted",
      data: { viewId: i, name: `view ${i}` },
    })),
  });
});
afterAll(disconnect);

const all = auditLogPage.usual;
async function walk(filter: AuditFilter): Promise<string[][]> {
  const pages: string[][] = [];
  for (let before: number | null = null, guard = 0; guard < 10; guard++) {
    const page = await listAuditEvents(admin, { ...filter, before });
    pages.push(page.lines.map((line) => line.text));
    if (page.older === null) return pages;
    before = page.older;
  }
  throw new Error("the log does not end");
}

describe("the audit log", () => {
  it("is paged by ids, latest first: every event once on the way back, and the same pages on the way forth", async () => {
    const pages = await walk(all);
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, i) => `View “view ${119 - i}”`));

    const second = await listAuditEvents(admin, {
      before: (await listAuditEvents(admin, all)).older!,
    });
    const forth = await listAuditEvents(admin, { after: second.newer! });
    expect(forth.lines.map((line) => line.text)).toEqual(pages[0]);
    expect(forth.newer).toBeNull();
  });

  it("does not show an event twice or leave one out when others are added while it is read", async () => {
    const first = await listAuditEvents(admin, { type: "view.saved" });
    await db.$transaction((tx) => recordAudit(tx, admin, viewSaved, { viewId: 999, name: "late" }));
    const second = await listAuditEvents(admin, { type: "view.saved", before: first.older! });
    expect([...first.lines, ...second.lines].map((line) => line.text)).toEqual(
      Array.from({ length: 60 }, (_, i) => `View “view ${118 - 2 * i}”`),
    );
  });

  it("filters by kind, by person and by days in UTC, both days in full", async () => {
    const page = await listAuditEvents(admin, {
      type: "view.deleted",
      person: other.userId,
      from: "2026-10-02",
      to: "2026-10-03",
    });
    expect(page.lines.map((line) => [line.text, line.actorName, line.label])).toEqual([
      ["View “view 33”", "second", "View deleted"],
      ["View “view 27”", "second", "View deleted"],
      ["View “view 21”", "second", "View deleted"],
      ["View “view 15”", "second", "View deleted"],
    ]);
    expect(page).toMatchObject({ newer: null, older: null });
    expect((await listAuditEvents(admin, { from: "2027-01-01", to: "2027-01-02" })).lines).toEqual(
      [],
    );
  });

  it("shows events of another version instead of failing", async () => {
    await db.auditEvent.createMany({
      data: [
        {
          at: new Date("2026-09-30T10:00:00Z"),
          actorId: admin.userId,
          via: "web",
          type: "moon.landed",
          data: {},
        },
        {
          at: new Date("2026-09-30T11:00:00Z"),
          actorId: admin.userId,
          via: "web",
          type: "user.renamed",
          data: { odd: true },
        },
      ],
    });
    const page = await listAuditEvents(admin, { from: "2026-09-30", to: "2026-09-30" });
    expect(page.lines.map((line) => line.label)).toEqual(["Name changed", "moon.landed"]);
  });

  it("names everyone who may have acted, the command line included", async () => {
    expect((await listAuditActors(admin)).map((person) => person.name)).toEqual([
      "Command line",
      "first",
      "second",
    ]);
  });

  it("is not altered or emptied even by raw SQL", async () => {
    for (const sql of [
      "UPDATE audit_events SET type = 'x'",
      "DELETE FROM audit_events",
      "TRUNCATE audit_events",
    ])
      await expect(db.$executeRawUnsafe(sql), sql).rejects.toThrow(/append-only/);
  });
});

describe("the address of the audit log", () => {
  it("leaves out what it cannot read", () => {
    expect(
      auditLogPage.read({
        person: "-1",
        from: "yesterday",
        to: "2026-02-31",
        before: "x",
        after: ["1", "2"],
        extra: "y",
      }),
    ).toEqual(auditLogPage.usual);
    expect(
      auditLogPage.read({
        type: "user.created",
        person: "7",
        from: "2026-02-28",
        before: "12",
      }),
    ).toEqual({
      type: "user.created",
      person: 7,
      from: "2026-02-28",
      to: null,
      before: 12,
      after: null,
    });
  });
});
