import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Product } from "./product";

/*
 * What is no kill: a database that is told to stop, that has no connection left, that stands still, whose disk is full,
 * and a clock that is set back. Each lasts for some seconds in the middle of a round.
 */

const LASTS_MS = 5_000;
const DISK_MB = 700;
const HOUR_BACK = "-3600";
const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/** What a trouble needs before the product starts. */
export interface Stage {
  folder: string;
  env: Record<string, string>;
  end(): void;
}

export const TROUBLES = [
  "restart",
  "no connections",
  "standstill",
  "full disk",
  "clock set back",
] as const;
export type Trouble = (typeof TROUBLES)[number];

export function isTrouble(word: string): word is Trouble {
  return (TROUBLES as readonly string[]).includes(word);
}

/** Makes the folder for the product's data, on a small disk where that is what is tried. */
export function stageOf(trouble: Trouble): Stage {
  const folder = mkdtempSync(join(tmpdir(), "freshqa-trouble-"));
  chmodSync(folder, 0o755);
  const end = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  if (trouble === "full disk") {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=755`, "tmpfs", folder]);
    return {
      folder,
      env: {},
      end: () => {
        execFileSync("umount", ["-l", folder]);
        end();
      },
    };
  }
  if (trouble === "clock set back") {
    writeFileSync(clockOf(folder), "+0");
    chmodSync(clockOf(folder), 0o644);
    return {
      folder,
      env: {
        LD_PRELOAD: FAKETIME,
        FAKETIME_TIMESTAMP_FILE: clockOf(folder),
        FAKETIME_CACHE_DURATION: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        DONT_FAKE_MONOTONIC: "1",
      },
      end,
    };
  }
  return { folder, env: {}, end };
}

const clockOf = (folder: string) => join(folder, "clock");

/** Makes the trouble, lets it last, and ends it, except the clock, which stays where it was set. */
export async function trouble(product: Product, what: Trouble, folder: string): Promise<void> {
  switch (what) {
    case "restart":
      // A fast shutdown: sessions are ended in the middle of what they do.
      return signal(product, "SIGINT");
    case "standstill": {
      const pids = processesOf(product);
      for (const pid of pids) stop(pid, "SIGSTOP");
      await pause(LASTS_MS);
      for (const pid of pids) stop(pid, "SIGCONT");
      return;
    }
    case "no connections": {
      const taken: pg.Client[] = [];
      const end = performance.now() + LASTS_MS;
      while (performance.now() < end) {
        const client = new pg.Client({ connectionString: product.databaseUrl });
        client.on("error", () => {});
        await client.connect().then(
          () => taken.push(client),
          () => pause(20),
        );
      }
      await Promise.all(taken.map((client) => client.end().catch(() => {})));
      return;
    }
    case "full disk": {
      const filler = join(folder, "filler");
      mkdirSync(filler);
      for (let part = 0, bytes = free(folder); bytes >= 4_096; part++) {
        try {
          writeFileSync(join(filler, String(part)), Buffer.alloc(Math.min(bytes, 64_000_000)));
          bytes = free(folder);
        } catch {
          bytes = Math.trunc(bytes / 2);
        }
      }
      await pause(LASTS_MS);
      return rmSync(filler, { recursive: true });
    }
    case "clock set back":
      return writeFileSync(clockOf(folder), HOUR_BACK);
  }
}

function free(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Number(bavail) * Number(bsize);
}

function postmaster(product: Product): number {
  const file = readFileSync(join(product.data, "postgres", "postmaster.pid"), "utf8");
  return Number(file.split("\n")[0]);
}

function signal(product: Product, name: NodeJS.Signals): void {
  process.kill(postmaster(product), name);
}

function stop(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** The postmaster and its sessions. */
function processesOf(product: Product): number[] {
  const parent = postmaster(product);
  const children = readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return (
        readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]!.split(" ")[1] === String(parent)
      );
    } catch {
      return false;
    }
  });
  return [parent, ...children.map(Number)];
}
