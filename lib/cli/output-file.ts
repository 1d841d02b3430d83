import { createWriteStream } from "node:fs";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { diskTrouble, writeWhole } from "@/lib/platform/whole-file";
import { Refused, text, UsageError } from "./command";

/** Reads --out: a file, or "-" for stdout. @throws UsageError where it is missing, or --json writes to stdout, too */
export function outputOf(values: Parameters<typeof text>[0], json: boolean): string {
  const out = text(values, "out");
  if (out === undefined || out === "")
    throw new UsageError("Specify the output: --out FILE, or --out - for stdout.");
  if (out === "-" && json)
    throw new UsageError("--json and --out - both write to stdout. Choose a file.");
  return out;
}

/** Writes a file to the output until its reader closes it. */
export async function toOutput(bytes: AsyncGenerator<Uint8Array>, output: Writable): Promise<void> {
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), output, { end: false });
  } catch (error) {
    // The reader has seen enough.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

/** Writes a file whole or not at all. @returns the size in bytes */
export async function toFile(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  path: string,
): Promise<number> {
  try {
    return await writeWhole(path, async (part) => {
      const stream = createWriteStream(part, { flags: "wx" });
      await pipeline(Readable.from(bytes, { objectMode: false }), stream);
      return stream.bytesWritten;
    });
  } catch (error) {
    throw new Refused({
      code: "not-written",
      message: `${describe(error as NodeJS.ErrnoException, path)} Nothing was written.`,
    });
  }
}

function describe(error: NodeJS.ErrnoException, path: string): string {
  if (["EISDIR", "EEXIST", "ENOTEMPTY"].includes(error.code ?? ""))
    return `${path} is a folder; specify a file.`;
  const trouble = diskTrouble(error, path);
  if (trouble === null) throw error;
  return trouble;
}
