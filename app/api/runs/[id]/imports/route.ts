import { importAsked, importBehind } from "@/app/api/received-file";
import { receiveFiles } from "@/app/api/received-files";
import { authorize } from "@/lib/people/access/policy";
import { respond, route } from "@/lib/people/access/route";
import { partOfKey } from "@/lib/platform/client-keys";
import { idInUrl } from "@/lib/platform/fields";
import { beginResponseImport, readResponseImport } from "@/lib/runs/responses/commands";
import { groupFiles } from "@/lib/runs/responses/file-groups";
import { jsonAnswer } from "@/lib/platform/json-answer";

/**
 * Takes files of responses for a run (see receiveFiles), puts each log together with what its tool wrote beside it, and
 * answers 202 with the numbers of their imports as soon as all is here; GET /api/runs/imports/[importId] says where one is.
 * Several logs or tables are several imports, read one after another.
 */
export const POST = route(async (actor, request, context: { params: Promise<{ id: string }> }) => {
  authorize(actor, "runs.manage");
  const runId = idInUrl.parse((await context.params).id);
  const asked = importAsked(request);
  if (asked instanceof Response) return asked;
  const received = await receiveFiles(request);
  if (received instanceof Response) return received;
  const { files, remove } = received;
  const groups = await groupFiles(files).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  if (!groups.ok) {
    await remove();
    return respond(groups);
  }
  const { clientKey, reading } = asked;
  const begun = await importBehind(actor, groups.value, remove, {
    begin: ({ file: { fileName, byteSize } }, at) =>
      beginResponseImport(actor, {
        runId,
        fileName,
        byteSize,
        clientKey: partOfKey(clientKey, at),
      }),
    read: ({ file, beside }, importId, waiting) =>
      readResponseImport(actor, {
        importId,
        path: file.path,
        beside,
        waiting,
        ...(reading && { reading }),
      }),
  });
  return begun instanceof Response
    ? begun
    : jsonAnswer({ importId: begun[0], importIds: begun }, { status: 202 });
});
