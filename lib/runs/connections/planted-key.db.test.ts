import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { invalidInput } from "@/lib/people/access/action";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { provideEnvironment } from "@/lib/platform/env";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { leakIn, placesOfKey, saidOf } from "@/prisma/testing/planted-key";
import { installationGuard, modelAccess, searchAccess } from "./access";
import {
  addServedModel,
  createConnection,
  editConnection,
  rotateKeys,
  setConnectionKey,
  testConnection,
} from "./commands";
import { askModel } from "./models";
import { getConnection, listConnectionChoices, listConnections } from "./queries";
import { suggestedProfile } from "./rules";
import { connectionSchema, servedModelSchema, setKeySchema, testConnectionSchema } from "./schema";
import { search } from "./searching";
import { SERVICES, kindOf, type Service } from "./vocabulary";

/*
 * A key is planted in each kind of connection, used in each way that can go wrong, and searched for in every table, in a
 * backup, in errors as the log writes them, and in every answer. `collected` is where other tests of this file put what
 * they saw.
 */

const KEY = "sk-PlantedKey/Qz7+vX2mN8wR4tY6-wxyz";
const VARIABLE = "FRESHQA_KEY_PLANTED";
/** How services behave that answer with what they were sent, or not at all. */
const BEHAVIORS = [
  "ok",
  "echo",
  "rate-limited",
  "unavailable",
  "broken-json",
  "other-json",
  "cut",
  "key-refused",
  "request-refused",
  "elsewhere",
  "held",
];

const SLOW: Service[] = ["openai-chat", "serper"];

let admin: Actor;
let services: ModelServices;
const collected: Record<string, string> = {};
const collect = (name: string, value: unknown) => {
  collected[name] = value instanceof Error ? saidOf(value) : JSON.stringify(value);
};
const output: string[] = [];

beforeAll(async () => {
  services = await startModelServices();
  provideEnvironment({ FRESHQA_SECRET_KEYS: Buffer.alloc(32, 3).toString("base64") });
  process.env[VARIABLE] = KEY;
  const user = await db.user.create({
    data: { email: "femi@planted.test", name: "Femi", roles: ["admin"] },
  });
  admin = { userId: user.id, name: user.name, roles: ["admin"], via: "web" };
  await db.allowedHost.create({
    data: { host: new URL(services.origin).host, createdById: user.id },
  });
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => {
      output.push(String(text));
      return true;
    });
});
afterEach(() => {
  collected["standard output"] = output.join("");
});
afterAll(async () => {
  vi.restoreAllMocks();
  provideEnvironment({ FRESHQA_SECRET_KEYS: undefined });
  delete process.env[VARIABLE];
  services.stop();
  await installationGuard().close();
  await disconnect();
});

function baseUrl(service: Service, behavior: string): string {
  if (kindOf(service) === "search") return `${services.origin}/${service}/${behavior}`;
  return `${services.origin}/${service === "gemini" ? "v1beta" : "v1"}`;
}

/** Adds a connection with the key and uses it; everything that is said on the way is collected. */
async function use(service: Service, behavior: string, source: "entered" | "environment") {
  const name = `${service} ${behavior} ${source}`;
  const made = await createConnection(
    admin,
    connectionSchema.parse({
      service,
      name,
      baseUrl: baseUrl(service, behavior),
      timeoutSeconds: behavior === "held" ? 1 : 10,
      key:
        source === "entered" ? { source, key: KEY } : { source: "environment", variable: VARIABLE },
    }),
  );
  collect(`adding ${name}`, made);
  if (!made.ok) throw new Error(made.refusal.message);
  const { connectionId } = made.value;
  let servedModelId: number | null = null;
  if (kindOf(service) === "model") {
    const served = await addServedModel(
      admin,
      servedModelSchema.parse({
        connectionId,
        label: behavior,
        apiName: behavior,
        ...suggestedProfile(service, behavior),
      }),
    );
    if (!served.ok) throw new Error(served.refusal.message);
    ({ servedModelId } = served.value);
  }
  const tested = await testConnection(
    admin,
    testConnectionSchema.parse({ connectionId, servedModelId }),
  );
  collect(`testing ${name}`, tested);
  if (behavior !== "held") collect(`asking ${name}`, await asked(connectionId, servedModelId));
  collect(`page of ${name}`, await getConnection(admin, connectionId));
  return tested;
}

/** What a job's worker gets: the reply, or what was thrown. */
async function asked(connectionId: number, servedModelId: number | null): Promise<unknown> {
  try {
    if (servedModelId === null)
      return await search(
        await searchAccess(connectionId),
        "a query",
        { language: "en", country: "us", organic: 10, aiText: true },
        "2026-11-22",
        installationGuard(),
      );
    const { connection, capabilities, apiName, timeoutMs } = await modelAccess(servedModelId);
    return await askModel(
      connection,
      capabilities,
      {
        model: apiName,
        messages: [{ role: "user", content: "Who?" }],
        temperature: 0,
        maxTokens: 10,
        seed: null,
        timeoutMs,
      },
      installationGuard(),
    );
  } catch (error) {
    return error;
  }
}

it.each(SERVICES)(
  "a key of %s is nowhere, however the service behaves",
  async (service) => {
    for (const behavior of BEHAVIORS)
      for (const source of ["entered", "environment"] as const)
        // It takes its second: once for models and once for searches is enough.
        if (behavior !== "held" || (SLOW.includes(service) && source === "entered"))
          await use(service, behavior, source);
    expect(await placesOfKey(KEY, collected)).toEqual([]);
  },
  120_000,
);

it("a key is in no refusal of a form, and in no list", async () => {
  for (const key of [`${KEY} with spaces`, KEY.repeat(40), `${KEY}\u0000`]) {
    const parsed = setKeySchema.safeParse({
      connectionId: 1,
      version: 1,
      key: { source: "entered", key },
    });
    expect(parsed.success).toBe(false);
    collect(`invalid ${key.length}`, [invalidInput(parsed.error!), parsed.error]);
    collect(`thrown ${key.length}`, parsed.error);
  }
  const { id, version, name } = await db.connection.findFirstOrThrow();
  const stale = { connectionId: id, version: version + 5 };
  collect(
    "stale",
    await setConnectionKey(admin, { ...stale, key: { source: "entered", key: KEY } }),
  );
  collect(
    "stale edit",
    await editConnection(admin, {
      ...stale,
      name,
      baseUrl: "https://x.example",
      keyHeader: "authorization",
      query: {},
      concurrency: 1,
      requestsPerMinute: null,
      timeoutSeconds: 1,
    }),
  );
  collect("list", await listConnections(admin));
  collect("choices", await listConnectionChoices(admin));
  expect(await placesOfKey(KEY, collected)).toEqual([]);
});

it("a key is in nothing that rotation says, nor where it is lost", async () => {
  const before = Buffer.alloc(32, 3).toString("base64");
  provideEnvironment({
    FRESHQA_SECRET_KEYS: `${Buffer.alloc(32, 4).toString("base64")},${before}`,
  });
  collect("rotation", await rotateKeys(admin));
  const { id } = await db.connection.findFirstOrThrow({
    where: { kind: "search", keySource: "entered" },
  });
  expect((await searchAccess(id)).key).toBe(KEY);
  provideEnvironment({ FRESHQA_SECRET_KEYS: before });
  collect("lost", await asked(id, null));
  collect("page of a lost one", await getConnection(admin, id));
  expect(await placesOfKey(KEY, collected)).toEqual([]);
});

it("would be found: in a table, in a backup, in an error, in any spelling", async () => {
  await db.connection.create({
    data: {
      name: `Leak ${KEY}`,
      kind: "search",
      service: "serper",
      baseUrl: "https://x.example",
      createdById: admin.userId,
    },
  });
  const places = await placesOfKey(KEY, {
    error: saidOf(new Error("outer", { cause: new Error(`inner ${KEY}`) })),
  });
  expect(places.map((place) => place.split(":")[0])).toEqual(
    expect.arrayContaining(["error", expect.stringContaining('"connections"') as string]),
  );
  expect(places.some((place) => place.startsWith("backup ") && place.includes("connections"))).toBe(
    true,
  );
  for (const spelled of [
    encodeURIComponent(KEY),
    Buffer.from(KEY).toString("base64url"),
    Buffer.from(KEY).toString("hex"),
    KEY.slice(5, 13),
  ])
    expect(leakIn(`x${spelled}x`, KEY)).not.toBeNull();
  expect(leakIn("…wxyz", KEY)).toBeNull();
});
