import { BadEnvironment } from "@/lib/platform/env";
import { MigrationProblem } from "@/lib/platform/migrations";

/** Why the product cannot start or go on, in one line with its remedy; the launcher prints it and exits with 1. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
}

/** The error for a full disk. */
export function diskFull(where: string): LaunchError {
  return new LaunchError(
    `The disk with ${where} is full. Free about 300 MB and start again. No saved data is lost.`,
  );
}

/** Remedies by the code of a system or PostgreSQL error, for failures met while starting. */
const REMEDIES: Record<string, (error: Error) => string> = {
  ENOSPC: () => diskFull("the data folder").message,
  EDQUOT: () => diskFull("the data folder").message,
  EACCES: (error) => `${error.message}. Fix the folder's permissions or set FRESHQA_DATA_DIR.`,
  EPERM: (error) => `${error.message}. Fix the folder's permissions or set FRESHQA_DATA_DIR.`,
  EROFS: (error) =>
    `${error.message}. The folder is read-only; set FRESHQA_DATA_DIR to another one.`,
  ECONNREFUSED: () =>
    "Can't connect to the database. Check that the server in DATABASE_URL is running and the host and port are correct.",
  ENOTFOUND: () => "Unknown host in DATABASE_URL. Check its name.",
  EAI_AGAIN: () => "Can't resolve the host in DATABASE_URL. Check its name and the network.",
  ETIMEDOUT: () =>
    "The database didn't respond in time. Check host, port and firewall for DATABASE_URL.",
  "28P01": () => "The database rejected the user name or password. Check DATABASE_URL.",
  "28000": (error) =>
    `The database rejected the connection (${error.message}). Check DATABASE_URL and the server's pg_hba.conf.`,
  "3D000": (error) =>
    `The ${error.message}. Create it (CREATE DATABASE …) or correct DATABASE_URL.`,
  "42501": (error) =>
    `The database user lacks a privilege (${error.message}). Grant it, or use the database's owner in DATABASE_URL.`,
  "53100": () => diskFull("the database").message,
  "57P03": () => "The database is starting up or shutting down. Try again in a moment.",
};

/** One clear line for anything that was thrown while starting; the stack only helps whoever asks for it. */
export function explain(error: unknown): string {
  if (
    error instanceof LaunchError ||
    error instanceof BadEnvironment ||
    error instanceof MigrationProblem
  )
    return oneLine(error.message);
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
