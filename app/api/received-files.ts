import { open } from "node:fs/promises";
import { z } from "zod";
import { respond } from "@/lib/people/access/route";
import { fileSchema } from "@/lib/dataset/import-engine/schema";
import { refuse } from "@/lib/platform/result";
import { splitSpooled } from "@/lib/platform/temp-file";
import { receiveFile } from "./received-file";

/** How many files are taken at once. */
const MAX_FILES = 50;
/** Of the list of their names and sizes, in bytes. */
const MAX_LIST = 200_000;

const partsSchema = z
  .array(z.object({ name: fileSchema.shape.fileName, size: z.number().int().min(0).max(1e12) }))
  .min(1)
  .max(MAX_FILES);

interface ReceivedFile {
  fileName: string;
  path: string;
  byteSize: number;
}

/**
 * Takes files that come one behind another as the body of a request. In front of them the body has the list of their names
 * and sizes, JSON, `parts` bytes long as the address says: an address has no room for many long names. Without `parts`, the
 * body is one file. Whoever takes them removes them.
 */
export async function receiveFiles(
  request: Request,
): Promise<{ files: ReceivedFile[]; remove: () => Promise<void> } | Response> {
  const said = new URL(request.url).searchParams.get("parts");
  const listSize = said === null ? 0 : Number(said);
  if (!Number.isInteger(listSize) || listSize < 0 || listSize > MAX_LIST) return refuseList();
  const received = await receiveFile(request);
  if (received instanceof Response) return received;
  const { file, fileName } = received;
  const { path, byteSize, remove } = file;
  if (said === null) return { files: [{ fileName, path, byteSize }], remove };
  try {
    const parts = partsSchema.safeParse(jsonOf(await beginning(path, listSize)));
    if (!parts.success) {
      await remove();
      return refuseList();
    }
    const sizes = [listSize, ...parts.data.map(({ size }) => size)];
    if (sizes.reduce((sum, size) => sum + size, 0) !== byteSize) {
      await remove();
      return respond(
        refuse("invalid", "The files did not arrive complete. Nothing was imported. Try again."),
      );
    }
    const [, ...paths] = await splitSpooled(file, sizes);
    const files = parts.data.map(({ name, size }, at) => ({
      fileName: name,
      path: paths[at]!,
      byteSize: size,
    }));
    return { files, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const refuseList = () =>
  respond(refuse("invalid", `Choose 1 to ${MAX_FILES} files at a time. Nothing was imported.`));

async function beginning(path: string, size: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
