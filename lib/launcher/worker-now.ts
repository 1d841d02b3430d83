// `npm run worker`: works on jobs in a process of its own, beside the server or without one, on its database.
import { withOwnClient } from "@/lib/platform/own-client";
import { openDatabase, type DatabaseAccess } from "./database-access";
import { explain } from "./launch-error";

/** npm passes Ctrl+C on to a process that the terminal has told already: both count as one. */
const SAME_SIGNAL_MS = 1_000;
const ASK_SERVER_MS = 5_000;
/** A server restarts a database that died within seconds. */
const GONE_MS = 30_000;

async function main(): Promise<void> {
  const access = await openDatabase({ signals: false });
  // They connect to the database that is known by now.
  const [{ startWorker }, { disconnect }] = await Promise.all([
    import("@/lib/runs/worker/worker"),
    import("@/lib/platform/db"),
  ]);
  const worker = startWorker("worker");
  process.stdout.write("Working on jobs. Press Ctrl+C to stop.\n");
  const stop = async () => {
    await worker.stop();
    await disconnect();
    await access.close();
  };
  stopOnSignals(stop, access);
  if (access.source === "server") endWithServer(access.url);
}

/** The database of a server goes with it; the next one has another port. */
function endWithServer(url: string): void {
  let lastAnswer = performance.now();
  setInterval(() => {
    withOwnClient(url, (client) => client.query("SELECT 1"), ASK_SERVER_MS).then(
      () => {
        lastAnswer = performance.now();
      },
      () => {
        if (performance.now() - lastAnswer < GONE_MS) return;
        process.stderr.write("The server and its database stopped. Start this worker again.\n");
        process.exit(1);
      },
    );
  }, ASK_SERVER_MS).unref();
}

function stopOnSignals(stop: () => Promise<void>, { source }: DatabaseAccess): void {
  let firstAt: number | null = null;
  const onSignal = () => {
    if (firstAt !== null) {
      if (performance.now() - firstAt < SAME_SIGNAL_MS) return;
      process.stdout.write("Forced stop; other workers take over within a minute.\n");
      process.exit(1);
    }
    firstAt = performance.now();
    process.stdout.write(
      `Stopping: finishing open calls${source === "own" ? " and the database" : ""}; press Ctrl+C again to force quit …\n`,
    );
    stop().then(
      () => {
        process.stdout.write("Stopped.\n");
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

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
