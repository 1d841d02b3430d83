import { spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { keptSecret, requireDiskSpace, type DataFolder } from "./data-folder";
import { diskFull, LaunchError } from "./launch-error";
import type { PostgresPrograms } from "./postgres-programs";
import { postgresEnvironment } from "./postgres-environment";
import { identifyProcess, isPostgresOn } from "@/lib/platform/process-identity";
import { invokeAs, type Invocation, type ServerAccount } from "./server-account";

export const SUPERUSER = "freshqa";
export const PASSWORD_FILE = "postgres-password";

/** Free space without which a first start would fail halfway: an empty database takes 40 MB, its log ahead 64 MB. */
const ROOM_FOR_A_NEW_CLUSTER = 120 * 1024 * 1024;

/** How long a server that has shut down may take until its process is gone. */
const ENDS_WITHIN_MS = 10_000;

/** Locales for the classes of characters (pg_trgm asks for them); sorting and case are PostgreSQL's own everywhere. */
const CHARACTER_LOCALES = ["C.UTF-8", "en_US.UTF-8", "C"];

/**
 * Makes the database files where there are none, and hands existing ones to the account that will serve them.
 * They are made under another name and renamed when whole, so that a start that was killed leaves no half of them.
 * @throws LaunchError when another PostgreSQL made them, they belong to someone else, or the disk is full.
 */
export async function prepareCluster(
  folder: DataFolder,
  programs: PostgresPrograms,
  account: ServerAccount | null,
  signal?: AbortSignal,
): Promise<void> {
  if (existsSync(folder.cluster)) {
    await checkVersion(folder, programs, account);
    takeOwnership(folder.cluster, account);
    return;
  }
  requireDiskSpace(folder, ROOM_FOR_A_NEW_CLUSTER);
  const draft = `${folder.cluster}.new`;
  const passwordFile = join(folder.root, "initdb-password");
  try {
    writeFileSync(passwordFile, keptSecret(folder, PASSWORD_FILE) + "\n", { mode: 0o600 });
    if (account) chownSync(passwordFile, account.uid, account.gid);
    let failure = "";
    for (const locale of CHARACTER_LOCALES) {
      rmSync(draft, { recursive: true, force: true });
      mkdirSync(draft, { mode: 0o700 });
      if (account) chownSync(draft, account.uid, account.gid);
      const args = [
        "-D",
        draft,
        "-U",
        SUPERUSER,
        "--auth=scram-sha-256",
        `--pwfile=${passwordFile}`,
        "--encoding=UTF8",
        "--no-instructions",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        `--lc-ctype=${locale}`,
      ];
      const { status, output } = await run(
        invokeAs(account, programs.initdb, args, [draft]),
        signal,
      );
      if (status === 0) {
        renameSync(draft, folder.cluster);
        return;
      }
      failure = output;
      if (!/invalid locale name/.test(output)) break;
    }
    if (/No space left on device|Disk quota exceeded/.test(failure)) throw diskFull(folder.root);
    throw new LaunchError(`The database could not be created: ${lastLine(failure)}`);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

async function checkVersion(
  folder: DataFolder,
  programs: PostgresPrograms,
  account: ServerAccount | null,
): Promise<void> {
  const file = join(folder.cluster, "PG_VERSION");
  if (!existsSync(file))
    throw new LaunchError(
      `${folder.cluster} contains no database. Move it away or set FRESHQA_DATA_DIR.`,
    );
  const { output } = await run(invokeAs(account, programs.postgres, ["--version"], []));
  const programMajor = /(\d+)/.exec(output)?.[1];
  const filesMajor = readFileSync(file, "utf8").trim();
  if (programMajor && programMajor !== filesMajor) {
    throw new LaunchError(
      `The database files were created by PostgreSQL ${filesMajor}, but PostgreSQL ${programMajor} is installed. Go back to the earlier version and export the data first.`,
    );
  }
}

/** PostgreSQL serves only files that its own account owns; a folder that was copied or restored may have changed hands. */
function takeOwnership(cluster: string, account: ServerAccount | null): void {
  const owner = statSync(cluster).uid;
  if (account) {
    if (owner !== account.uid) chownAll(cluster, account);
  } else if (process.getuid && owner !== process.getuid()) {
    throw new LaunchError(
      `The database files in ${cluster} belong to another user (uid ${owner}). Start as that user, or change the owner of the data folder with chown -R.`,
    );
  }
}

function chownAll(path: string, account: ServerAccount): void {
  lchownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) chownAll(inner, account);
    else lchownSync(inner, account.uid, account.gid);
  }
}

/** What a running PostgreSQL writes about itself. */
export interface PostmasterFile {
  pid: number;
  port: number;
  ready: boolean;
}

/** Reads postmaster.pid; null when there is none or it is still being written. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), ready: (lines[7] ?? "").trim() === "ready" };
}

/**
 * Clears what a killed start left: an orphaned server is stopped in order; the note of one that is gone, or whose
 * number now belongs to some other program, is removed. Only the holder of the data folder's lock may call it.
 * @returns whether a server was stopped.
 */
export async function clearLeftovers(
  folder: DataFolder,
  programs: PostgresPrograms,
  account: ServerAccount | null,
): Promise<boolean> {
  const left = readPostmasterFile(folder.cluster);
  const note = join(folder.cluster, "postmaster.pid");
  if (!left) {
    // Cut off while it was written: no one can be serving by it.
    if (existsSync(note) && readFileSync(note, "utf8").trim() === "") rmSync(note, { force: true });
    return false;
  }
  if (!isPostgresOn(left.pid, folder.cluster)) {
    // PostgreSQL itself would take a zombie, or a stranger with that number, for a running server. Should some of its
    // processes still be at work, it finds out by their shared memory and refuses; the caller then tries again.
    rmSync(note, { force: true });
    return false;
  }
  for (const mode of ["fast", "immediate"]) {
    await run(
      invokeAs(
        account,
        programs.pgCtl,
        ["stop", "-D", folder.cluster, "-m", mode, "-w", "-t", "30"],
        [folder.cluster],
      ),
    );
    // Its note goes first, and only then its memory and itself.
    for (let waited = 0; waited < ENDS_WITHIN_MS; waited += 20) {
      if (!identifyProcess(left.pid)) return true;
      await pause(20);
    }
  }
  throw new LaunchError(
    `A leftover PostgreSQL server (process ${left.pid}) doesn't stop. End it with "kill ${left.pid}" and start again.`,
  );
}

/** Runs a program to its end and returns its status and output. */
function run(
  invocation: Invocation,
  signal?: AbortSignal,
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const { file, args, account } = invocation;
    const child = spawn(file, args, {
      ...account,
      env: postgresEnvironment(),
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => reject(cannotStart(error, file)));
    child.on("close", (status) => resolve({ status, output }));
  });
}

/** The error for a program that the system could not start. */
export function cannotStart(error: Error, file: string): Error {
  const code = (error as NodeJS.ErrnoException).code;
  if (error.name === "AbortError") return error;
  return new LaunchError(
    `Can't start ${file} (${code ?? error.message}). Run "npm ci" again, or set DATABASE_URL to use your own server.`,
  );
}

function lastLine(output: string): string {
  const lines = output
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? "no reason given";
}
