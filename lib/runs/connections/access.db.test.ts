import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { provideEnvironment } from "@/lib/platform/env";
import { installationKeys } from "@/lib/platform/installation-keys";
import { seal } from "@/lib/platform/secrets";
import {
  canKeepKeys,
  installationGuard,
  keyPlace,
  keyState,
  modelAccess,
  searchAccess,
} from "./access";
import { heldMs, holdBack, takeTurn } from "./writes";

const KEY = "sk-planted-0123456789";
let userId: number;
let names = 0;

const secretKeys = (value: string | undefined) =>
  provideEnvironment({ FRESHQA_SECRET_KEYS: value });
const newKey = () => randomBytes(32).toString("base64");

async function connection(given: Partial<Parameters<typeof db.connection.create>[0]["data"]> = {}) {
  return db.connection.create({
    data: {
      name: `Connection ${++names}`,
      kind: "search",
      service: "serper",
      baseUrl: "https://google.serper.dev",
      createdById: userId,
      ...(given as object),
    },
  });
}

async function withEnteredKey(key = KEY) {
  const made = await connection();
  return db.connection.update({
    where: { id: made.id },
    data: { keySource: "entered", keySealed: seal(key, keyPlace(made.id), installationKeys()!) },
  });
}

beforeAll(async () => {
  userId = (
    await db.user.create({ data: { email: "ada@conn.test", name: "Ada", roles: ["admin"] } })
  ).id;
});
afterEach(() => {
  secretKeys(undefined);
  delete process.env.FRESHQA_KEY_CONN_TEST;
});
afterAll(async () => {
  await installationGuard().close();
  await disconnect();
});

describe("a key", () => {
  it("that was entered is opened, also under an older key of the installation", async () => {
    const first = newKey();
    secretKeys(first);
    const { id } = await withEnteredKey();
    expect((await searchAccess(id)).key).toBe(KEY);
    secretKeys(`${newKey()},${first}`);
    expect((await searchAccess(id)).key).toBe(KEY);
  });

  it.each([
    ["is another", () => secretKeys(newKey())],
    ["is gone", () => secretKeys(undefined)],
  ])("whose installation's key %s is lost, and says what to do", async (_name, lose) => {
    secretKeys(newKey());
    const row = await withEnteredKey();
    lose();
    await expect(searchAccess(row.id)).rejects.toMatchObject({
      name: "KeyUnavailable",
      because: "lost",
      trouble: "key-refused",
      message: expect.stringContaining("enter it again") as string,
    });
    expect(keyState(row)).toBe("lost");
  });

  it("is lost while the file of the installation's keys is damaged, and nothing else fails", async () => {
    secretKeys(newKey());
    const one = await withEnteredKey();
    secretKeys(undefined);
    const file = join(mkdtempSync(join(tmpdir(), "keys-")), "secret-keys");
    writeFileSync(file, "no key at all\n");
    provideEnvironment({ FRESHQA_SECRET_KEYS_FILE: file });
    expect(keyState(one)).toBe("lost");
    expect(canKeepKeys()).toBe(false);
    await expect(searchAccess(one.id)).rejects.toMatchObject({ because: "lost" });
    expect((await searchAccess((await connection()).id)).key).toBeNull();
    provideEnvironment({ FRESHQA_SECRET_KEYS_FILE: undefined });
  });

  it("that was sealed for another connection opens nowhere else", async () => {
    secretKeys(newKey());
    const one = await withEnteredKey();
    const other = await withEnteredKey("another key of mine");
    await db.connection.update({ where: { id: other.id }, data: { keySealed: one.keySealed } });
    await expect(searchAccess(other.id)).rejects.toMatchObject({ because: "lost" });
  });

  it("of the environment is read at each use", async () => {
    const row = await connection({
      keySource: "environment",
      keyVariable: "FRESHQA_KEY_CONN_TEST",
    });
    await expect(searchAccess(row.id)).rejects.toMatchObject({ because: "missing" });
    process.env.FRESHQA_KEY_CONN_TEST = KEY;
    expect((await searchAccess(row.id)).key).toBe(KEY);
    expect(keyState(row)).toBe("set");
    // Errors about headers quote them.
    for (const wrong of ["sk-planted 0123456789", "sk-planted\n0123456789", "sk-plänted", " "]) {
      process.env.FRESHQA_KEY_CONN_TEST = wrong;
      await expect(searchAccess(row.id)).rejects.toThrow("holds something other than a key");
    }
  });

  it("is no other secret of the environment, also where a row names one", async () => {
    for (const keyVariable of ["CONN_TEST_ACCESS_KEY", "CONN_TEST_TOKEN"]) {
      process.env[keyVariable] = KEY;
      const row = await connection({ keySource: "environment", keyVariable });
      await expect(searchAccess(row.id), keyVariable).rejects.toThrow(
        `The variable ${keyVariable} of “${row.name}” may not be used.`,
      );
      delete process.env[keyVariable];
    }
  });
});

it("a served model has everything that asking it takes", async () => {
  const { id } = await connection({
    kind: "model",
    service: "openai-chat",
    baseUrl: "https://api.example.org/v1",
    query: { "api-version": "2026-10-21" },
    keyHeader: "api-key",
    requestsPerMinute: 30,
    timeoutSeconds: 5,
  });
  const served = await db.servedModel.create({
    data: {
      connectionId: id,
      label: "Small",
      apiName: "small-1",
      temperature: false,
      tokenParameter: "max_completion_tokens",
      reasoningEffort: "low",
      systemRole: "developer",
      createdById: userId,
    },
  });
  expect(await modelAccess(served.id)).toEqual({
    connectionId: id,
    name: `Connection ${names}`,
    service: "openai-chat",
    concurrency: 4,
    requestsPerMinute: 30,
    timeoutMs: 5_000,
    apiName: "small-1",
    connection: {
      api: "openai-chat",
      baseUrl: "https://api.example.org/v1",
      key: null,
      keyHeader: "api-key",
      query: { "api-version": "2026-10-21" },
    },
    capabilities: {
      temperature: false,
      seed: false,
      tokenParameter: "max_completion_tokens",
      reasoningEffort: "low",
      systemRole: "developer",
    },
  });
  await expect(searchAccess(id)).rejects.toMatchObject({ name: "NotFound" });
});

describe("turns", () => {
  it("of a connection without a rate come at once", async () => {
    const { id } = await connection();
    expect([await takeTurn(id), await takeTurn(id)]).toEqual([0, 0]);
  });

  it("come as far apart as the rate says, for all who ask at once", async () => {
    const { id } = await connection({ requestsPerMinute: 6 });
    const waits = await Promise.all(Array.from({ length: 5 }, () => takeTurn(id)));
    const sorted = waits.toSorted((one, other) => one - other);
    sorted.forEach((wait, turn) => {
      // The database keeps milliseconds.
      expect(wait).toBeLessThanOrEqual(turn * 10_000 + 1);
      expect(wait).toBeGreaterThan(turn * 10_000 - 5_000);
    });
  });

  it("wait as long as the service asked for, and a shorter wait does not end a longer one", async () => {
    const { id } = await connection({ requestsPerMinute: 60 });
    expect(await heldMs(id)).toBe(0);
    await holdBack(id, 60_000);
    await holdBack(id, 1_000);
    for (const wait of [await heldMs(id), await takeTurn(id)]) {
      expect(wait).toBeLessThanOrEqual(60_000);
      expect(wait).toBeGreaterThan(55_000);
    }
    // The next turn comes after the one before, not with it.
    expect(await takeTurn(id)).toBeGreaterThan(56_000);
  });

  it("already taken are held back, too, by whoever asks before going", async () => {
    const { id } = await connection({ requestsPerMinute: 60 });
    await takeTurn(id);
    expect(await heldMs(id)).toBe(0);
    await holdBack(id, 5_000);
    expect(await heldMs(id)).toBeGreaterThan(1_000);
  });
});

describe("the installation's guard", () => {
  let server: Server;
  let host: string;
  beforeAll(async () => {
    server = createServer((_request, response) => response.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it("asks a host as soon as it is allowed, and no longer than that", async () => {
    const ask = () => installationGuard().fetch(`http://${host}/`);
    await expect(ask()).rejects.toMatchObject({ trouble: "address-refused" });
    await db.allowedHost.create({ data: { host, createdById: userId } });
    expect(await (await ask()).text()).toBe("hello");
    await db.allowedHost.delete({ where: { host } });
    await expect(ask()).rejects.toMatchObject({ trouble: "address-refused" });
  });

  it("looks up each host of a redirect when its turn comes, whatever was allowed before", async () => {
    const elsewhere = createServer((_request, response) => {
      void db.allowedHost
        .delete({ where: { host } })
        .then(() => response.writeHead(302, { location: `http://${host}/` }).end());
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const first = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    await db.allowedHost.createMany({
      data: [host, first].map((one) => ({ host: one, createdById: userId })),
    });
    await expect(
      installationGuard().fetch(`http://${first}/`, {}, { redirects: "follow" }),
    ).rejects.toMatchObject({ trouble: "address-refused" });
    await db.allowedHost.delete({ where: { host: first } });
    elsewhere.close();
  });
});
