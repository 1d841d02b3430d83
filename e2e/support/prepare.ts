import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { licenseDataset } from "@/prisma/testing/licensed";
import {
  startThrowAwayServer,
  templateOn,
  type Template,
} from "@/prisma/testing/throw-away-server";
import { buildWhatChanged } from "@/lib/launcher/build";
import { progressOn } from "@/lib/launcher/progress";
import { freePort, Launch } from "./launched-server";

/** What the servers of the journeys share. */
interface Prepared {
  /** The database with the journeys’ dataset. */
  template: Template;
  /** The secret that sessions are signed with. */
  sessionSecret: string;
  /** The file of the keys that seal what is secret in the database. */
  secretKeysFile: string;
}

const PREPARED = "FRESHQA_PREPARED";

/**
 * Before any journey: builds the product as it stands, writes the journeys’ dataset once, and starts the one PostgreSQL on which each
 * file's server gets a copy of it. @returns what ends it and deletes everything
 */
export default async function prepare(): Promise<() => Promise<void>> {
  await buildWhatChanged(
    progressOn((text) => process.stdout.write(text)),
    { pages: true },
  );
  const launch = new Launch();
  const started = await launch.serve({ PORT: String(await freePort()) });
  await writeDataset(launch.databaseUrl());
  await licenseDataset(launch.databaseUrl());
  await started.stop();
  const server = await startThrowAwayServer({ root: launch.data });
  const made: Prepared = {
    template: await templateOn(server.adminUrl, "freshqa"),
    sessionSecret: readFileSync(join(launch.data, "nextauth-secret"), "utf8").trim(),
    secretKeysFile: join(launch.data, "secret-keys"),
  };
  process.env[PREPARED] = JSON.stringify(made);
  // With its data, which are those of the launch.
  return () => server.stop();
}

/** In a process of its own, as the product's programs are. */
async function writeDataset(databaseUrl: string): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "e2e/support/dataset/write-now.ts"],
    { env: { ...process.env, DATABASE_URL: databaseUrl } },
  );
}

/** What was prepared, for a worker. */
export const prepared = (): Prepared => JSON.parse(process.env[PREPARED]!) as Prepared;
