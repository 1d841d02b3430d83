import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { dataFolder } from "./data-folder";
import { clearLeftovers } from "./postgres-cluster";

const root = realpathSync(mkdtempSync(join(tmpdir(), "freshqa-leftovers-")));
const folder = dataFolder(root);
const children: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

it("a leftover server that has shut down and takes a moment more to end is no obstacle", async () => {
  mkdirSync(folder.cluster);
  // Begins to end when its note is gone, as PostgreSQL does: it removes the note first.
  const child = spawn(
    process.execPath,
    [
      "-e",
      "const { existsSync } = require('node:fs'); const look = setInterval(() => { if (!existsSync('postmaster.pid')) { clearInterval(look); setTimeout(() => {}, 500); } }, 10);",
      "postgres",
    ],
    { cwd: folder.cluster, stdio: "ignore" },
  );
  children.push(child);
  const ended = once(child, "exit");
  await once(child, "spawn");
  const note = join(folder.cluster, "postmaster.pid");
  writeFileSync(note, `${child.pid}\n${folder.cluster}\n0\n5432\n\n\n\nready\n`);
  const pgCtl = join(root, "pg_ctl");
  // Says that it stopped when the note is gone, and that there is nothing to stop where it is gone already.
  writeFileSync(pgCtl, `#!/bin/sh\nrm "${note}"\n`, { mode: 0o755 });
  const programs = { pgCtl } as Parameters<typeof clearLeftovers>[1];
  expect(await clearLeftovers(folder, programs, null)).toBe(true);
  expect(await ended).toEqual([0, null]);
});
