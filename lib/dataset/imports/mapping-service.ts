import type { Actor } from "@/lib/people/access/schema";
import { readingSchema } from "@/lib/dataset/file-formats/reading";
import { DEFAULT_MAX_BYTES } from "@/lib/dataset/file-formats/release-file";
import { requestLog } from "@/lib/platform/log";
import { ok, type Result } from "@/lib/platform/result";
import { spool } from "@/lib/platform/temp-file";
import type { z } from "zod";
import { mapImportColumns, readImport } from "./reading-commands";
import { filesLike } from "./file-queries";
import { importProgress } from "./queries";
import { goOnBehind } from "./queue-service";
import type { ImportStatus } from "@/lib/dataset/import-engine/vocabulary";
import type { mapImportColumnsSchema } from "./schema";
import { keptFile } from "./staging-writes";

/**
 * Reads the kept file of an import as someone has said that it is read.
 * @param waiting imports whose files are read after this one
 */
export async function readKept(
  actor: Actor,
  importId: number,
  waiting: readonly number[] = [],
): Promise<ImportStatus> {
  const { reading } = await importProgress(actor, importId);
  const file = await spool(keptFile(importId), DEFAULT_MAX_BYTES);
  try {
    const read = await readImport(actor, {
      importId,
      path: file.path,
      reading: readingSchema.parse(reading),
      waiting,
    });
    if (!read.ok) throw new Error("A kept file was not read.");
    return read.value.status;
  } finally {
    await file.remove();
  }
}

/**
 * Says what the columns of a file are, and answers at once; the file is read behind it. Other files of its queue with the same
 * columns are read so, too.
 */
export async function mapColumnsBehind(
  actor: Actor,
  input: z.infer<typeof mapImportColumnsSchema>,
): Promise<Result<void, "invalid" | "key-taken" | "not-found" | "not-planned">> {
  const mapped = await mapImportColumns(actor, input);
  if (!mapped.ok) return mapped;
  if (!mapped.value.first) return ok();
  const { importId, as, defaults } = input;
  void (async () => {
    const alike = [importId];
    for (const other of await filesLike(actor, importId))
      if ((await mapImportColumns(actor, { importId: other, as, defaults })).ok) alike.push(other);
    for (const [at, one] of alike.entries()) await readKept(actor, one, alike.slice(at + 1));
    goOnBehind(actor, importId);
  })().catch((error: unknown) =>
    requestLog(actor.requestId).error({ err: error, importId }, "reading ended unexpectedly"),
  );
  return ok();
}
