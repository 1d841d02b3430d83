import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { dataFolder } from "@/lib/launcher/data-folder";
import { embeddedUrl } from "@/lib/launcher/embedded-postgres";
import { currentHolder } from "@/lib/launcher/folder-lock";
import { withOwnClient } from "@/lib/platform/own-client";

/** How long the product may take until it serves again. */
const READY_WITHIN_MS = 120_000;

/** The product with its own PostgreSQL on a folder, and a second worker: started, killed, and started again. */
export class Product {
  private port = 0;
  private server: ChildProcess | undefined;
  private worker: ChildProcess | undefined;
  private url = "";
  /** The last lines that the server wrote, for whoever looks for a fault's reason. */
  said = "";

  constructor(
    readonly data: string,
    private readonly env: Record<string, string> = {},
  ) {
    mkdirSync(data, { recursive: true });
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  get databaseUrl(): string {
    return this.url;
  }

  get secret(): string {
    return readFileSync(join(this.data, "nextauth-secret"), "utf8").trim();
  }

  async start(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    const child = spawn(process.execPath, ["lib/launcher/start.mjs"], {
      env: this.environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.server = child;
    const keep = (chunk: Buffer) => (this.said = (this.said + chunk.toString()).slice(-20_000));
    child.stderr.on("data", keep);
    let output = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", (chunk: Buffer) => {
        keep(chunk);
        output += chunk.toString();
        if (output.includes("Ready after")) resolve();
      });
      child.once("exit", (status, signal) =>
        signal === "SIGKILL"
          ? resolve()
          : reject(new Error(`The server ended with ${status ?? signal}.\n${this.said}`)),
      );
    });
    const folder = dataFolder(this.data);
    const port = (await currentHolder(folder.lock))?.databasePort;
    if (port !== undefined) this.url = embeddedUrl(folder, port);
  }

  /** `npm run worker`, beside the server's own. */
  startWorker(): void {
    this.worker = spawn(process.execPath, ["lib/launcher/run.mjs", "worker-now"], {
      env: this.environment(),
      stdio: "ignore",
    });
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      FRESHQA_DATA_DIR: this.data,
      FRESHQA_SEED: "none",
      PORT: String(this.port),
      HOST: "",
      DATABASE_URL: "",
      NEXTAUTH_URL: "",
      NEXTAUTH_SECRET: "",
      LOG_LEVEL: "error",
      ...this.env,
    };
  }

  async killServer(): Promise<void> {
    await killed(this.server);
  }

  async killWorker(): Promise<void> {
    await killed(this.worker);
    this.worker = undefined;
  }

  /** The postmaster: its sessions find out by themselves and end. */
  killPostgres(): void {
    try {
      const file = readFileSync(join(this.data, "postgres", "postmaster.pid"), "utf8");
      process.kill(Number(file.split("\n")[0]), "SIGKILL");
    } catch {
      // It is not up: it was killed while it started.
    }
  }

  /** One session at work, which has PostgreSQL end all others and recover. */
  async killSession(chance: () => number): Promise<void> {
    const pids = await withOwnClient(this.url, async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY (state = 'active' OR xact_start IS NOT NULL) DESC, pid LIMIT 3",
      );
      return rows.map(({ pid }) => pid);
    });
    const pid = pids[Math.floor(chance() * pids.length)];
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  }

  /** Waits until requests are served. @returns how long that took, or null where it did not happen in time. */
  async ready(): Promise<number | null> {
    const begin = performance.now();
    while (performance.now() - begin < READY_WITHIN_MS) {
      const good = await fetch(`${this.origin}/api/health/ready`, {
        signal: AbortSignal.timeout(5_000),
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (good) return performance.now() - begin;
      await pause(50);
    }
    return null;
  }

  /** Ends it as a service manager would. */
  async stop(): Promise<void> {
    await this.killWorker();
    const { server } = this;
    if (server && !over(server)) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
    }
  }
}

const over = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function killed(child: ChildProcess | undefined): Promise<void> {
  if (!child || over(child)) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
