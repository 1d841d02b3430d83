import { afterAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { db, disconnect, transaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { readWithLag } from "@/lib/platform/replica";
import { ok, refuse } from "@/lib/platform/result";
import { publicAction } from "./action";
import { publicRoute, respond, route } from "./route";

vi.mock("next/headers", () => ({ headers: async () => new Headers() }));
vi.mock("./session", () => ({
  currentActor: async () => ({ userId: 1, name: "Ada", roles: [], via: "web" }),
}));
afterAll(disconnect);

const gone = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const write = () =>
  transaction(async (tx) => {
    await tx.$queryRaw<unknown[]>`SELECT 1`;
    return ok();
  });
const refused = () => transaction(async () => refuse("stale", "Someone else was first."));
const read = () => transaction((tx) => tx.$queryRaw<unknown[]>`SELECT 1`, { readOnly: true });
const lagging = () => readWithLag((tx) => tx.$queryRaw<unknown[]>`SELECT 1`, { timeoutMs: 5_000 });
const nothing = async () => {};
const missing = () => new NotFound("The question");

describe("a request whose database goes away", () => {
  it.each([
    ["after a transaction was kept", write, gone, "unknown-outcome"],
    ["after a transaction was refused", refused, gone, "unavailable"],
    ["after a transaction that only reads", read, gone, "unavailable"],
    ["after a read that may lag", lagging, gone, "unavailable"],
    ["before anything", nothing, gone, "unavailable"],
    ["not, but something else fails after a write", write, () => new Error("x"), "unknown-outcome"],
    ["not, but something else fails before a write", nothing, () => new Error("x"), "failed"],
    ["not, but something is missing after a write", write, missing, "unknown-outcome"],
    ["not, but something is missing before a write", nothing, missing, "not-found"],
  ] as const)("%s: an action and a route say what is so", async (_when, first, error, code) => {
    const body = async () => {
      await first();
      throw error();
    };
    const answer = await publicAction(z.object({}), body)({});
    expect(answer).toMatchObject({ ok: false, refusal: { code } });
    if (answer.ok) throw new Error("It was refused.");
    expect(/Nothing was (saved|changed)/.test(answer.refusal.message)).toBe(
      code !== "unknown-outcome",
    );

    const request = (method: string) => new Request("http://workbench.example/api/x", { method });
    for (const handler of [route(body), publicRoute(body)])
      expect(
        await (await handler(request("POST"), { params: Promise.resolve({}) })).json(),
      ).toMatchObject({
        refusal: { code },
      });
    // What only reads has no outcome.
    const read = await route(body)(request("GET"), { params: Promise.resolve({}) });
    expect((await read.json()).refusal.code).not.toBe("unknown-outcome");
  });

  it("is told of its own writes alone, also beside others", async () => {
    const [wrote, read] = await Promise.all([
      publicAction(z.object({}), async () => {
        await write();
        await db.$queryRaw<unknown[]>`SELECT pg_sleep(0.05)::text`;
        throw gone();
      })({}),
      publicAction(z.object({}), async () => {
        await db.$queryRaw<unknown[]>`SELECT pg_sleep(0.1)::text`;
        throw gone();
      })({}),
    ]);
    expect([wrote, read]).toMatchObject([
      { refusal: { code: "unknown-outcome" } },
      { refusal: { code: "unavailable" } },
    ]);
    expect(respond(read).status).toBe(503);
  });
});
