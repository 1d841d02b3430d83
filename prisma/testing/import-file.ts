import { readFileSync } from "node:fs";
import type { Actor } from "@/lib/people/access/schema";
import { applyImport } from "@/lib/dataset/imports/applying-commands";
import { beginImport, readImport } from "@/lib/dataset/imports/reading-commands";
import { resolveConflicts } from "@/lib/dataset/imports/deciding-commands";
import { unknownUnlessNamed } from "./file-date";
import { value } from "./value";
import { acceptAllRewordings } from "./accept-rewordings";

/**
 * Makes a file the dataset's new state: every row without an equal is a rewording of its best candidate, what both changed
 * is as the file says, and what the
 * file lacks is retired. @throws Error with the refusal's message
 */
export async function importFile(actor: Actor, fileName: string, path: string): Promise<void> {
  const { importId } = value(
    await beginImport(actor, {
      fileName,
      byteSize: readFileSync(path).length,
      ...unknownUnlessNamed(fileName),
    }),
  );
  const { status } = value(await readImport(actor, { importId, path }));
  if (status !== "planned") throw new Error(`${fileName} is ${status}.`);
  await acceptAllRewordings(actor, importId);
  value(await resolveConflicts(actor, { importId, resolution: "file" }));
  value(
    await applyImport(actor, {
      importId,
      skipBadRows: false,
      acceptSuspect: true,
      missing: "retire",
      order: "file",
    }),
  );
}
