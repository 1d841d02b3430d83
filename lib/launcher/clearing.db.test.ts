import { spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  mkdirSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { importProgress } from "@/lib/dataset/imports/queries";
import { db, disconnect } from "@/lib/platform/db";
import { spool } from "@/lib/platform/temp-file";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { clearUp } from "./clearing";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";

const folder = mkdtempSync(join(tmpdir(), "freshqa-clearing-"));
let carlos: Actor;

beforeAll(async () => {
  vi.stubEnv("TMPDIR", folder);
  const user = await db.user.create({
    data: { email: "carlos@test.example", name: "Carlos", roles: ["maintainer"] },
  });
  carlos = { userId: user.id, name: user.name, roles: ["maintainer"], via: "web" };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  await disconnect();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const uploads = () =>
  readdirSync(folder)
    .filter((name) => name.startsWith("freshqa-upload-"))
    .sort();

async function startedImport(status: string, progressAt: Date): Promise<number> {
  const { id } = await db.import.create({
    data: {
      fileName: `${status}.csv`,
      format: "csv",
      byteSize: 1,
      status,
      progressAt,
      createdById: carlos.userId,
    },
  });
  await db.$executeRaw`
    INSERT INTO import_rows (import_id, ordinal, record, id_cell, cells, style, question, normalized, primary_answer, search_text, evidence_hosts, false_premise, fact_type, hops, effective_before, review_policy, changed)
    SELECT ${id}, i, i + 1, '', '{}', 0, 'q' || i, '', '', '', '{}', false, '', '', false, 'never', '{}' FROM generate_series(0, 199) i`;
  await db.importFinding.create({
    data: { importId: id, code: "old-spelling", severity: "notice" },
  });
  return id;
}
const staged = async (importId: number) =>
  (await db.importRow.count({ where: { importId } })) +
  (await db.importFinding.count({ where: { importId } }));

describe("imports of a process that was killed", () => {
  it("end with words, and leave nothing; those that someone works on go on", async () => {
    const [reading, matching, alive, planned] = [
      await startedImport("reading", minutesAgo(10)),
      await startedImport("matching", minutesAgo(3)),
      await startedImport("matching", minutesAgo(0.5)),
      await startedImport("planned", minutesAgo(600)),
    ];
    expect((await clearUp()).imports.sort()).toEqual([reading, matching].sort());
    for (const id of [reading, matching]) {
      expect(await importProgress(carlos, id)).toMatchObject({
        status: "failed",
        error:
          "The server stopped while this file was being read. The dataset was not changed. Import the file again.",
      });
      expect(await staged(id)).toBe(0);
    }
    for (const [id, status] of [
      [alive, "matching"],
      [planned, "planned"],
    ] as const) {
      expect((await importProgress(carlos, id)).status).toBe(status);
      expect(await staged(id)).toBe(201);
    }
    expect((await clearUp()).imports).toEqual([]);
  });

  it("end at once where this process has started the database and so is alone with it", async () => {
    const [before, after] = [
      await startedImport("reading", minutesAgo(0.5)),
      await startedImport("reading", minutesAgo(0.1)),
    ];
    expect((await clearUp()).imports).toEqual([]);
    const { imports } = await clearUp(minutesAgo(0.3));
    expect(imports).toContain(before);
    expect(imports).not.toContain(after);
    expect(await staged(before)).toBe(0);
    expect((await importProgress(carlos, after)).status).toBe("reading");
    await db.import.update({ where: { id: after }, data: { status: "cancelled" } });
  });

  it("lose what an earlier clearing has left", async () => {
    const failed = await startedImport("failed", minutesAgo(1));
    const cancelled = await startedImport("cancelled", minutesAgo(1));
    await clearUp();
    expect(await staged(failed)).toBe(0);
    expect(await staged(cancelled)).toBe(0);
  });

  it("of responses, too", async () => {
    const model = await db.model.create({ data: { name: "M", createdById: carlos.userId } });
    const release = await aRelease();
    const run = await db.modelRun.create({
      data: { name: "r", modelId: model.id, releaseId: release, createdById: carlos.userId },
    });
    const begin = async (status: string, progressAt: Date) => {
      const { id } = await db.responseImport.create({
        data: {
          runId: run.id,
          fileName: "a.csv",
          format: "csv",
          byteSize: 1,
          status,
          progressAt,
          createdById: carlos.userId,
        },
      });
      await db.responseImportRow.create({
        data: { importId: id, ordinal: 0, record: 1, cells: ["a"] },
      });
      return id;
    };
    const [gone, alive, mapping] = [
      await begin("reading", minutesAgo(5)),
      await begin("reading", minutesAgo(1)),
      await begin("mapping", minutesAgo(500)),
    ];
    expect((await clearUp()).responseImports).toEqual([gone]);
    expect(await db.responseImport.findUniqueOrThrow({ where: { id: gone } })).toMatchObject({
      status: "failed",
      error:
        "The server stopped while this file was being read. Nothing was added. Import the file again.",
    });
    expect(await db.responseImportRow.count({ where: { importId: gone } })).toBe(0);
    expect(
      await db.responseImportRow.count({ where: { importId: { in: [alive, mapping] } } }),
    ).toBe(2);
  });
});

async function aRelease(): Promise<number> {
  const content = sampleContent({
    split: null,
    effectiveYear: null,
    factType: "never-changing" as const,
  });
  await addQuestion(carlos, content);
  const made = await publishRelease(carlos, {
    name: "FreshQA_v11212026",
    notes: "",
    selection: { kind: "all" },
  });
  if (!made.ok) throw new Error(made.refusal.message);
  return (await db.release.findFirstOrThrow({ select: { id: true } })).id;
}

describe("temporary files of uploads", () => {
  it("of a process that was killed go; those of a running one stay", async () => {
    const mine = await spool(
      (async function* () {
        yield new Uint8Array(10);
      })(),
      100,
    );
    const script = `
      import { spool } from "@/lib/platform/temp-file";
      await spool((async function* () { yield new Uint8Array(10); })(), 100);
      process.stdout.write("spooled");
      setInterval(() => {}, 1000);`;
    const file = join(folder, "child.mts");
    writeFileSync(
      file,
      script.replace("@/lib/platform/spool", join(import.meta.dirname, "../platform/spool.ts")),
    );
    const child = spawn(process.execPath, ["--import", "tsx", file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const before = { left: uploads().length, removed: (await clearUp()).uploads };
    child.kill("SIGKILL");
    expect(before).toEqual({ left: 2, removed: 0 });
    await new Promise((resolve) => child.once("exit", resolve));
    expect((await clearUp()).uploads).toBe(1);
    expect(existsSync(mine.path)).toBe(true);
    await mine.remove();
    expect(uploads()).toEqual([]);
  }, 30_000);

  it("of other hosts and of no one stay for a day", async () => {
    const make = (name: string, owner: object | null, hours: number) => {
      const path = join(folder, `freshqa-upload-${name}`);
      mkdirSync(path);
      if (owner !== null) writeFileSync(join(path, "owner.json"), JSON.stringify(owner));
      const at = new Date(Date.now() - hours * 3_600_000);
      utimesSync(path, at, at);
    };
    make("other-young", { pid: 1, startedAt: null, host: `${hostname()}-other` }, 1);
    make("other-old", { pid: 1, startedAt: null, host: `${hostname()}-other` }, 30);
    make("no one-young", null, 1);
    make("no one-old", null, 30);
    expect((await clearUp()).uploads).toBe(2);
    expect(uploads()).toEqual(["freshqa-upload-no one-young", "freshqa-upload-other-young"]);
  });

  it("say whose they are", async () => {
    const file = await spool(
      (async function* () {
        yield new Uint8Array(1);
      })(),
      100,
    );
    expect(JSON.parse(readFileSync(join(file.path, "..", "owner.json"), "utf8"))).toMatchObject({
      pid: process.pid,
      host: hostname(),
    });
    await file.remove();
  });
});
