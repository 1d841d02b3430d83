import { now } from "@/lib/platform/clock";
import {
  environment,
  isLoopback,
  loadEnvironmentFile,
  provideEnvironment,
  servesThisMachineOnly,
  type Environment,
} from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { applyMigrations } from "@/lib/platform/migrations";
import { buildWhatChanged, PAGES } from "./build";
import { readCompressed, sendCompressed } from "./compressed-scripts";
import {
  dataFolder,
  keptSecret,
  keptSeed,
  prepareDataFolder,
  provideSecretKeys,
  type DataFolder,
} from "./data-folder";
import { checkDatabase, countSampleAccounts } from "./database-url";
import { EmbeddedPostgres } from "./embedded-postgres";
import { FolderHeld, FolderLock, type Holder } from "./folder-lock";
import { checkListenAddress, HttpServer, type RequestHandler } from "./http-server";
import { explain, LaunchError } from "./launch-error";
import { rejectUnknownHosts } from "./loopback";
import { progressOn, type Progress } from "./progress";
import { seedDatabase, type SampleAccount } from "./seed-database";

/** How long requests under way may take to finish once we were told to stop. */
const GRACE_MS = 10_000;
/** npm passes Ctrl+C on to a process that the terminal has told already: both count as one. */
const SAME_SIGNAL_MS = 1_000;

export type Mode = "production" | "development";

/** What was started and has to be ended, in the order of its start. */
class Running {
  lock: FolderLock | null = null;
  postgres: EmbeddedPostgres | null = null;
  http: HttpServer | null = null;
  closePages: (() => Promise<void>) | null = null;
  stopServices: (() => Promise<void>) | null = null;
  readonly abort = new AbortController();

  /** Ends everything in order; each part is tried even when another fails. */
  async stop(): Promise<void> {
    this.abort.abort();
    // An email or a call to a model under way is finished, and not left in doubt.
    const services = Promise.race([
      this.stopServices?.().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref()),
    ]);
    const unfinished = (await this.http?.stop(GRACE_MS))?.unfinished ?? 0;
    if (unfinished > 0) log().warn({ unfinished }, "requests cut off at the end");
    await services;
    await Promise.race([
      this.closePages?.().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, 2_000).unref()),
    ]);
    await this.postgres?.stop();
    this.lock?.release();
  }
}

/** Starts the product, and ends it on SIGTERM or Ctrl+C. Returns when it serves; failures end the process with 1. */
export async function main(mode: Mode): Promise<void> {
  const running = new Running();
  const progress = progressOn((text) => process.stdout.write(text));
  stopOnSignals(running, progress);
  try {
    loadEnvironmentFile();
    await start(mode, running, progress);
  } catch (error) {
    // A stop that was asked for makes whatever is under way fail; the signal's handler ends the process.
    if (running.abort.signal.aborted) return;
    process.stderr.write(`${explain(error)}\n`);
    if (wantsDetails()) process.stderr.write(`${(error as Error).stack}\n`);
    await running.stop().catch(() => {});
    process.exit(1);
  }
}

async function start(mode: Mode, running: Running, progress: Progress): Promise<void> {
  const begin = performance.now();
  const env = environment();
  const loopback = isLoopback(env.HOST);
  const address = `http://${loopback ? "localhost" : env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST}:${env.PORT}`;
  const embedded = env.DATABASE_URL === undefined ? dataFolder() : null;
  progress.say("FreshQA Workbench");

  if (embedded) {
    prepareDataFolder(embedded);
    running.lock = await takeLock(embedded, env.NEXTAUTH_URL ?? address);
  } else if (!env.NEXTAUTH_SECRET) {
    throw new LaunchError(
      "NEXTAUTH_SECRET is missing. Set it to a long random text (for example from `openssl rand -base64 32`) and keep it; sessions are signed with it.",
    );
  }
  await checkListenAddress(env.HOST, env.PORT);
  provideEnvironment({
    NODE_ENV: mode,
    NEXTAUTH_URL:
      env.NEXTAUTH_URL ??
      (env.HOST === "0.0.0.0" || env.HOST === "::" ? `http://localhost:${env.PORT}` : address),
    NEXTAUTH_SECRET: env.NEXTAUTH_SECRET ?? keptSecret(embedded!, "nextauth-secret"),
  });
  if (embedded) provideSecretKeys(embedded);
  goOn(running);

  const { signal } = running.abort;
  await buildWhatChanged(progress, { pages: false, signal });
  // Takes longest, and needs no database: beside all that is done there.
  const pages = mode === "production" && buildWhatChanged(progress, { pages: true, signal });
  if (pages) pages.catch(() => {}); // it is waited for below, and ends with the rest when that fails
  // No one else uses a database that we start, until the command line is let in.
  const aloneSince = embedded ? now() : null;
  const databaseUrl = embedded
    ? await startEmbedded(embedded, running, progress)
    : env.DATABASE_URL!;
  provideEnvironment({ DATABASE_URL: databaseUrl });
  goOn(running);
  const { pooled } = await checkDatabase(databaseUrl);
  if (pooled && env.DATABASE_DIRECT_URL === undefined)
    progress.say(
      "  DATABASE_URL goes through a pooler: also set DATABASE_DIRECT_URL, past it (docs/deployment.md)",
    );
  const applied = await progress.step("Checking the database", () =>
    applyMigrations(env.DATABASE_DIRECT_URL ?? databaseUrl),
  );
  if (applied.length > 0) progress.say(`  applied ${applied.join(", ")}`);
  const accounts = embedded ? await prepareAccounts(embedded, env, databaseUrl, progress) : [];
  goOn(running);
  // From here on the command line may use this server's database.
  running.lock?.update({ databasePort: running.postgres?.port });

  await pages;
  goOn(running);
  const startServices = await loadServices(aloneSince);
  running.http = await serve(mode, env, running, progress);
  running.stopServices = startServices();
  progress.say(closing(env.NEXTAUTH_URL ?? address, accounts, (performance.now() - begin) / 1000));
}

/** Between two steps of the start: ends it when a stop was asked for. */
function goOn(running: Running): void {
  running.abort.signal.throwIfAborted();
}

async function takeLock(folder: DataFolder, address: string): Promise<FolderLock> {
  try {
    return await FolderLock.take(folder.lock, "server", { address });
  } catch (error) {
    if (error instanceof FolderHeld) throw new LaunchError(explainHolder(error.holder, folder));
    throw error;
  }
}

function explainHolder(holder: Holder, folder: DataFolder): string {
  if (holder.purpose === "server") {
    return `The data in ${folder.root} is in use by process ${holder.pid}, which serves ${holder.address ?? "it"}. Use that server, stop it, or set FRESHQA_DATA_DIR for a second one. Nothing was changed.`;
  }
  return `The data in ${folder.root} is in use by process ${holder.pid} (a freshqa command). Wait until it finishes, then start again. Nothing was changed.`;
}

async function startEmbedded(
  folder: DataFolder,
  running: Running,
  progress: Progress,
): Promise<string> {
  const postgres = new EmbeddedPostgres({
    folder,
    onEvent: ({ kind, detail }) => {
      if (kind === "orphan-stopped") progress.say("  stopped a leftover database server");
      else if (kind === "restarted") log().info("database server restarted");
      else
        log().error(
          { detail },
          kind === "died"
            ? "database server stopped unexpectedly; restarting"
            : "database server could not be restarted",
        );
    },
  });
  running.postgres = postgres;
  await progress.step(`Starting PostgreSQL in ${folder.root}`, () => postgres.start());
  return postgres.url;
}

/** Sample accounts, whose passwords are printed, belong on a server that only this machine reaches. */
async function prepareAccounts(
  folder: DataFolder,
  env: Environment,
  databaseUrl: string,
  progress: Progress,
): Promise<SampleAccount[]> {
  if (servesThisMachineOnly(env)) {
    const questions = (env.FRESHQA_SEED ?? keptSeed(folder)) === "sample";
    return progress.step(
      "Preparing the sample accounts" + (questions ? " and questions" : ""),
      () => seedDatabase({ questions }),
    );
  }
  const count = await countSampleAccounts(databaseUrl);
  if (count > 0) {
    const [what, remedy] = isLoopback(env.HOST)
      ? [`NEXTAUTH_URL=${env.NEXTAUTH_URL}`, "leave NEXTAUTH_URL unset"]
      : [`HOST=${env.HOST}`, "leave HOST at 127.0.0.1"];
    throw new LaunchError(
      `${what} exposes the server to the network while ${count} sample accounts with known passwords are active. Deactivate them under Members, ${remedy}, or use your own database (DATABASE_URL).`,
    );
  }
  return [];
}

async function serve(
  mode: Mode,
  env: Environment,
  running: Running,
  progress: Progress,
): Promise<HttpServer> {
  return progress.step("Starting the server", async () => {
    const { default: next } = await import("next");
    const pages = next({
      dev: mode === "development",
      dir: process.cwd(),
      hostname: env.HOST,
      port: env.PORT,
    });
    running.closePages = () => pages.close();
    await pages.prepare();
    const handlePage = pages.getRequestHandler();
    const page: RequestHandler = (request, response) => handlePage(request, response);
    const answer = mode === "production" ? sendCompressed(readCompressed(PAGES), page) : page;
    // Whoever names an address of their own has something in front of us; then the names are theirs to check.
    const handler =
      isLoopback(env.HOST) && env.NEXTAUTH_URL === undefined
        ? rejectUnknownHosts(env.PORT, answer)
        : answer;
    // Live reload needs no word from us: Next listens for it on the server of the first request.
    const http = new HttpServer({
      host: env.HOST,
      port: env.PORT,
      handler,
      log: log(),
      trustedProxies: env.TRUSTED_PROXIES,
      ...(env.NEXTAUTH_URL !== undefined && { address: env.NEXTAUTH_URL }),
    });
    goOn(running);
    await http.listen();
    return http;
  });
}

/**
 * What works for as long as the server runs: sends notices, works on jobs, seals what only grows, and clears up behind
 * processes that were killed. Loaded now, as it connects to the database that is known by now, and with connections of its own: the pages bring their own client.
 */
async function loadServices(aloneSince: Date | null): Promise<() => () => Promise<void>> {
  const [
    { startNotices },
    { NOTICE_KINDS },
    { notifyDueAnswers },
    { startClearing },
    { startWorker },
    { disconnect, pinConnections },
    { endLive },
    { startSealing },
  ] = await Promise.all([
    import("@/lib/people/notifications/service"),
    import("@/lib/home/inbox/kinds"),
    import("@/lib/dataset/schedule/writes"),
    import("./clearing"),
    import("@/lib/runs/worker/worker"),
    import("@/lib/platform/db"),
    import("@/lib/platform/live/hub"),
    import("@/lib/platform/seals/sealing"),
  ]);
  pinConnections();
  return () => {
    const worker = startWorker("server");
    const stops = [
      startNotices(NOTICE_KINDS, notifyDueAnswers),
      startClearing(aloneSince),
      startSealing(),
      worker.stop,
    ];
    return async () => {
      // A stream of events is a request that never ends by itself.
      await Promise.all([endLive(), ...stops.map((stop) => stop())]);
      await disconnect();
    };
  };
}

function closing(address: string, accounts: SampleAccount[], seconds: number): string {
  const lines = ["", `Ready after ${seconds.toFixed(1)} s: ${address}`];
  if (accounts.length > 0) {
    const width = Math.max(...accounts.map((account) => account.email.length));
    lines.push("", "Sample accounts (this machine only):");
    for (const { email, password, roles } of accounts)
      lines.push(`  ${email.padEnd(width)}  ${password}${roles ? `  ${roles.join(", ")}` : ""}`);
  }
  return [...lines, "", "Press Ctrl+C to stop.", ""].join("\n");
}

function stopOnSignals(running: Running, progress: Progress): void {
  let firstAt: number | null = null;
  const onSignal = () => {
    if (firstAt !== null) {
      if (performance.now() - firstAt < SAME_SIGNAL_MS) return;
      progress.say("Forced stop; the database recovers on the next start.");
      process.exit(1);
    }
    firstAt = performance.now();
    progress.say("Stopping: finishing open requests; press Ctrl+C again to force quit …");
    running.stop().then(
      () => {
        progress.say("Stopped.");
        process.exit(0);
      },
      (error: unknown) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
}

function wantsDetails(): boolean {
  try {
    return ["debug", "trace"].includes(environment().LOG_LEVEL);
  } catch {
    return false;
  }
}
