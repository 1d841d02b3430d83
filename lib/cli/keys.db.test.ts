import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { dataFolder, provideSecretKeys } from "@/lib/launcher/data-folder";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { provideEnvironment } from "@/lib/platform/env";
import { installationKeys } from "@/lib/platform/installation-keys";
import { searchAccess } from "@/lib/runs/connections/access";
import { createConnection, setConnectionKey } from "@/lib/runs/connections/commands";
import { getConnection } from "@/lib/runs/connections/queries";
import { connectionSchema } from "@/lib/runs/connections/schema";
import { freshqa, json } from "@/prisma/testing/command-line";

const KEY = "sk-rotated-0123456789-wxyz";
let admin: Actor;
let data: string;
let names = 0;
const newKey = () => randomBytes(32).toString("base64");

async function withKey(key = KEY): Promise<number> {
  const made = await createConnection(
    admin,
    connectionSchema.parse({
      service: "serper",
      name: `Search ${++names}`,
      baseUrl: "https://google.serper.dev",
      key: { source: "entered", key },
    }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  return made.value.connectionId;
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "keys-"));
  const user = await db.user.create({
    data: { email: "femi@keys.test", name: "Femi", roles: ["admin"] },
  });
  admin = { userId: user.id, name: user.name, roles: ["admin"], via: "web" };
});
afterEach(async () => {
  provideEnvironment({ FRESHQA_SECRET_KEYS: undefined, FRESHQA_SECRET_KEYS_FILE: undefined });
  await db.connection.updateMany({ data: { keySource: "none", keySealed: null, keyHint: "" } });
});
afterAll(async () => {
  provideEnvironment({ FRESHQA_DATA_DIR: undefined });
  rmSync(data, { recursive: true });
  await disconnect();
});

it("keys of the environment are used as they are; lost ones are named, and the key is not said", async () => {
  const [old, current] = [newKey(), newKey()];
  provideEnvironment({ FRESHQA_SECRET_KEYS: newKey() });
  const lost = await withKey("sk-lost-0123456789-abcd");
  provideEnvironment({ FRESHQA_SECRET_KEYS: old });
  const kept = await withKey();

  provideEnvironment({ FRESHQA_SECRET_KEYS: `${current} ${old}` });
  const run = await freshqa(["keys", "rotate", "--json"]);
  expect(json(run)).toEqual({
    newKey: false,
    sealed: 1,
    current: 0,
    lost: ["Search 1"],
    forgotten: 0,
  });
  provideEnvironment({ FRESHQA_SECRET_KEYS: current });
  expect((await searchAccess(kept)).key).toBe(KEY);
  expect((await getConnection(admin, lost)).key.state).toBe("lost");
  const again = await freshqa(["keys", "rotate"]);
  expect(again.stdout.toString()).toContain("0 keys encrypted");
  expect(again.stdout.toString()).toContain("enter it again under Connections: Search 1.");
  for (const text of [run.stdout.toString(), run.stderr, again.stdout.toString(), again.stderr])
    for (const secret of [KEY, old, current]) expect(text).not.toContain(secret);
});

it("without any key there is nothing to rotate under", async () => {
  const run = await freshqa(["keys", "rotate"]);
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("FRESHQA_SECRET_KEYS");
});

describe("keys of the data folder", () => {
  const file = () => join(data, "secret-keys");
  const lines = () => readFileSync(file(), "utf8").trim().split("\n");

  it("are made once, for their owner alone, and reach whoever reads them next", async () => {
    provideEnvironment({ FRESHQA_DATA_DIR: data });
    const forget = provideSecretKeys(dataFolder());
    expect(lines()).toHaveLength(1);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const id = await withKey();
    const [before] = lines();

    expect(json(await freshqa(["keys", "rotate", "--json"]))).toMatchObject({
      newKey: true,
      sealed: 1,
      lost: [],
      forgotten: 0,
    });
    // This process has not been started again, and both keys are there for older backups.
    expect((await searchAccess(id)).key).toBe(KEY);
    expect(lines()).toHaveLength(2);
    expect(lines()[1]).toBe(before);
    expect(installationKeys()!.keys).toHaveLength(2);

    expect(json(await freshqa(["keys", "rotate", "--forget-old", "--json"]))).toMatchObject({
      sealed: 1,
      forgotten: 2,
    });
    expect(lines()).toHaveLength(1);
    expect((await searchAccess(id)).key).toBe(KEY);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    forget();
    expect(installationKeys()).toBeNull();
  });

  it("a key that is entered while it is rotated is not lost", async () => {
    provideEnvironment({ FRESHQA_DATA_DIR: data });
    const forget = provideSecretKeys(dataFolder());
    const ids = [];
    for (let one = 0; one < 4; one++) ids.push(await withKey());
    const versions = await db.connection.findMany({ where: { id: { in: ids } } });
    await Promise.all([
      freshqa(["keys", "rotate", "--forget-old"]),
      ...versions.map(({ id, version }) =>
        setConnectionKey(admin, {
          connectionId: id,
          version,
          key: { source: "entered", key: `sk-new-0123456789-${id}` },
        }),
      ),
    ]);
    for (const id of ids) expect((await searchAccess(id)).key).toBe(`sk-new-0123456789-${id}`);
    forget();
  });
});
