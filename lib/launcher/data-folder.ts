import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { environment, provideEnvironment } from "@/lib/platform/env";
import { diskFull, LaunchError } from "./launch-error";

/** The paths inside the data folder. */
export interface DataFolder {
  root: string;
  /** PostgreSQL's own folder. */
  cluster: string;
  serverLog: string;
  lock: string;
}

/** The data folder that the environment names, as absolute paths; nothing is made. */
export function dataFolder(root = resolve(environment().FRESHQA_DATA_DIR)): DataFolder {
  return {
    root,
    cluster: join(root, "postgres"),
    serverLog: join(root, "postgres.log"),
    lock: join(root, "lock"),
  };
}

/**
 * Makes the data folder where it is missing and proves that it can be written.
 * @throws LaunchError when it cannot: no right, read-only, a file in the way, full disk.
 */
export function prepareDataFolder(folder: DataFolder): void {
  const probe = join(folder.root, `.probe-${process.pid}`);
  try {
    mkdirSync(folder.root, { recursive: true, mode: 0o711 });
    // A full disk still makes empty files; only bytes tell.
    writeFileSync(probe, randomBytes(4096));
    rmSync(probe);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOSPC" || code === "EDQUOT") {
      rmSync(probe, { force: true });
      throw diskFull(folder.root);
    }
    if (code === "ENOTDIR" || code === "EEXIST")
      throw new LaunchError(
        `The data folder ${folder.root} is a file. Remove it or set FRESHQA_DATA_DIR.`,
      );
    throw new LaunchError(
      `No write permission for data folder ${folder.root} (${code ?? message}). Fix its permissions or set FRESHQA_DATA_DIR.`,
    );
  }
}

/** Refuses to create a database where the disk is too full, rather than fail halfway. */
export function requireDiskSpace(folder: DataFolder, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder.root);
  if (bavail * bsize < bytes) throw diskFull(folder.root);
}

/** Reads a secret that is kept in the data folder (readable by its owner only) and makes it at first use. */
export function keptSecret(folder: DataFolder, name: string): string {
  const file = join(folder.root, name);
  if (existsSync(file)) {
    const kept = readFileSync(file, "utf8").trim();
    if (kept) return kept;
  }
  const secret = randomBytes(32).toString("base64url");
  writeWhole(file, secret + "\n");
  return secret;
}

/** Whole or not at all: a name that exists must never hold half a secret. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

const SECRET_KEYS_FILE = "secret-keys";

/**
 * Names the file with the installation's keys to this process, and makes it at first use.
 * @returns takes that back.
 */
export function provideSecretKeys(folder: DataFolder): () => void {
  const given = environment();
  if (given.FRESHQA_SECRET_KEYS_FILE !== undefined) return () => {};
  // Whoever names keys of their own needs no file; one that is there already still opens what it sealed.
  if (given.FRESHQA_SECRET_KEYS === undefined) keptSecret(folder, SECRET_KEYS_FILE);
  provideEnvironment({ FRESHQA_SECRET_KEYS_FILE: join(folder.root, SECRET_KEYS_FILE) });
  return () => provideEnvironment({ FRESHQA_SECRET_KEYS_FILE: undefined });
}

/** Whether the installation's keys are those of the data folder: then it makes new ones by itself. */
export function keepsSecretKeys(folder: DataFolder): boolean {
  const given = environment();
  return (
    given.FRESHQA_SECRET_KEYS === undefined &&
    given.FRESHQA_SECRET_KEYS_FILE === join(folder.root, SECRET_KEYS_FILE)
  );
}

/** Puts a new key before those of the data folder, which go on opening what they sealed. */
export function addSecretKey(folder: DataFolder): void {
  writeSecretKeys(folder, [randomBytes(32).toString("base64url"), ...secretKeyLines(folder)]);
}

/** Leaves only the current key in the data folder. @returns how many were removed */
export function forgetOldSecretKeys(folder: DataFolder): number {
  const [current, ...old] = secretKeyLines(folder);
  if (current !== undefined) writeSecretKeys(folder, [current]);
  return old.length;
}

function secretKeyLines(folder: DataFolder): string[] {
  const file = join(folder.root, SECRET_KEYS_FILE);
  return existsSync(file) ? readFileSync(file, "utf8").split(/\s+/).filter(Boolean) : [];
}

function writeSecretKeys(folder: DataFolder, keys: readonly string[]): void {
  writeWhole(join(folder.root, SECRET_KEYS_FILE), keys.join("\n") + "\n");
}

const SEED_FILE = "seed";

/** What the last `db reset` said about questions; `sample` when it said nothing. */
export function keptSeed(folder: DataFolder): "none" | "sample" {
  const file = join(folder.root, SEED_FILE);
  return existsSync(file) && readFileSync(file, "utf8").trim() === "none" ? "none" : "sample";
}

/** Remembers whether the next start fills the empty database with the sample questions. */
export function keepSeed(folder: DataFolder, seed: "none" | "sample"): void {
  writeFileSync(join(folder.root, SEED_FILE), seed + "\n");
}
