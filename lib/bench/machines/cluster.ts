import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { withOwnClient } from "@/lib/platform/own-client";

const BIN = ["17", "16", "15", "14"]
  .map((major) => `/usr/lib/postgresql/${major}/bin`)
  .find((path) => existsSync(path));
const NAME = "freshqa";

/** What an acknowledged write waits for: the primary's disk alone, or the replica's replay too. */
export type Replication = "async" | "sync";

/**
 * A primary and its streaming replica, PgBouncer in transaction mode and HAProxy, as Debian packages them, all on this
 * machine. HAProxy sends whoever asks for the database to the primary and, once that is gone, to the replica; and web
 * requests to whichever app is ready.
 */
export class Cluster {
  private readonly folder = mkdtempSync("/tmp/freshqa-machines-");
  private readonly children: ChildProcess[] = [];
  private readonly uid = Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" }));
  private ports: Record<
    "primary" | "replica" | "pooler" | "database" | "web" | "appA" | "appB",
    number
  > = { primary: 0, replica: 0, pooler: 0, database: 0, web: 0, appA: 0, appB: 0 };

  constructor(private readonly replication: Replication) {
    if (BIN === undefined)
      throw new Error("No PostgreSQL: apt-get install postgresql pgbouncer haproxy");
  }

  /** Through the pooler. */
  get url(): string {
    return this.urlOf("pooler");
  }
  /** Past it: to the primary, or to whoever took its place. */
  get directUrl(): string {
    return this.urlOf("database");
  }
  get replicaUrl(): string {
    return this.urlOf("replica");
  }
  get webPort(): number {
    return this.ports.web;
  }
  get appPorts(): [number, number] {
    return [this.ports.appA, this.ports.appB];
  }
  get data(): string {
    return this.folder;
  }

  async start(): Promise<void> {
    for (const name of Object.keys(this.ports) as (keyof typeof this.ports)[])
      this.ports[name] = await freePort();
    chownSync(this.folder, this.uid, -1);
    const [primary, replica] = [join(this.folder, "primary"), join(this.folder, "replica")];
    this.asPostgres("initdb", [
      "-D",
      primary,
      "-U",
      NAME,
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
    ]);
    await this.postgres("primary", []);
    await withOwnClient(this.urlOf("primary", "postgres"), (client) =>
      client.query(`CREATE DATABASE ${NAME}`),
    );
    const source = `host=127.0.0.1 port=${this.ports.primary} user=${NAME} application_name=replica`;
    this.asPostgres("pg_basebackup", [
      "-D",
      replica,
      "-R",
      "-X",
      "stream",
      "-c",
      "fast",
      "-d",
      source,
    ]);
    await this.postgres("replica", []);
    if (this.replication === "sync") {
      // Of this server alone, not of the files that the replica copied: promoted, it has no one to wait for.
      await withOwnClient(this.urlOf("primary"), async (client) => {
        await client.query("ALTER SYSTEM SET synchronous_commit = remote_apply");
        await client.query("ALTER SYSTEM SET synchronous_standby_names = 'replica'");
        await client.query("SELECT pg_reload_conf()");
      });
    }
    this.startPooler();
    this.startProxy();
    await this.answers(this.url);
    await this.answers(this.directUrl);
  }

  /** Ends the primary's processes at once, as a machine that fails does. */
  killPrimary(): void {
    this.asPostgres("pg_ctl", ["stop", "-D", join(this.folder, "primary"), "-m", "immediate"]);
  }

  /** Makes the replica the primary. @returns when it took its first write */
  async promote(): Promise<void> {
    await withOwnClient(this.replicaUrl, (client) => client.query("SELECT pg_promote(true, 30)"));
  }

  /** How far the replica is behind, in bytes of log and by its replay; null where it does not stream. */
  async lag(): Promise<{ state: string; sync: string; bytes: number } | null> {
    const { rows } = await withOwnClient(this.urlOf("primary"), (client) =>
      client.query<{ state: string; sync: string; bytes: number }>(
        "SELECT state, sync_state AS sync, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 AS bytes FROM pg_stat_replication",
      ),
    );
    return rows[0] ?? null;
  }

  async stop(): Promise<void> {
    for (const child of this.children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      await Promise.race([ended, pause(5_000, undefined, { ref: false })]);
      child.kill("SIGQUIT");
      await Promise.race([ended, pause(2_000, undefined, { ref: false })]);
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  private urlOf(port: keyof Cluster["ports"], database = NAME): string {
    return `postgresql://${NAME}@127.0.0.1:${this.ports[port]}/${database}`;
  }

  private async postgres(name: "primary" | "replica", settings: readonly string[]): Promise<void> {
    const args = ["-D", join(this.folder, name), "-p", String(this.ports[name])];
    for (const setting of [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "max_connections=80",
      "shared_buffers=128MB",
      "log_min_messages=fatal",
      ...settings,
    ])
      args.push("-c", setting);
    this.spawn(`${BIN}/postgres`, args, name);
    await this.answers(this.urlOf(name, "postgres"));
  }

  private startPooler(): void {
    const folder = this.subfolder("pgbouncer");
    writeFileSync(join(folder, "users"), `"${NAME}" ""\n`);
    writeFileSync(
      join(folder, "pgbouncer.ini"),
      `[databases]
${NAME} = host=127.0.0.1 port=${this.ports.database} dbname=${NAME} connect_query='SET jit = off'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${this.ports.pooler}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users")}
pool_mode = transaction
default_pool_size = 15
max_client_conn = 200
server_login_retry = 1
query_wait_timeout = 15
log_connections = 0
log_disconnections = 0
`,
    );
    this.spawn("/usr/sbin/pgbouncer", [join(folder, "pgbouncer.ini")], "pgbouncer");
  }

  private startProxy(): void {
    const folder = this.subfolder("haproxy");
    const { primary, replica, database, web, appA, appB } = this.ports;
    writeFileSync(
      join(folder, "haproxy.cfg"),
      `defaults
  timeout connect 1s
  timeout client 10m
  timeout server 10m
listen database
  mode tcp
  bind 127.0.0.1:${database}
  default-server check inter 300ms fall 2 rise 2 on-marked-down shutdown-sessions
  server primary 127.0.0.1:${primary}
  server replica 127.0.0.1:${replica} backup
listen web
  mode http
  bind 127.0.0.1:${web}
  option httpchk GET /api/health/ready
  option redispatch
  retries 2
  default-server check inter 500ms fall 2 rise 1
  server a 127.0.0.1:${appA}
  server b 127.0.0.1:${appB}
`,
    );
    this.spawn("/usr/sbin/haproxy", ["-f", join(folder, "haproxy.cfg")], "haproxy");
  }

  private subfolder(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path);
    chownSync(path, this.uid, -1);
    return path;
  }

  /** A program of the cluster, under the account postgres: its log is beside its data. */
  private spawn(file: string, args: readonly string[], name: string): void {
    const log = openSync(join(this.folder, `${name}.log`), "a");
    this.children.push(
      spawn(file, args, { uid: this.uid, cwd: "/", detached: true, stdio: ["ignore", log, log] }),
    );
  }

  private asPostgres(program: string, args: readonly string[]): void {
    execFileSync(`${BIN}/${program}`, args, {
      uid: this.uid,
      cwd: "/",
      stdio: ["ignore", "ignore", "inherit"],
    });
  }

  private async answers(url: string): Promise<void> {
    for (let tries = 100; ; tries--) {
      try {
        return void (await withOwnClient(url, (client) => client.query("SELECT 1"), 1_000));
      } catch (error) {
        if (tries === 0) throw error;
        await pause(100);
      }
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
