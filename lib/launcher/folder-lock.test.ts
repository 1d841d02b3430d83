import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { currentHolder, FolderHeld, FolderLock } from "./folder-lock";
import { identifyProcess, isRunning, parseStat } from "@/lib/platform/process-identity";
import { notEmpty } from "@/prisma/testing/not-empty";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "lock-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const write = (number: number, content: unknown) =>
  writeFileSync(
    join(folder, `${String(number).padStart(8, "0")}.json`),
    typeof content === "string" ? content : JSON.stringify(content),
  );

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid!;
}

describe("the lock on a folder", () => {
  it("is refused to others while its holder lives, and says who that is", async () => {
    const lock = await FolderLock.take(folder, "server", { address: "http://localhost:3000" });
    await expect(FolderLock.take(folder, "command")).rejects.toMatchObject({
      holder: { pid: process.pid, purpose: "server", address: "http://localhost:3000" },
    });
    lock.update({ databasePort: 5433 });
    expect(await currentHolder(folder)).toMatchObject({ pid: process.pid, databasePort: 5433 });
    lock.release();
    expect(await currentHolder(folder)).toBeNull();
    (await FolderLock.take(folder, "command")).release();
  });

  it("is taken over from a holder that is gone", async () => {
    write(7, { pid: await deadPid(), startedAt: null, purpose: "server" });
    await FolderLock.take(folder, "server");
    expect(await currentHolder(folder)).toMatchObject({ pid: process.pid });
  });

  it("is taken over when the holder's number now belongs to another process", async () => {
    write(1, { pid: process.pid, startedAt: "another boot:1", purpose: "server" });
    await FolderLock.take(folder, "server");
    expect(JSON.parse(readFileSync(join(folder, "00000002.json"), "utf8"))).toMatchObject({
      pid: process.pid,
    });
  });

  it("goes to exactly one of many who take over a stale one at the same time", async () => {
    write(3, { pid: await deadPid(), startedAt: null, purpose: "server" });
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => FolderLock.take(folder, "server")),
    );
    expect(tries.filter((attempt) => attempt.status === "fulfilled")).toHaveLength(1);
    for (const attempt of notEmpty(tries))
      if (attempt.status === "rejected") expect(attempt.reason).toBeInstanceOf(FolderHeld);
  });

  it("goes to exactly one of several processes", async () => {
    const source = `import { FolderLock } from "./lib/launcher/folder-lock.ts";
      try { await FolderLock.take(${JSON.stringify(folder)}, "server"); process.stdout.write("taken"); setTimeout(() => {}, 4000); } catch { process.stdout.write("refused"); }`;
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", source]),
    );
    const said = await Promise.all(
      children.map(
        (child) =>
          new Promise<string>((resolve) =>
            child.stdout.once("data", (data) => resolve(String(data))),
          ),
      ),
    );
    for (const child of children) child.kill("SIGKILL");
    expect(said.sort()).toEqual(["refused", "refused", "taken"]);
  }, 30_000);

  it("never uses a number twice and leaves few files", async () => {
    for (let i = 0; i < 5; i++) (await FolderLock.take(folder, "command")).release();
    expect(readdirSync(folder).sort()).toEqual(["00000004.json", "00000005.json"]);
  });
});

describe("the identity of a process", () => {
  it("is that of the running process, and of no other with its number", () => {
    const self = identifyProcess()!;
    expect(isRunning(self)).toBe(true);
    if (self.startedAt !== null) expect(isRunning({ ...self, startedAt: "earlier" })).toBe(false);
  });

  it("is read from /proc even when a program's name holds blanks and parentheses", () => {
    const fields = ["S", ...Array.from({ length: 18 }, (_, i) => String(i)), "4711", "0"];
    expect(parseStat(`42 (a) R (b) ${fields.join(" ")}`)).toEqual({ state: "S", ticks: "4711" });
  });
});
