import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  DEFAULT_MAX_INFLATED,
  DEFAULT_MAX_ROWS,
  fileError,
  type Finding,
  type ReadOptions,
} from "@/lib/dataset/file-formats/release-file";
import { UnreadableLog, type LogItem } from "./run-log";

/** What the thread decodes, within which limits. */
export interface ParquetJob {
  path: string;
  maxRows: number;
  maxInflated: number;
}

/** What the thread answers each time that it is asked. */
export interface ParquetAnswer {
  items: LogItem[];
  done: boolean;
  /** Why there is no more of it. */
  unreadable?: Finding;
}

/** From where the server runs; threads are started from a file, which no build may pack away. */
const THREAD = ["lib", "runs", "logs", "parquet-thread.mjs"];
/** Of the thread, in megabytes; a group of rows within the limits of decodeParquetLog needs less. */
const MAX_MEMORY_MB = 2_048;

/**
 * Reads LightEval's details, batch by batch, in a thread: a group of rows is decoded at a stretch, and others are served
 * meanwhile. @throws UnreadableLog
 */
export async function* readParquetLog(
  path: string,
  { maxRows = DEFAULT_MAX_ROWS, maxInflated = DEFAULT_MAX_INFLATED }: ReadOptions = {},
): AsyncGenerator<LogItem | null> {
  const thread = new Worker(join(process.cwd(), ...THREAD), {
    workerData: { path, maxRows, maxInflated } satisfies ParquetJob,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  try {
    for (;;) {
      thread.postMessage(null);
      const [answer] = (await once(thread, "message")) as [ParquetAnswer];
      yield* answer.items;
      // Whoever reads sees that it goes on.
      yield null;
      if (answer.unreadable !== undefined) throw new UnreadableLog(answer.unreadable);
      if (answer.done) return;
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY")
      throw new UnreadableLog(fileError("too-large", "its columns inflate to too much"));
    throw cause;
  } finally {
    await thread.terminate();
  }
}
