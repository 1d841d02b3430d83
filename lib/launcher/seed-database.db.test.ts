import { afterAll, expect, it } from "vitest";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { seedDatabase } from "./seed-database";

afterAll(disconnect);

it("leaves this process its connections: imports that go on after a start, and the sealing, need them", async () => {
  expect((await seedDatabase({ questions: false })).length).toBeGreaterThan(3);
  expect(await db.user.count({ where: { kind: "person" } })).toBeGreaterThan(3);
  const { rows } = await withConnection((client) => client.query("SELECT 1 AS one"));
  expect(rows).toEqual([{ one: 1 }]);
});
