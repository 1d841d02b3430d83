import { BadEnvironment } from "@/lib/platform/env";
import { MigrationProblem } from "@/lib/platform/migrations";

/** Why the product cannot start or go on, in one line with its remedy; the launcher prints it and exits with 1. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
}

/** What to say when a disk is full, wherever that turned up. */
export function diskFull(where: string): LaunchError {
  return new LaunchError(`The disk that holds ${where} is full: free some space (about 300 MB are needed) and start again. Nothing that was saved is lost.`);
}

/** Remedies by the code of a system or PostgreSQL error, for failures met while starting. */
const REMEDIES: Record<string, (error: Error) => string> = {
  ENOSPC: () => diskFull("the data folder").message,
  EDQUOT: () => diskFull("the data folder").message,
  EACCES: (error) => `${error.message}: give this user the right to it, or choose another folder with FRESHQA_DATA_DIR.`,
  EPERM: (error) => `${error.message}: give this user the right to it, or choose another folder with FRESHQA_DATA_DIR.`,
  EROFS: (error) => `${error.message}: the folder is read-only; choose another with FRESHQA_DATA_DIR.`,
  ECONNREFUSED: () => "Can't connect to the database. Check that the server in DATABASE_URL is running and the host and port are correct.",
  ENOTFOUND: () => "The host in DATABASE_URL is unknown: check its name.",
  EAI_AGAIN: () => "The host in DATABASE_URL cannot be looked up: check its name and the network.",
  ETIMEDOUT: () => "The database does not answer in time: check host, port and firewall for DATABASE_URL.",
  "28P01": () => "The database refuses user or password: check DATABASE_URL.",
  "28000": (error) => `The database refuses the sign-in (${error.message}): check DATABASE_URL and the server's pg_hba.conf.`,
  "3D000": (error) => `The ${error.message}: create it (CREATE DATABASE …) or correct DATABASE_URL.`,
  "42501": (error) => `The database user lacks a right (${error.message}): grant it, or use the database's owner in DATABASE_URL.`,
  "53100": () => diskFull("the database").message,
  "57P03": () => "The database is starting up or shutting down: try again in a moment.",
};

/** One clear line for anything that was thrown while starting; the stack only helps whoever asks for it. */
export function explain(error: unknown): string {
  if (error instanceof LaunchError || error instanceof BadEnvironment || error instanceof MigrationProblem) return oneLine(error.message);
  if (error instanceof AggregateError && error.errors.length > 0) return explain(error.errors[0]);
  if (!(error instanceof Error)) return oneLine(String(error));
  const code = (error as NodeJS.ErrnoException).code;
  const remedy = code === undefined ? undefined : REMEDIES[code];
  if (remedy) return oneLine(remedy(error));
  if (/timeout/i.test(error.message)) return REMEDIES.ETIMEDOUT!(error);
  return oneLine(`${error.message} (set LOG_LEVEL=debug for the details)`);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").trim();
}
