import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { provideEnvironment } from "@/lib/platform/env";
import type { AnyResult } from "@/lib/platform/result";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { AI_TEXT } from "@/prisma/testing/search-services";
import { installationGuard, searchAccess } from "./access";
import {
  addPrice,
  addServedModel,
  allowHost,
  archiveConnection,
  archiveServedModel,
  createConnection,
  editConnection,
  editServedModel,
  removeHost,
  rotateKeys,
  setConnectionKey,
  testConnection,
} from "./commands";
import { getConnection, listAllowedHosts, listConnectionChoices, listConnections } from "./queries";
import { suggestedProfile } from "./rules";
import {
  allowHostSchema,
  connectionSchema,
  editConnectionSchema,
  editServedModelSchema,
  priceSchema,
  servedModelSchema,
  testConnectionSchema,
  type KeyInput,
} from "./schema";
import type { Service } from "./vocabulary";
import { heldMs, holdBack, takeTurn } from "./writes";

const KEY = "sk-planted-0123456789-wxyz";
let admin: Actor;
let services: ModelServices;
let names = 0;

const secretKeys = (value: string | undefined) =>
  provideEnvironment({ FRESHQA_SECRET_KEYS: value });
const newKey = () => randomBytes(32).toString("base64");
async function value<T>(result: Promise<AnyResult<T>>): Promise<T> {
  const outcome = await result;
  if (!outcome.ok) throw new Error(`${outcome.refusal.code}: ${outcome.refusal.message}`);
  return outcome.value;
}
const code = async (result: Promise<AnyResult<unknown>>) => {
  const outcome = await result;
  return outcome.ok ? "ok" : outcome.refusal.code;
};

async function added(
  service: Service,
  given: { baseUrl?: string; key?: KeyInput; name?: string } = {},
): Promise<number> {
  const { connectionId } = await value(
    createConnection(
      admin,
      connectionSchema.parse({
        service,
        name: `Connection ${++names}`,
        baseUrl: `${services.origin}/${service === "openai-chat" ? "v1" : service}`,
        ...given,
      }),
    ),
  );
  return connectionId;
}
async function served(connectionId: number, apiName: string): Promise<number> {
  const { servedModelId } = await value(
    addServedModel(
      admin,
      servedModelSchema.parse({
        connectionId,
        label: apiName,
        apiName,
        ...suggestedProfile("openai-chat", apiName),
      }),
    ),
  );
  return servedModelId;
}
const edited = (connectionId: number, version: number, given: object = {}) =>
  editConnectionSchema.parse({
    connectionId,
    version,
    name: `Connection ${++names}`,
    baseUrl: "https://api.example.org/v1",
    ...given,
  });
const eventsOf = (connectionId: number) =>
  db.auditEvent.findMany({
    where: { data: { path: ["connectionId"], equals: connectionId } },
    orderBy: { id: "asc" },
  });

beforeAll(async () => {
  services = await startModelServices();
  const user = await db.user.create({
    data: { email: "femi@conn.test", name: "Femi", roles: ["admin"] },
  });
  admin = { userId: user.id, name: user.name, roles: ["admin"], via: "web" };
});
afterEach(() => secretKeys(undefined));
afterAll(async () => {
  services.stop();
  await installationGuard().close();
  await disconnect();
});

describe("a connection", () => {
  it("is added once under its name, with an event that says who", async () => {
    const id = await added("serper", { name: "Our Serper" });
    expect(
      await code(
        createConnection(
          admin,
          connectionSchema.parse({
            service: "brave",
            name: "Our Serper",
            baseUrl: "https://x.example",
          }),
        ),
      ),
    ).toBe("taken");
    expect((await eventsOf(id)).map(({ type, actorId }) => [type, actorId])).toEqual([
      ["connection.created", admin.userId],
    ]);
    expect(await getConnection(admin, id)).toMatchObject({
      name: "Our Serper",
      kind: "search",
      kinds: ["organic", "related", "graph", "box"],
      key: { source: "none", state: "none", hint: "" },
    });
  });

  it("that two people change at once keeps the first change and refuses the other", async () => {
    const id = await added("serper");
    const codes = await Promise.all([
      code(editConnection(admin, edited(id, 1))),
      code(editConnection(admin, edited(id, 1))),
    ]);
    expect(codes.toSorted()).toEqual(["ok", "stale"]);
    expect((await getConnection(admin, id)).version).toBe(2);
  });

  it("is offered to jobs until it is archived, and again once it is restored", async () => {
    const id = await added("openai-chat");
    const model = await served(id, "ok");
    const offered = async () =>
      (await listConnectionChoices(admin)).models.some(
        ({ servedModelId }) => servedModelId === model,
      );
    expect(await offered()).toBe(true);
    await value(archiveConnection(admin, { connectionId: id, archived: true }));
    await value(archiveConnection(admin, { connectionId: id, archived: true }));
    expect(await offered()).toBe(false);
    expect((await listConnections(admin)).at(-1)).toMatchObject({
      connectionId: id,
      archived: true,
    });
    await value(archiveConnection(admin, { connectionId: id, archived: false }));
    expect(await offered()).toBe(true);
    await value(archiveServedModel(admin, { servedModelId: model, archived: true }));
    expect(await offered()).toBe(false);
    const types = (await eventsOf(id)).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("connection."))).toEqual([
      "connection.created",
      "connection.archived",
      "connection.restored",
    ]);
  });
});

describe("a key", () => {
  it("is kept encrypted, and comes back as its last four characters alone", async () => {
    secretKeys(newKey());
    const id = await added("serper", { key: { source: "entered", key: KEY } });
    const view = await getConnection(admin, id);
    expect(view.key).toEqual({ source: "entered", state: "set", variable: "", hint: "…wxyz" });
    expect(JSON.stringify(view)).not.toContain(KEY);
    expect((await searchAccess(id)).key).toBe(KEY);
  });

  it("is not taken where nothing could encrypt it, and nothing of the connection stays", async () => {
    const input = connectionSchema.parse({
      service: "serper",
      name: "Half",
      baseUrl: "https://x.example",
      key: { source: "entered", key: KEY },
    });
    const refused = await createConnection(admin, input);
    expect(refused).toMatchObject({
      ok: false,
      refusal: {
        code: "no-installation-key",
        message: expect.stringContaining("FRESHQA_SECRET_KEYS") as string,
      },
    });
    expect(JSON.stringify(refused)).not.toContain(KEY);
    expect(await db.connection.count({ where: { name: "Half" } })).toBe(0);
    expect(
      await code(
        createConnection(admin, {
          ...input,
          key: { source: "environment", variable: "SERPER_API_KEY" },
        }),
      ),
    ).toBe("ok");
  });

  it("is replaced and removed, by the version that was seen", async () => {
    secretKeys(newKey());
    const id = await added("serper", { key: { source: "entered", key: KEY } });
    const set = (version: number, key: KeyInput) =>
      setConnectionKey(admin, { connectionId: id, version, key });
    await value(set(1, { source: "entered", key: "another-key-0123456789" }));
    expect((await searchAccess(id)).key).toBe("another-key-0123456789");
    expect(await code(set(1, { source: "none" }))).toBe("stale");
    await value(set(2, { source: "none" }));
    expect((await searchAccess(id)).key).toBeNull();
    expect(await db.connection.findUniqueOrThrow({ where: { id } })).toMatchObject({
      keySealed: null,
      keyHint: "",
    });
  });

  it("does not follow the connection to another host", async () => {
    secretKeys(newKey());
    const id = await added("serper", {
      baseUrl: "https://google.serper.dev",
      key: { source: "entered", key: KEY },
    });
    const same = { baseUrl: "https://google.serper.dev/v2" };
    expect(await value(editConnection(admin, edited(id, 1, same)))).toEqual({
      version: 2,
      keyRemoved: false,
    });
    const other = { baseUrl: "https://evil.example" };
    expect(await value(editConnection(admin, edited(id, 2, other)))).toEqual({
      version: 3,
      keyRemoved: true,
    });
    expect((await searchAccess(id)).key).toBeNull();
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: "connection.key-set",
      data: { source: "none" },
    });
  });

  it("is encrypted again under the current key; one that no key opens is named, and stays", async () => {
    const [first, second] = [newKey(), newKey()];
    secretKeys(first);
    await value(rotateKeys(admin));
    await db.connection.updateMany({
      data: { keySource: "none", keySealed: null, keyHint: "", keyVariable: "" },
    });
    const old = await added("serper", { key: { source: "entered", key: KEY } });
    secretKeys(newKey());
    const lost = await added("serper", {
      name: "Lost one",
      key: { source: "entered", key: "gone-0123456789-key" },
    });
    secretKeys(second);
    await added("serper", { key: { source: "entered", key: "current-0123456789" } });

    secretKeys(`${second},${first}`);
    expect(await value(rotateKeys(admin))).toEqual({ sealed: 1, current: 1, lost: ["Lost one"] });
    secretKeys(second);
    expect((await searchAccess(old)).key).toBe(KEY);
    expect((await getConnection(admin, lost)).key.state).toBe("lost");
    expect(await value(rotateKeys(admin))).toMatchObject({ sealed: 0, current: 2 });
    secretKeys(undefined);
    expect(await code(rotateKeys(admin))).toBe("no-installation-key");
  });
});

describe("a test of a connection", () => {
  const test = (connectionId: number, given: object = {}) =>
    value(testConnection(admin, testConnectionSchema.parse({ connectionId, ...given })));

  it("to a host that is not public is refused with the remedy, and answers once it is allowed", async () => {
    const { host } = new URL(services.origin);
    await db.allowedHost.deleteMany();
    secretKeys(newKey());
    const id = await added("openai-chat", { key: { source: "entered", key: KEY } });
    const servedModelId = await served(id, "ok");
    expect(await test(id, { servedModelId })).toMatchObject({
      trouble: "not-allowed",
      message: expect.stringContaining("An administrator can allow this host") as string,
    });
    await value(allowHost(admin, allowHostSchema.parse({ host: services.origin })));
    expect((await listAllowedHosts(admin)).map((one) => one.host)).toEqual([host]);
    await value(
      addPrice(
        admin,
        priceSchema.parse({
          connectionId: id,
          apiName: "ok",
          validFrom: "2020-01-01",
          input: 2,
          cachedInput: 1,
          output: 10,
        }),
      ),
    );
    const answered = await test(id, { servedModelId });
    // 20 tokens at 2, 100 kept ones at 1, 30 at 10 dollars a million.
    expect(answered).toMatchObject({
      trouble: null,
      asked: "ok",
      cost: 0.00044,
      reply: { text: "Ada Lovelace.", finish: "stop", inputTokens: 120, outputTokens: 30 },
    });
    expect((await getConnection(admin, id)).test).toEqual(answered);
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: "connection.tested",
      data: { outcome: "answered" },
    });
  });

  async function allowServices() {
    const { host } = new URL(services.origin);
    await db.allowedHost.createMany({
      data: [{ host, createdById: admin.userId }],
      skipDuplicates: true,
    });
  }

  it("of a search names the kinds of evidence, requests and cost", async () => {
    await allowServices();
    const id = await added("serpapi");
    await value(
      addPrice(
        admin,
        priceSchema.parse({ connectionId: id, validFrom: "2020-01-01", requests: 15 }),
      ),
    );
    const answered = await test(id, { query: "who wrote it" });
    expect(answered).toMatchObject({
      trouble: null,
      asked: "who wrote it",
      cost: 0.015,
      found: {
        requests: 1,
        kinds: ["organic", "related", "qa", "graph", "box"],
        titles: [
          "Result 1 for who wrote it",
          "Result 2 for who wrote it",
          "Result 3 for who wrote it",
        ],
      },
    });
    expect(JSON.stringify(answered)).not.toContain(AI_TEXT);
  });

  it.each([
    ["key-refused", "key-refused"],
    ["rate-limited", "rate-limited"],
    ["broken-json", "broken-answer"],
  ])("that fails as %s says so without the key", async (model, trouble) => {
    secretKeys(newKey());
    const id = await added("openai-chat", { key: { source: "entered", key: KEY } });
    const answered = await test(id, { servedModelId: await served(id, model) });
    expect(answered).toMatchObject({ trouble, reply: null });
    expect(JSON.stringify(answered)).not.toContain(KEY);
  });

  it("whose key is lost says to enter it again", async () => {
    secretKeys(newKey());
    const id = await added("serper", { key: { source: "entered", key: KEY } });
    secretKeys(newKey());
    expect(await test(id)).toMatchObject({
      trouble: "key-refused",
      message: expect.stringContaining("enter it again") as string,
    });
  });

  it("is sent once by a double click, and answers a repeat with what came of it", async () => {
    await allowServices();
    const id = await added("openai-chat");
    const servedModelId = await served(id, "brief");
    const sent = async () =>
      (await services.received()).filter(({ body }) => body.model === "brief").length;
    const before = await sent();
    const clicks = [1, 2].map(() =>
      testConnectionSchema.parse({ connectionId: id, servedModelId, clientKey: randomUUID() }),
    );
    const outcomes = await Promise.all(clicks.map((input) => testConnection(admin, input)));
    expect(outcomes.map((one) => (one.ok ? "ok" : one.refusal.code)).sort()).toEqual([
      "busy",
      "ok",
    ]);
    expect(await sent()).toBe(before + 1);
    const winner = outcomes.findIndex(({ ok }) => ok);
    expect(await testConnection(admin, clicks[winner]!)).toEqual(outcomes[winner]);
    // The result is the connection's; the key holds none.
    const { clientKey } = clicks[winner]!;
    expect(await db.clientKey.findUniqueOrThrow({ where: { key: clientKey! } })).toMatchObject({
      command: "testConnection",
      outcome: null,
    });
    expect(await sent()).toBe(before + 1);
    // The refused one did nothing: under its key it is sent now.
    expect(await code(testConnection(admin, clicks[1 - winner]!))).toBe("ok");
    expect(await sent()).toBe(before + 2);
  });

  it("keeps no connection of the pool while services take their time, so that others work on", async () => {
    await allowServices();
    const ids = await Promise.all(Array.from({ length: 12 }, () => added("openai-chat")));
    const models = await Promise.all(ids.map((id) => served(id, "brief")));
    const tests = ids.map((id, at) => test(id, { servedModelId: models[at]! }));
    const done = await Promise.all(tests);
    expect(done.map(({ trouble }) => trouble)).toEqual(Array(12).fill(null));
  });

  it("waits for a turn like jobs do, and is not sent where that takes long", async () => {
    await allowServices();
    const id = await added("openai-chat");
    const limited = await served(id, "rate-limited");
    expect(await test(id, { servedModelId: limited })).toMatchObject({ trouble: "rate-limited" });
    // What the service asked to wait holds for jobs, too.
    expect(await heldMs(id)).toBeGreaterThan(0);
    await holdBack(id, 60_000);
    const asked = await services.received();
    const input = testConnectionSchema.parse({ connectionId: id, servedModelId: limited });
    expect(await code(testConnection(admin, input))).toBe("busy");
    expect(await services.received()).toHaveLength(asked.length);

    const paced = await added("openai-chat");
    await db.connection.update({ where: { id: paced }, data: { requestsPerMinute: 120 } });
    const servedModelId = await served(paced, "ok");
    await test(paced, { servedModelId });
    // Its turn was taken: the next one comes half a second later.
    expect(await takeTurn(paced)).toBeGreaterThan(0);
  });

  it("needs one of its own models", async () => {
    const [id, other] = [await added("openai-chat"), await added("openai-chat")];
    const servedModelId = await served(other, "ok");
    const input = testConnectionSchema.parse({ connectionId: id, servedModelId });
    expect(await code(testConnection(admin, input))).toBe("not-possible");
  });
});

describe("a model of a connection", () => {
  it("is edited by the version that was seen, under a name of its own", async () => {
    const id = await added("openai-chat");
    const [one] = [await served(id, "one"), await served(id, "two")];
    const input = (given: object) =>
      editServedModelSchema.parse({
        servedModelId: one,
        version: 1,
        label: "one",
        apiName: "one",
        ...suggestedProfile("openai-chat", "o3-mini"),
        ...given,
      });
    expect(await code(editServedModel(admin, input({ label: "two" })))).toBe("taken");
    expect(await code(editServedModel(admin, input({ modelId: 99_999 })))).toBe("not-found");
    await value(editServedModel(admin, input({})));
    expect(await code(editServedModel(admin, input({})))).toBe("stale");
    expect((await getConnection(admin, id)).models[0]).toMatchObject({
      label: "one",
      version: 2,
      capabilities: {
        temperature: false,
        tokenParameter: "max_completion_tokens",
        reasoningEffort: "low",
        systemRole: "developer",
      },
    });
    expect(
      await code(
        addServedModel(
          admin,
          servedModelSchema.parse({
            connectionId: id,
            label: "two",
            apiName: "x",
            ...suggestedProfile("openai-chat", "x"),
          }),
        ),
      ),
    ).toBe("taken");
  });

  it("is nothing that a search has", async () => {
    const id = await added("serper");
    expect(
      await code(
        addServedModel(
          admin,
          servedModelSchema.parse({
            connectionId: id,
            label: "x",
            apiName: "x",
            ...suggestedProfile("openai-chat", "x"),
          }),
        ),
      ),
    ).toBe("not-possible");
  });
});

it("a price is added to those before, and needs what its service charges for", async () => {
  const [model, search] = [await added("openai-chat"), await added("serper")];
  const price = (connectionId: number, given: object) =>
    addPrice(admin, priceSchema.parse({ connectionId, validFrom: "2026-11-01", ...given }));
  await value(price(model, { apiName: "m", input: 1, output: 2 }));
  await value(price(model, { apiName: "m", input: 3, output: 4, source: "Their page" }));
  await value(
    addPrice(
      admin,
      priceSchema.parse({
        connectionId: model,
        apiName: "m",
        validFrom: "2025-01-01",
        input: 9,
        output: 9,
      }),
    ),
  );
  expect((await getConnection(admin, model)).prices.map(({ input }) => input)).toEqual([3, 1, 9]);
  expect(await price(model, { apiName: "", input: 1 })).toMatchObject({
    refusal: {
      code: "not-possible",
      fields: { apiName: "Choose a model.", output: "Enter a price." },
    },
  });
  expect(await price(search, { input: 1, output: 1 })).toMatchObject({
    refusal: { fields: { requests: "Enter a price." } },
  });
});

describe("an allowed host", () => {
  it("is what URLs call it, allowed once and removed once", async () => {
    const allow = (host: string) => allowHost(admin, allowHostSchema.parse({ host }));
    await value(allow("Local-Models:11434"));
    expect(await code(allow("http://local-models:11434/v1"))).toBe("taken");
    expect(await code(removeHost(admin, { host: "local-models:11434" }))).toBe("ok");
    expect(await code(removeHost(admin, { host: "local-models:11434" }))).toBe("not-found");
  });

  it("is one for services, unless its pages are allowed as well", async () => {
    const allow = (host: string, given: object) =>
      value(allowHost(admin, allowHostSchema.parse({ host, ...given })));
    await allow("models.internal:1", {});
    await allow("wiki.internal:1", { pages: true });
    const hosts = await listAllowedHosts(admin);
    expect(hosts.filter(({ host }) => host.includes(".internal"))).toMatchObject([
      { host: "models.internal:1", pages: false },
      { host: "wiki.internal:1", pages: true },
    ]);
    await removeHost(admin, { host: "models.internal:1" });
    await removeHost(admin, { host: "wiki.internal:1" });
  });

  it.each([
    ["localhost:11434", "localhost:11434"],
    ["http://localhost", "localhost:80"],
    ["https://10.0.0.5/v1", "10.0.0.5:443"],
    ["127.1:8080", "127.0.0.1:8080"],
    ["[::1]:8080", "[::1]:8080"],
    ["localhost:80", "localhost:80"],
    ["localhost", null],
    ["http://user:pw@localhost:1", null],
    ["not a host:1", null],
    ["", null],
  ])("%s is read as %s", (given, expected) => {
    const parsed = allowHostSchema.safeParse({ host: given });
    expect(parsed.success ? parsed.data.host : null).toBe(expected);
  });
});

it.each([
  ["https://api.openai.com/v1/", "https://api.openai.com/v1"],
  ["http://localhost:11434/v1", "http://localhost:11434/v1"],
  ["ftp://x.example", null],
  ["https://user:secret@x.example", null],
  ["https://x.example/v1?key=1", null],
  ["x.example", null],
])("the base URL %s is read as %s", (given, expected) => {
  const parsed = connectionSchema.shape.baseUrl.safeParse(given);
  expect(parsed.success ? parsed.data : null).toBe(expected);
});

it.each([
  ["OPENAI_API_KEY", true],
  ["GEMINI_API_KEY", true],
  ["FRESHQA_KEY_OUR_MODELS", true],
  ["AWS_SECRET_ACCESS_KEY", false],
  ["GITHUB_TOKEN", false],
  ["NPM_TOKEN", false],
  ["STRIPE_API_KEY", false],
  ["MY_OPENAI_API_KEY", false],
  ["OPENAI_API_KEY_2", false],
  ["FRESHQA_KEY_", false],
  ["NEXTAUTH_SECRET", false],
  ["DATABASE_URL", false],
  ["FRESHQA_SECRET_KEYS", false],
  ["openai_api_key", false],
])("the variable %s may hold a service's key: %s", (variable, expected) =>
  expect(connectionSchema.shape.key.safeParse({ source: "environment", variable }).success).toBe(
    expected,
  ),
);

it("a parameter that looks like a key is refused, as it would be in clear", () => {
  expect(connectionSchema.shape.query.safeParse({ "api-version": "1" }).success).toBe(true);
  for (const name of ["engines", "country_code", "time_range", "safesearch", "design"])
    expect(connectionSchema.shape.query.safeParse({ [name]: "x" }).success, name).toBe(true);
  for (const name of [
    "api_key",
    "token",
    "X-Secret",
    "code",
    "sig",
    "auth",
    "Authorization",
    "pwd",
    "passwd",
    "X-Amz-Signature",
    "X-Amz-Credential",
    "jwt",
  ])
    expect(connectionSchema.shape.query.safeParse({ [name]: "x" }).success, name).toBe(false);
});
