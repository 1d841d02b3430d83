import { receiveImport } from "@/app/api/received-file";
import { authorize } from "@/lib/people/access/policy";
import { route } from "@/lib/people/access/route";
import { beginResponseImport, readResponseImport } from "@/lib/runs/responses/commands";
import { idInUrl } from "@/lib/platform/fields";

/** Takes a file of responses for a run (the request's body as it is, its name as `fileName`); GET /api/runs/imports/[importId] says where it is. */
export const POST = route(async (actor, request, context: { params: Promise<{ id: string }> }) => {
  authorize(actor, "runs.manage");
  const runId = idInUrl.parse((await context.params).id);
  return receiveImport(actor, request, {
    begin: (file) => beginResponseImport(actor, { runId, ...file }),
    read: (input) => readResponseImport(actor, input),
  });
});
