import { BATCH_SIZE } from "@/lib/dataset/file-formats/release-file";
import type { LogItem } from "./run-log";

/** A batch ends at so many characters too: what a thread hands out is copied, as often as samples share it. */
const BATCH_LENGTH = 8_000_000;

/** Hands out samples some at a time; the last batch may be empty. */
export async function* batchesOf(items: AsyncIterable<LogItem>): AsyncGenerator<LogItem[]> {
  let batch: LogItem[] = [];
  let length = 0;
  for await (const item of items) {
    length += lengthOf(item);
    if (batch.push(item) < BATCH_SIZE && length < BATCH_LENGTH) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  yield batch;
}

/** How many characters something has, in whatever of it is text. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + lengthOf(part), 0);
}
