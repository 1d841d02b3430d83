import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { openDatabase } from "@/lib/launcher/database-access";
import { provideEnvironment } from "@/lib/platform/env";

/** The product itself, started as `npm start` does on a data folder of its own, and signed in to as a maintainer. */
export class ServedProduct {
  readonly data = mkdtempSync(join(tmpdir(), "freshqa-bench-"));
  private child: ChildProcess | undefined;
  private cookie = "";
  private address = "";
  private peak = 0;
  private watch: NodeJS.Timeout | undefined;

  /** @param settings further variables of its environment */
  constructor(private readonly settings: Readonly<Record<string, string>> = {}) {}

  async start(): Promise<void> {
    const port = await freePort();
    this.address = `http://localhost:${port}`;
    this.child = spawn(process.execPath, ["lib/launcher/start.mjs"], {
      env: {
        ...process.env,
        FRESHQA_DATA_DIR: this.data,
        FRESHQA_SEED: "none",
        PORT: String(port),
        HOST: "",
        DATABASE_URL: "",
        NEXTAUTH_URL: "",
        NEXTAUTH_SECRET: "",
        LOG_LEVEL: "error",
        ...this.settings,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    await new Promise<void>((resolve, reject) => {
      this.child!.stdout!.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes("Ready after")) resolve();
      });
      this.child!.once("exit", (status) =>
        reject(new Error(`The product ended with ${status} before it served.\n${said}`)),
      );
    });
    this.cookie = await this.signIn("carlos@freshqa.example");
  }

  /** Signs a sample account in. @returns the cookies of its session. */
  async signIn(email: string, password = "freshqa-sample"): Promise<string> {
    const csrf = await fetch(`${this.address}/api/auth/csrf`);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const cookies = cookiesOf(csrf);
    const answer = await fetch(`${this.address}/api/auth/callback/credentials`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: cookies, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    });
    const all = `${cookies}; ${cookiesOf(answer)}`;
    if (!all.includes("session-token")) throw new Error(`Signing in failed: ${answer.status}`);
    return all;
  }

  /** Its process, whose children are the database's. */
  get pid(): number {
    return this.child!.pid!;
  }

  /** Where it is served. */
  get origin(): string {
    return this.address;
  }

  /** Signs a browser in. @param cookie a session; without one, that of this process. */
  async signInTo(page: Page, cookie = this.cookie): Promise<void> {
    await page.context().addCookies(
      cookie.split("; ").map((pair) => ({
        name: pair.slice(0, pair.indexOf("=")),
        value: pair.slice(pair.indexOf("=") + 1),
        url: this.address,
      })),
    );
  }

  /** A request with the session's cookie; a status that is no success is an error. */
  async fetch(path: string, init: RequestInit & { duplex?: "half" } = {}): Promise<Response> {
    const answer = await fetch(this.address + path, {
      ...init,
      headers: { ...init.headers, cookie: this.cookie },
    });
    if (!answer.ok)
      throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    return answer;
  }

  /** Begins to watch the memory of the server's process; what it holds at this moment counts as nothing. */
  watchMemory(): () => { startMb: number; peakMb: number } {
    const start = this.memory();
    this.peak = start;
    this.watch = setInterval(() => (this.peak = Math.max(this.peak, this.memory())), 50);
    return () => {
      clearInterval(this.watch);
      return { startMb: start, peakMb: this.peak };
    };
  }

  /** Resident memory of the server in MB, from /proc; NaN where there is none. */
  private memory(): number {
    try {
      return (
        Number(
          /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child!.pid}/status`, "utf8"))?.[1] ??
            NaN,
        ) / 1024
      );
    } catch {
      return NaN;
    }
  }

  /** The address of its database, while it runs. */
  async databaseUrl(): Promise<string> {
    provideEnvironment({ FRESHQA_DATA_DIR: this.data });
    const database = await openDatabase();
    await database.close();
    return database.url;
  }

  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.data, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  /** Ends it, and leaves its data for the next start. */
  async halt(): Promise<void> {
    const { child } = this;
    if (child && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    }
  }
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** What an item measures on. */
export interface Bench {
  product: ServedProduct;
  client: pg.Client;
  databaseUrl: string;
  /** Questions of the dataset. */
  rows: number;
}
