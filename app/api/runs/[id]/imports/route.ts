import { receiveFile } from "@/app/api/received-file";
import { authorize } from "@/lib/access/policy";
import { respond, route } from "@/lib/access/route";
import { beginResponseImport, readResponseImport } from "@/lib/model-runs/commands";
import { numberInAddressSchema } from "@/lib/model-runs/schema";
import { requestLog } from "@/lib/platform/log";

/**
 * Takes a file of responses for a run (the request's body as it is, its name as `fileName`) and answers 202 with the
 * import's number as soon as all of it is here; reading goes on, and GET /api/runs/imports/[importId] says where it is.
 */
export const POST = route(async (actor, request, context: { params: Promise<{ id: string }> }) => {
  authorize(actor, "runs.manage");
  const runId = numberInAddressSchema.parse((await context.params).id);
  const received = await receiveFile(request);
  if (received instanceof Response) return received;
  const { file, fileName } = received;
  let begun;
  try {
    begun = await beginResponseImport(actor, { runId, fileName, byteSize: file.byteSize });
  } catch (error) {
    await file.remove();
    throw error;
  }
  if (!begun.ok) {
    await file.remove();
    return respond(begun);
  }

  // Not awaited: the person watches the progress, and may close the page meanwhile.
  const { importId } = begun.value;
  void readResponseImport(actor, { importId, path: file.path })
    .catch((error: unknown) => requestLog(actor.requestId).error({ err: error, importId }, "import of responses ended unexpectedly"))
    .finally(() => file.remove());
  return Response.json(begun.value, { status: 202 });
});
