import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A data folder of its own, and what is needed to start and hurt servers on it. */
export class Launch {
  private readonly runs: Started[] = [];

  constructor(readonly data = mkdtempSync(join(tmpdir(), "freshqa-launch-"))) {}

  /** Starts the product as `npm start` does, and waits until it serves or has ended. */
  async start(env: Record<string, string> = {}): Promise<Started> {
    const child = spawn(process.execPath, ["lib/launcher/start.mjs"], {
      env: {
        ...process.env,
        FRESHQA_DATA_DIR: this.data,
        FRESHQA_SEED: "none",
        LOG_LEVEL: "warn",
        DATABASE_URL: "",
        HOST: "",
        NEXTAUTH_URL: "",
        NEXTAUTH_SECRET: "",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const started = new Started(child);
    this.runs.push(started);
    await started.settled;
    return started;
  }

  /** As start(), for whoever wants it to serve. @throws with what it said, when it does not */
  async serve(env: Record<string, string>): Promise<Started> {
    const started = await this.start(env);
    if (!started.output.includes("Ready after"))
      throw new Error(`The workbench did not start: ${started.errors}`);
    return started;
  }

  /** The process number of the PostgreSQL that serves the folder. */
  postgresPid(): number {
    return Number(
      readFileSync(join(this.data, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
    );
  }

  /** The address of its database, for looking into it from outside. */
  databaseUrl(): string {
    const holder = JSON.parse(
      readFileSync(
        join(this.data, "lock", readdirSync(join(this.data, "lock")).sort().at(-1)!),
        "utf8",
      ),
    );
    const password = readFileSync(join(this.data, "postgres-password"), "utf8").trim();
    return `postgresql://freshqa:${password}@127.0.0.1:${holder.databasePort}/freshqa`;
  }

  /** Ends whatever still runs, and deletes the folder. @throws where a server left a rejection to nobody */
  async clean(): Promise<void> {
    for (const { child } of this.runs)
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await Promise.all(this.runs.map(({ ended }) => ended));
    try {
      // Left over when a test failed between kill and restart.
      process.kill(this.postgresPid(), "SIGQUIT");
    } catch {
      // It had ended in order.
    }
    rmSync(this.data, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    for (const run of this.runs) run.leavesNothing();
  }
}

/** How Next begins to tell of a rejection that nobody handles; it keeps the process alive, which any other would not. */
const UNHANDLED = "unhandledRejection:";

/** One run of the product: what it said, and how it ended. */
export class Started {
  output = "";
  errors = "";
  private told = 0;
  /** Resolves when it serves, or has ended. */
  readonly settled: Promise<void>;
  readonly ended: Promise<number | NodeJS.Signals | null>;

  constructor(readonly child: ChildProcess) {
    this.ended = new Promise((resolve) =>
      child.once("exit", (status, signal) => resolve(status ?? signal)),
    );
    this.settled = new Promise((resolve) => {
      child.stdout!.on("data", (chunk) => {
        this.output += chunk;
        if (this.output.includes("Ready after")) resolve();
      });
      child.stderr!.on("data", (chunk) => (this.errors += chunk));
      void this.ended.then(() => resolve());
    });
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** @throws where it left a rejection to nobody since this was asked last: the journey after it did nothing wrong */
  leavesNothing(): void {
    const at = this.errors.indexOf(UNHANDLED, this.told);
    this.told = this.errors.length;
    if (at >= 0)
      throw new Error(`Nobody handled a rejection: ${this.errors.slice(at, at + 2_000)}`);
  }

  /** Ends it as a service manager would, and returns the exit status. */
  async stop(): Promise<number | NodeJS.Signals | null> {
    this.child.kill("SIGTERM");
    return this.ended;
  }
}

/** A loopback port that no one uses at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
