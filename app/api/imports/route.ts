import { receiveFile } from "@/app/api/received-file";
import { authorize } from "@/lib/access/policy";
import { respond, route } from "@/lib/access/route";
import { beginImport, readImport } from "@/lib/exchange/commands";
import { requestLog } from "@/lib/platform/log";

/**
 * Takes a file (the request's body as it is, its name as `fileName`) and answers 202 with the import's number as soon as
 * all of it is here; reading and matching go on, and GET /api/imports/[id] says where they are.
 */
export const POST = route(async (actor, request) => {
  authorize(actor, "imports.manage");
  const received = await receiveFile(request);
  if (received instanceof Response) return received;
  const { file, fileName } = received;
  let begun;
  try {
    begun = await beginImport(actor, { fileName, byteSize: file.byteSize });
  } catch (error) {
    await file.remove();
    throw error;
  }
  if (!begun.ok) {
    await file.remove();
    return respond(begun);
  }

  // Not awaited: the person watches the progress, and may close the page meanwhile.
  void readImport(actor, { importId: begun.value.importId, path: file.path })
    .catch((error: unknown) => requestLog(actor.requestId).error({ err: error, importId: begun.value.importId }, "import ended unexpectedly"))
    .finally(() => file.remove());
  return Response.json(begun.value, { status: 202 });
});
