import { readingAsked } from "@/app/api/received-file";
import { receiveFiles } from "@/app/api/received-files";
import { authorize } from "@/lib/people/access/policy";
import { respond, route } from "@/lib/people/access/route";
import type { Actor } from "@/lib/people/access/schema";
import type { Reading } from "@/lib/dataset/file-formats/reading";
import { partOfKey } from "@/lib/platform/client-keys";
import { clientKey as clientKeySchema, idInUrl } from "@/lib/platform/fields";
import { requestLog } from "@/lib/platform/log";
import { beginResponseImport, readResponseImport } from "@/lib/runs/responses/commands";
import { groupFiles, type FileGroup } from "@/lib/runs/responses/file-groups";
import { jsonAnswer } from "@/lib/platform/json-answer";

/**
 * Takes files of responses for a run (see receiveFiles), puts each log together with what its tool wrote beside it, and
 * answers 202 with the numbers of their imports as soon as all is here; GET /api/runs/imports/[importId] says where one is.
 * Several logs or tables are several imports, read one after another.
 */
export const POST = route(async (actor, request, context: { params: Promise<{ id: string }> }) => {
  authorize(actor, "runs.manage");
  const runId = idInUrl.parse((await context.params).id);
  const asked = new URL(request.url).searchParams;
  const clientKey = clientKeySchema.parse(asked.get("clientKey") ?? undefined);
  const reading = readingAsked(asked);
  if (reading instanceof Response) return reading;
  const received = await receiveFiles(request);
  if (received instanceof Response) return received;
  const begun: { importId: number; first: boolean; group: FileGroup }[] = [];
  let refused: Response | null = null;
  try {
    const groups = await groupFiles(received.files);
    if (!groups.ok) {
      await received.remove();
      return respond(groups);
    }
    for (const [at, group] of groups.value.entries()) {
      const { fileName, byteSize } = group.file;
      const key = partOfKey(clientKey, at);
      const made = await beginResponseImport(actor, {
        runId,
        fileName,
        byteSize,
        clientKey: key,
      });
      if (!made.ok) {
        refused = respond(made);
        break;
      }
      begun.push({ ...made.value, group });
    }
  } catch (error) {
    await received.remove();
    throw error;
  }
  void readAll(
    actor,
    begun.filter(({ first }) => first),
    reading,
  ).then(() => received.remove());
  const [importId, ...more] = begun.map((one) => one.importId);
  return refused ?? jsonAnswer({ importId, importIds: [importId, ...more] }, { status: 202 });
});

async function readAll(
  actor: Actor,
  toRead: readonly { importId: number; group: FileGroup }[],
  reading: Reading | undefined,
): Promise<void> {
  for (const [at, { importId, group }] of toRead.entries())
    await readResponseImport(actor, {
      importId,
      path: group.file.path,
      beside: group.beside,
      waiting: toRead.slice(at + 1).map((one) => one.importId),
      ...(reading && { reading }),
    }).catch((error: unknown) =>
      requestLog(actor.requestId).error({ err: error, importId }, "import ended unexpectedly"),
    );
}
