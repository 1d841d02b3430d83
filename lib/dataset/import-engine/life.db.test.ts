import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelImport } from "@/lib/dataset/imports/applying-commands";
import { RELEASE_FILES } from "@/lib/dataset/imports/kind-writes";
import { FILE_KINDS } from "@/lib/launcher/clearing";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { addQuestion } from "@/prisma/testing/questions";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, transaction } from "@/lib/platform/db";
import { cancelResponseImport } from "@/lib/runs/responses/commands";
import { RESPONSE_FILES } from "@/lib/runs/responses/kind-writes";
import { sampleContent } from "@/prisma/testing/content";
import { addMaintainer } from "@/prisma/testing/imports";
import { productSourcesIn } from "@/prisma/testing/tree";
import { value } from "@/prisma/testing/value";
import {
  atWork,
  endInterrupted,
  goOn,
  type ImportKind,
  stageRows,
  throttledProgress,
} from "./life-writes";
import { inImportTransaction } from "./statements-writes";
import { importCancelled } from "@/lib/dataset/imports/audit-events";
import { responsesImportCancelled } from "@/lib/runs/responses/audit-events";

/* What the engine promises for every kind of file. */

let reader: Actor;
let other: Actor;
let runId: number;

beforeAll(async () => {
  reader = await addMaintainer("mara@test.example");
  other = await addMaintainer("otto@test.example");
  await addQuestion(reader, sampleContent({}));
  const name = "FreshQA_v11212026";
  value(await publishRelease(reader, { name, notes: "", selection: { kind: "all" } }));
  const { id: releaseId } = await db.release.findFirstOrThrow();
  const createdById = reader.userId;
  const model = await db.model.create({ data: { name: "M", createdById } });
  const run = { name: "r", modelId: model.id, releaseId, createdById };
  runId = (await db.modelRun.create({ data: run })).id;
});
afterAll(disconnect);

const file = () => ({
  fileName: "a.csv",
  format: "csv",
  byteSize: 1,
  status: "reading",
  createdById: reader.userId,
});

interface Tried {
  kind: ImportKind;
  begin(): Promise<number>;
  cancel(actor: Actor, input: { importId: number }): Promise<unknown>;
  /** Stages one row for each number, and goes on until the batches end. */
  stage(importId: number, batches: AsyncIterable<number[]>): Promise<number>;
  staged(importId: number): Promise<number>;
  found(importId: number): Promise<{ status: string; error: string | null; progressAt: Date }>;
  set(importId: number, data: { status?: string; progressAt?: Date }): Promise<unknown>;
  cancelled: (importId: number) => object;
}

const KINDS: Record<string, Tried> = {
  "a release file": {
    kind: RELEASE_FILES,
    begin: async () => (await db.import.create({ data: file() })).id,
    cancel: cancelImport,
    stage: (importId, batches) =>
      stageRows(
        "import_findings (import_id, record, code, severity)",
        batches,
        (_, ordinal) => `${importId}\t${ordinal}\tlong-line\tnotice\n`,
        (rows) => progress(RELEASE_FILES, importId)({ rows }),
      ),
    staged: (importId) => db.importFinding.count({ where: { importId } }),
    found: (id) => db.import.findUniqueOrThrow({ where: { id } }),
    set: (id, data) => db.import.update({ where: { id }, data }),
    cancelled: (importId) => ({ type: importCancelled.type, data: { importId } }),
  },
  "a file of responses": {
    kind: RESPONSE_FILES,
    begin: async () => (await db.responseImport.create({ data: { ...file(), runId } })).id,
    cancel: cancelResponseImport,
    stage: (importId, batches) =>
      stageRows(
        "response_import_rows (import_id, ordinal, record, cells)",
        batches,
        (_, ordinal) => `${importId}\t${ordinal}\t${ordinal}\t{a}\n`,
        (rows) => progress(RESPONSE_FILES, importId)({ rows }),
      ),
    staged: (importId) => db.responseImportRow.count({ where: { importId } }),
    found: (id) => db.responseImport.findUniqueOrThrow({ where: { id } }),
    set: (id, data) => db.responseImport.update({ where: { id }, data }),
    cancelled: (importId) => ({ type: responsesImportCancelled.type, data: { runId, importId } }),
  },
};

const saying = new Map<string, ReturnType<typeof throttledProgress>>();
/** One for each import, as it counts the time since it last said something. */
function progress(kind: ImportKind, importId: number) {
  const key = `${kind.table} ${importId}`;
  const found = saying.get(key) ?? throttledProgress(kind, importId);
  saying.set(key, found);
  return found;
}

const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));
/** Rows that come until no one wants them any more. */
async function* endless(): AsyncGenerator<number[]> {
  for (;;) {
    yield [1, 2, 3];
    await pause(20);
  }
}
async function* three(): AsyncGenerator<number[]> {
  await pause(0);
  yield [1, 2, 3];
}

it("every kind is tried here, and given up where its process is gone", () => {
  const tried = Object.values(KINDS).map(({ kind }) => kind);
  expect(tried).toEqual(Object.values(FILE_KINDS));
  expect(productSourcesIn("lib").filter((path) => path.endsWith("/kind-writes.ts"))).toHaveLength(
    tried.length,
  );
});

describe.each(Object.entries(KINDS))("%s", (_, kind) => {
  it("that someone else cancels while it is read is over at once, and its reader clears up", async () => {
    const importId = await kind.begin();
    const before = await db.auditEvent.count();
    const working = atWork(kind.kind, reader, importId, async () => {
      await kind.stage(importId, endless());
      return "planned";
    });
    await pause(50);
    expect(await kind.cancel(other, { importId })).toEqual({ ok: true, value: undefined });
    expect((await kind.found(importId)).status).toBe("cancelled");
    expect(await working).toBe("cancelled");
    expect(await kind.staged(importId)).toBe(0);
    // Once, and in the name of whoever cancelled it.
    expect(await kind.cancel(reader, { importId })).toEqual({ ok: true, value: undefined });
    expect(await db.auditEvent.count()).toBe(before + 1);
    expect(await db.auditEvent.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
      ...kind.cancelled(importId),
      actorId: other.userId,
    });
  });

  it("that is cancelled during a long statement does not wait for it", async () => {
    const importId = await kind.begin();
    await kind.stage(importId, three());
    const began = performance.now();
    const working = atWork(kind.kind, reader, importId, async () => {
      await inImportTransaction(kind.kind.working, importId, (client) =>
        client.query("SELECT pg_sleep(60)"),
      );
      return "planned";
    });
    await pause(50);
    await kind.cancel(other, { importId });
    expect(await working).toBe("cancelled");
    expect(performance.now() - began).toBeLessThan(20_000);
    expect((await kind.found(importId)).error).toBeNull();
    expect(await kind.staged(importId)).toBe(0);
  });

  it("goes on to no further phase once it is cancelled", async () => {
    const importId = await kind.begin();
    await kind.cancel(other, { importId });
    const end = atWork(kind.kind, reader, importId, async () => {
      await transaction((tx) => goOn(tx, kind.kind, importId, "reading"));
      return "planned";
    });
    expect(await end).toBe("cancelled");
    expect((await kind.found(importId)).status).toBe("cancelled");
  });

  it("fails with words where work on it throws, and leaves nothing", async () => {
    const importId = await kind.begin();
    const end = atWork(kind.kind, reader, importId, async () => {
      await kind.stage(importId, three());
      throw new Error("No one expected this.");
    });
    expect(await end).toBe("failed");
    expect(await kind.found(importId)).toMatchObject({
      status: "failed",
      error: `Something went wrong on the server (see the log). ${kind.kind.unharmed} Try importing the file again.`,
    });
    expect(await kind.staged(importId)).toBe(0);
    expect(await kind.cancel(reader, { importId })).toMatchObject({
      ok: false,
      refusal: { code: "not-planned", message: "This import failed. Import the file again." },
    });
  });

  it("that others took back meanwhile keeps its rows: they are no longer its reader's", async () => {
    const importId = await kind.begin();
    const end = atWork(kind.kind, reader, importId, async () => {
      await kind.stage(importId, three());
      await kind.set(importId, { status: "queued" });
      await transaction((tx) => goOn(tx, kind.kind, importId, "reading"));
      return "planned";
    });
    expect(await end).toBe("queued");
    expect(await kind.staged(importId)).toBe(3);
  });

  it("that waits for another one is not silent meanwhile", async () => {
    const [first, second] = [await kind.begin(), await kind.begin()];
    const long = new Date(Date.now() - 3_600_000);
    await kind.set(second, { progressAt: long });
    await atWork(kind.kind, reader, first, () => Promise.resolve("planned"), [second]);
    expect((await kind.found(second)).progressAt.getTime()).toBeGreaterThan(long.getTime());
  });

  it("whose process is gone ends with words; one that is worked on goes on", async () => {
    const [gone, alive] = [await kind.begin(), await kind.begin()];
    await kind.stage(gone, three());
    await kind.stage(alive, three());
    const since = new Date(Date.now() - 60_000);
    await kind.set(gone, { progressAt: new Date(Date.now() - 61_000) });
    expect(await transaction((tx) => endInterrupted(tx, kind.kind, since))).toEqual([gone]);
    expect(await kind.found(gone)).toMatchObject({
      status: "failed",
      error: `The server stopped while this file was being read. ${kind.kind.unharmed} Import the file again.`,
    });
    expect(await kind.staged(gone)).toBe(0);
    expect((await kind.found(alive)).status).toBe("reading");
    expect(await kind.staged(alive)).toBe(3);
  });

  it("that is not there cannot be cancelled", async () => {
    expect(await kind.cancel(reader, { importId: 999_999 })).toMatchObject({
      ok: false,
      refusal: { code: "not-found" },
    });
  });
});
