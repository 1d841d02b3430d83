import { parentPort, workerData } from "node:worker_threads";
import { batchesOf } from "./batches";
import { decodeParquetLog } from "./parquet-decoding";
import type { ParquetAnswer, ParquetJob } from "./parquet-log";
import { UnreadableLog } from "./run-log";

/*
 * The thread of readParquetLog: decodes a file and hands out a batch of its samples each time that it is asked for one.
 */

const { path, ...limits } = workerData as ParquetJob;
const answers = decoded();
parentPort!.on("message", () => {
  void answers.next().then(({ value }) => parentPort!.postMessage(value));
});

async function* decoded(): AsyncGenerator<ParquetAnswer, ParquetAnswer> {
  try {
    for await (const items of batchesOf(decodeParquetLog(path, limits)))
      yield { items, done: false };
    return { items: [], done: true };
  } catch (problem) {
    if (!(problem instanceof UnreadableLog)) throw problem;
    return { items: [], done: true, unreadable: problem.finding };
  }
}
