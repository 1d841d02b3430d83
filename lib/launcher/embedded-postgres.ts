import { spawn, type ChildProcess } from "node:child_process";
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DataFolder } from "./data-folder";
import { diskFull, LaunchError } from "./launch-error";
import {
  cannotStart,
  clearLeftovers,
  PASSWORD_FILE,
  prepareCluster,
  readPostmasterFile,
  SUPERUSER,
} from "./postgres-cluster";
import { postgresEnvironment } from "./postgres-environment";
import { findPostgresPrograms, type PostgresPrograms } from "./postgres-programs";
import { invokeAs, serverAccount, type ServerAccount } from "./server-account";

/** What differs from PostgreSQL's defaults, for a machine with two cores and a few gigabytes that is also used otherwise. */
const SETTINGS: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  max_wal_size: "2GB",
  wal_compression: "on",
  random_page_cost: "1.1",
  // The just-in-time compiler costs more than it saves on queries of a few milliseconds.
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_min_duration_statement: "5s",
  // What was acknowledged is on disk.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
};

export interface EmbeddedOptions {
  folder: DataFolder;
  /** Settings on top of ours; tests give up durability this way. */
  settings?: Record<string, string>;
  /** Told when the server died and when it is back. */
  onEvent?: (event: {
    kind: "died" | "restarted" | "restart-failed" | "orphan-stopped";
    detail?: string;
  }) => void;
}

/** How long a server may take to recover from a crash before we give up on it. */
const READY_TIMEOUT_MS = 120_000;
/** How long the remains of a killed server (a zombie, backends on their way out) may stand in the way. */
const RETRY_FOR_MS = 20_000;

const DATABASE = "freshqa";

/** The embedded PostgreSQL on a data folder. Whoever starts it holds the folder's lock. */
export class EmbeddedPostgres {
  private child: ChildProcess | null = null;
  private stopping = false;
  private serving = false;
  private readonly abort = new AbortController();
  private readonly programs: PostgresPrograms = findPostgresPrograms();
  private readonly account: ServerAccount | null = serverAccount();
  port = 0;

  constructor(private readonly options: EmbeddedOptions) {}

  /** The address of its database; the password is read from the data folder. */
  get url(): string {
    return embeddedUrl(this.options.folder, this.port);
  }

  /**
   * Creates the database where there is none, clears what a killed start left, starts, and keeps it running:
   * a server that dies is started again on the same port.
   * @throws LaunchError when it cannot be started, with the remedy.
   */
  async start(): Promise<void> {
    const { folder, onEvent } = this.options;
    await prepareCluster(folder, this.programs, this.account, this.abort.signal);
    if (await clearLeftovers(folder, this.programs, this.account))
      onEvent?.({ kind: "orphan-stopped" });
    rotate(folder.serverLog);
    await this.launch();
    await this.createDatabase();
    this.serving = true;
  }

  /** Stops it in order: sessions are ended, everything is written. Safe at any time, and more than once. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.abort.abort();
    const child = this.child;
    if (!child || hasEnded(child)) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    // SIGINT is "fast shutdown", SIGQUIT "immediate": the next start then replays the log.
    for (const [signal, waitMs] of [
      ["SIGINT", 30_000],
      ["SIGQUIT", 5_000],
      ["SIGKILL", 2_000],
    ] as const) {
      child.kill(signal);
      await Promise.race([ended, pause(waitMs, undefined, { ref: false })]);
      if (hasEnded(child)) return;
    }
  }

  /** One server process, ready to be asked; tries again while remains of an earlier one are in the way. */
  private async launch(): Promise<void> {
    const { folder } = this.options;
    const giveUpAt = performance.now() + RETRY_FOR_MS;
    for (;;) {
      if (this.port === 0) this.port = await freePort();
      const outcome = await this.launchOnce();
      if (outcome === "ready" || this.stopping) return;
      const problem = diagnose(outcome);
      const mayRetry = performance.now() < giveUpAt;
      if (problem === "port-taken" && mayRetry) {
        // Sessions that are open know the old port; it can change only before anyone does.
        if (!this.serving) this.port = 0;
        await pause(this.serving ? 300 : 0);
      } else if (problem === "remains" && mayRetry) {
        await pause(250);
        await clearLeftovers(folder, this.programs, this.account);
      } else if (problem === "disk-full") {
        throw diskFull(folder.root);
      } else {
        throw new LaunchError(
          `PostgreSQL did not start: ${fatalLine(outcome)} (its log is ${folder.serverLog}).`,
        );
      }
    }
  }

  /** @returns "ready", or what the server wrote before it ended. */
  private async launchOnce(): Promise<string> {
    const { folder, settings } = this.options;
    const args = ["-D", folder.cluster, "-p", String(this.port)];
    for (const [name, value] of Object.entries({ ...SETTINGS, ...settings }))
      args.push("-c", `${name}=${value}`);
    const invocation = invokeAs(this.account, this.programs.postgres, args, [folder.cluster]);
    const log = openSync(folder.serverLog, "a+", 0o600);
    try {
      const from = fstatSync(log).size;
      const child = spawn(invocation.file, invocation.args, {
        ...invocation.account,
        env: postgresEnvironment(),
        cwd: "/",
        stdio: ["ignore", log, log],
        // A session of its own: Ctrl+C in the terminal is for us; the server stops after the last request.
        detached: true,
      });
      this.child = child;
      let failure: Error | undefined;
      child.once("error", (error) => {
        failure = cannotStart(error, invocation.file);
        this.child = null;
      });
      const deadline = performance.now() + READY_TIMEOUT_MS;
      while (!failure && !hasEnded(child)) {
        const state = readPostmasterFile(folder.cluster);
        if (state?.ready && state.pid === child.pid) {
          this.watch(child);
          return "ready";
        }
        if (performance.now() > deadline) {
          child.kill("SIGQUIT");
          throw new LaunchError(
            `PostgreSQL was not ready within 2 minutes. See ${folder.serverLog}, then start again.`,
          );
        }
        await pause(20);
      }
      if (failure) throw failure;
      return readFrom(log, from);
    } finally {
      closeSync(log);
    }
  }

  /** Starts the server again whenever it ends without having been told to. */
  private watch(child: ChildProcess): void {
    const { onEvent } = this.options;
    const revive = async () => {
      if (this.stopping) return;
      onEvent?.({ kind: "died", detail: child.signalCode ?? `status ${child.exitCode}` });
      for (let wait = 200; !this.stopping; wait = Math.min(wait * 2, 5_000)) {
        try {
          await this.launch();
          if (!this.stopping) onEvent?.({ kind: "restarted" });
          else await this.stop();
          return;
        } catch (error) {
          onEvent?.({
            kind: "restart-failed",
            detail: error instanceof Error ? error.message : String(error),
          });
          await pause(wait);
        }
      }
    };
    if (hasEnded(child)) void revive();
    else child.once("exit", () => void revive());
  }

  private async createDatabase(): Promise<void> {
    if (this.stopping) return;
    const client = new pg.Client({
      connectionString: embeddedUrl(this.options.folder, this.port, "postgres"),
    });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
        DATABASE,
      ]);
      if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    } catch (error) {
      if ((error as { code?: string }).code === "28P01") {
        throw new LaunchError(
          `The password in ${join(this.options.folder.root, PASSWORD_FILE)} doesn't match the database. Restore both from the same backup.`,
        );
      }
      throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** The address of the embedded server of a data folder. */
export function embeddedUrl(folder: DataFolder, port: number, database = DATABASE): string {
  const password = readFileSync(join(folder.root, PASSWORD_FILE), "utf8").trim();
  return `postgresql://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** Why a server ended, from what it wrote. Pure. */
export function diagnose(output: string): "port-taken" | "remains" | "disk-full" | "other" {
  if (/No space left on device|Disk quota exceeded/.test(output)) return "disk-full";
  if (/Address already in use|could not create any TCP\/IP sockets/.test(output))
    return "port-taken";
  if (
    /lock file "[^"]*" already exists|pre-existing shared memory block|lock file "[^"]*" is empty/.test(
      output,
    )
  )
    return "remains";
  return "other";
}

function fatalLine(output: string): string {
  const lines = output.trim().split("\n");
  const line =
    lines.findLast((text) => /FATAL|PANIC|invalid binary|error/i.test(text)) ?? lines.at(-1);
  return line?.replace(/^.*?(FATAL|PANIC|LOG|ERROR):\s*/, "").trim() || "it gave no reason";
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function readFrom(file: number, position: number): string {
  const length = Math.min(Math.max(0, fstatSync(file).size - position), 64 * 1024);
  const buffer = Buffer.alloc(length);
  readSync(file, buffer, 0, length, position);
  return buffer.toString("utf8");
}

function rotate(file: string): void {
  if (existsSync(file) && statSync(file).size > 10 * 1024 * 1024) renameSync(file, `${file}.1`);
}

/** A free loopback port below the range that systems give to outgoing connections, where it would soon be taken. */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new LaunchError(
    "No free port for the database on 127.0.0.1. Set DATABASE_URL to use your own server.",
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1" }, () => probe.close(() => resolve(true)));
  });
}
