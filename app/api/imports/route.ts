import { receiveImport } from "@/app/api/received-file";
import { authorize } from "@/lib/people/access/policy";
import { route } from "@/lib/people/access/route";
import { beginImportSchema } from "@/lib/dataset/imports/schema";
import { goOnBehind } from "@/lib/dataset/imports/queue-service";
import { beginImport, readImport } from "@/lib/dataset/imports/reading-commands";

/** Takes a file of questions (the request's body as it is, its name as `fileName`, its `date` where the name has none, and `queue` where it joins one); GET /api/imports/[id] says where it is. */
export const POST = route(async (actor, request) => {
  authorize(actor, "imports.manage");
  const asked = new URL(request.url).searchParams;
  const queueText = asked.get("queue");
  const queueId = beginImportSchema.shape.queueId.parse(
    queueText === null ? undefined : Number(queueText),
  );
  const date = beginImportSchema.shape.date.parse(asked.get("date") ?? undefined);
  return receiveImport(actor, request, {
    begin: (file) =>
      beginImport(actor, {
        ...file,
        ...(date !== undefined && { date }),
        ...(queueId !== undefined && { queueId }),
      }),
    read: async (input) => {
      const read = await readImport(actor, input);
      // A queue that runs already may have waited for this very file.
      if (queueId !== undefined) goOnBehind(actor, input.importId);
      return read;
    },
  });
});
