import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetOldKeys, transactionOnce } from "./client-keys";
import { db, disconnect } from "./db";
import { ok } from "./result";
import { UNSENT_DAYS } from "./unsent";

let userId: number;
beforeAll(async () => {
  ({ id: userId } = await db.user.create({
    data: { email: "carlos@test.example", name: "Carlos", roles: [] },
  }));
});
afterAll(disconnect);

/** Runs a command under a key; its answer says how often one ran in this test. */
let runs = 0;
const run = (clientKey: string) =>
  transactionOnce({ userId }, "testCommand", clientKey, async () => ok(++runs));

describe("client keys", () => {
  it("answer repeats for as long as a browser keeps what it has not sent, and are forgotten a month later", async () => {
    const [kept, forgotten] = [randomUUID(), randomUUID()];
    const [first, second] = [await run(kept), await run(forgotten)];
    const age = (key: string, days: number) =>
      db.clientKey.update({
        where: { key },
        data: { createdAt: new Date(Date.now() - days * 86_400_000) },
      });
    await age(kept, UNSENT_DAYS + 29);
    await age(forgotten, UNSENT_DAYS + 31);
    expect(await forgetOldKeys()).toBe(1);
    expect(await run(kept)).toEqual(first);
    expect(await run(forgotten)).not.toEqual(second);
    expect(await forgetOldKeys()).toBe(0);
  });
});
