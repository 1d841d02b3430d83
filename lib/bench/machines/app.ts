import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { environmentForPrograms } from "@/lib/platform/env";
import type { Cluster } from "./cluster";

const SECRET = "only for the trial on several machines";

/** One process of the product, beside others on the same database. */
export class App {
  private child: ChildProcess | null = null;

  constructor(
    private readonly cluster: Cluster,
    private readonly port: number,
  ) {}

  async start(): Promise<void> {
    const child = spawn(process.execPath, ["lib/launcher/start.mjs"], {
      env: environmentForPrograms({
        DATABASE_URL: this.cluster.url,
        DATABASE_DIRECT_URL: this.cluster.directUrl,
        DATABASE_REPLICA_URL: this.cluster.replicaUrl,
        NEXTAUTH_SECRET: SECRET,
        NEXTAUTH_URL: `http://localhost:${this.cluster.webPort}`,
        TRUSTED_PROXIES: "1",
        HOST: "127.0.0.1",
        PORT: String(this.port),
        LOG_LEVEL: "warn",
      }),
      stdio: ["ignore", "pipe", openSync(join(this.cluster.data, `app-${this.port}.log`), "a")],
    });
    this.child = child;
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout!.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes("Ready after")) resolve();
      });
      child.once("exit", (status) => reject(new Error(`The app ended with ${status}.\n${said}`)));
    });
  }

  /** Ends it as `kill -9` does. */
  kill(): void {
    this.child?.kill("SIGKILL");
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }
}

/** The cookie of a person's session, which each process reads alike. */
export async function cookieOf(userId: number): Promise<string> {
  const token = await encode({
    token: { userId, sessionVersion: 1 },
    secret: SECRET,
    maxAge: 3_600,
  });
  return `next-auth.session-token=${token}`;
}
