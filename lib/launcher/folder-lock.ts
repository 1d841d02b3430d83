import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { identifyProcess, isRunning, type ProcessIdentity } from "@/lib/platform/process-identity";

/** Who holds a folder, and how to reach what runs on it. */
export interface Holder extends ProcessIdentity {
  /** In words, for whoever is turned away: "server", "command". */
  purpose: "server" | "command" | "build";
  /** The address that a server serves, once it does. */
  address?: string;
  /** The port of the embedded PostgreSQL, once it is ready for others. */
  databasePort?: number;
  released?: boolean;
}

/** Thrown when someone else who is alive holds the folder. */
export class FolderHeld extends Error {
  override readonly name = "FolderHeld";
  constructor(readonly holder: Holder) {
    super(`Held by process ${holder.pid}.`);
  }
}

/**
 * A lock on a folder that survives `kill -9` of its holder: who comes next sees that the holder is gone and takes over.
 *
 * Each holder is one numbered file, made by a hard link, which is atomic and fails when the number is taken. The
 * highest number counts. To take over a dead holder's lock is to make the next number, so of several who try at once
 * one wins; nothing is removed that someone might still decide on.
 */
export class FolderLock {
  private constructor(
    private readonly folder: string,
    private readonly number: number,
    private holder: Holder,
  ) {}

  /**
   * Takes the lock.
   * @throws FolderHeld when a running process has it. System errors (no right, no space) pass through.
   */
  static async take(
    folder: string,
    purpose: Holder["purpose"],
    details: Pick<Holder, "address"> = {},
  ): Promise<FolderLock> {
    mkdirSync(folder, { recursive: true });
    const self = identifyProcess();
    const holder: Holder = {
      pid: process.pid,
      startedAt: self?.startedAt ?? null,
      purpose,
      ...details,
    };
    for (;;) {
      const { number, holder: current } = await readLatest(folder);
      if (current) throw new FolderHeld(current);
      const mine = number + 1;
      if (!createExclusively(folder, mine, holder)) continue;
      // A listing that was read while others came and went may have missed the newest: then this one does not count.
      const newest = Math.max(...listNumbers(folder));
      if (newest !== mine) {
        rmSync(fileOf(folder, mine), { force: true });
        continue;
      }
      for (const old of listNumbers(folder))
        if (old < mine - 1) rmSync(fileOf(folder, old), { force: true });
      return new FolderLock(folder, mine, holder);
    }
  }

  /** Tells others more about what runs here. */
  update(details: Partial<Pick<Holder, "address" | "databasePort">>): void {
    this.write({ ...this.holder, ...details });
  }

  /** Gives the folder free. The file stays, so that its number is never used twice. */
  release(): void {
    this.write({ ...this.holder, released: true });
  }

  private write(holder: Holder): void {
    this.holder = holder;
    const draft = join(this.folder, `draft-${randomUUID()}`);
    try {
      writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
      renameSync(draft, fileOf(this.folder, this.number));
    } finally {
      rmSync(draft, { force: true });
    }
  }
}

/** Who holds the folder at this moment, or null. */
export async function currentHolder(folder: string): Promise<Holder | null> {
  try {
    return (await readLatest(folder)).holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

const NAME = /^(\d{8})\.json$/;
const fileOf = (folder: string, number: number) =>
  join(folder, `${String(number).padStart(8, "0")}.json`);

function listNumbers(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number);
}

/** The highest number in use (0 for none) and its holder, when that one is alive. */
async function readLatest(folder: string): Promise<{ number: number; holder: Holder | null }> {
  for (;;) {
    const number = Math.max(0, ...listNumbers(folder));
    if (number === 0) return { number, holder: null };
    const file = fileOf(folder, number);
    try {
      const holder = JSON.parse(readFileSync(file, "utf8")) as Holder;
      return { number, holder: !holder.released && isRunning(holder) ? holder : null };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") continue;
      if (!(error instanceof SyntaxError)) throw error;
      // Cut off by a full disk or a crash, or (where there are no hard links) still being written.
      if (ageOf(file) > 5_000) return { number, holder: null };
      await pause(50);
    }
  }
}

function ageOf(file: string): number {
  return performance.timeOrigin + performance.now() - statSync(file).mtimeMs;
}

function createExclusively(folder: string, number: number, holder: Holder): boolean {
  const draft = join(folder, `draft-${randomUUID()}`);
  const file = fileOf(folder, number);
  try {
    writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EEXIST") return false;
      if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
      // A file system without hard links.
      writeFileSync(file, JSON.stringify(holder), { mode: 0o600, flag: "wx" });
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
