// `npm run worker`: works on jobs in a process of its own, beside the server or without one, on its database.
import { openDatabase, type DatabaseAccess } from "./database-access";
import { explain } from "./launch-error";

/** npm passes Ctrl+C on to a process that the terminal has told already: both count as one. */
const SAME_SIGNAL_MS = 1_000;

async function main(): Promise<void> {
  const access = await openDatabase({ signals: false });
  // They connect to the database that is known by now.
  const [{ startWorker }, { disconnect }] = await Promise.all([
    import("@/lib/runs/worker/worker"),
    import("@/lib/platform/db"),
  ]);
  const worker = startWorker("worker");
  process.stdout.write("Working on jobs. Press Ctrl+C to stop.\n");
  stopOnSignals(async () => {
    await worker.stop();
    await disconnect();
    await access.close();
  }, access);
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
