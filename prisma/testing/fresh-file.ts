// Runs before each test file. One process runs file after file, because loading packages costs it a second; what is
// ours are loaded for each file: modules and their state, environment, clock, and connections to a database of its own.
import fc from "fast-check";
import { vi } from "vitest";

const kept = globalThis as {
  __environmentOfTests?: NodeJS.ProcessEnv;
  __freshqaConnections?: { db: { $disconnect(): Promise<void> }; pool: EndablePool };
  __freshqaUnavailable?: unknown;
};
interface EndablePool {
  ended: boolean;
  end(): Promise<void>;
}

// The same examples in each run, so that a red one is of the change; `npm run test:soak` takes others, and says which.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_124) });

vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
kept.__environmentOfTests ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in kept.__environmentOfTests)) delete process.env[name];
Object.assign(process.env, kept.__environmentOfTests);

const former = kept.__freshqaConnections;
delete kept.__freshqaConnections;
delete kept.__freshqaUnavailable;
if (former) {
  await former.db.$disconnect();
  if (!former.pool.ended) await former.pool.end();
}
vi.resetModules();
