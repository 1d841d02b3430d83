import { afterAll, beforeAll, expect, it } from "vitest";
import { DUE, SECTION } from "@/lib/dataset/questions/sql";
import { expectedWeeks } from "@/lib/dataset/schedule/freshness.oracle";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { actorOf } from "@/prisma/testing/actor";
import { ledgerRows } from "@/prisma/testing/ledger-rows";
import { keepDay } from "@/prisma/testing/noon";
import { fillWithOneOfEverything } from "@/prisma/testing/one-of-everything";
import { listFreshWeeks } from "./queries";
import { FRESH_WEEKS } from "./schema";

let actor: Actor;

beforeAll(async () => {
  await fillWithOneOfEverything();
  await withConnection(keepDay);
  const { id } = await db.user.findFirstOrThrow({ where: { roles: { has: "maintainer" } } });
  actor = actorOf(id, ["maintainer"]);
}, 120_000);
afterAll(disconnect);

it("how fresh answers were follows from all that was written, and today from what is overdue", async () => {
  const weeks = await listFreshWeeks(actor);
  expect(weeks).toEqual(expectedWeeks(await ledgerRows(), FRESH_WEEKS));
  expect(weeks.some(({ reviewed, fresh }) => fresh > 0 && reviewed > fresh)).toBe(true);

  await db.questionHead.updateMany({ data: { plannedOn: null } });
  const [now] = await db.$queryRaw<[{ today: string; overdue: number }]>`
    SELECT dataset_today()::text AS today, count(*) FILTER (WHERE ${SECTION} = 'overdue')::int AS overdue
    FROM ${DUE} WHERE h.status = 'active'`;
  const { day, reviewed, fresh } = weeks.at(-1)!;
  expect([day, reviewed - fresh]).toEqual([now.today, now.overdue]);
});

it("a date that was planned to balance the workload makes no answer fresher or older", async () => {
  const before = await listFreshWeeks(actor);
  await db.$executeRaw`UPDATE question_heads SET planned_on = dataset_today() - 1`;
  expect(await listFreshWeeks(actor)).toEqual(before);
});
