import { importAsked, importBehind, receiveFile } from "@/app/api/received-file";
import { authorize } from "@/lib/people/access/policy";
import { route } from "@/lib/people/access/route";
import { beginImportSchema } from "@/lib/dataset/imports/schema";
import { goOnBehind } from "@/lib/dataset/imports/queue-service";
import { beginImport, readImport } from "@/lib/dataset/imports/reading-commands";
import { jsonAnswer } from "@/lib/platform/json-answer";

/**
 * Takes a file of questions (the request's body as it is, its name as `fileName`, its `date` where the name has none, and
 * `queue` where it joins one) and answers 202 as soon as all of it is here; GET /api/imports/[id] says where it is.
 */
export const POST = route(async (actor, request) => {
  authorize(actor, "imports.manage");
  const address = new URL(request.url).searchParams;
  const queueText = address.get("queue");
  const queueId = beginImportSchema.shape.queueId.parse(
    queueText === null ? undefined : Number(queueText),
  );
  const date = beginImportSchema.shape.date.parse(address.get("date") ?? undefined);
  const asked = importAsked(request);
  if (asked instanceof Response) return asked;
  const received = await receiveFile(request);
  if (received instanceof Response) return received;
  const { file, fileName } = received;
  const { clientKey, reading } = asked;
  const begun = await importBehind(actor, [file], () => file.remove(), {
    begin: ({ byteSize }) =>
      beginImport(actor, {
        fileName,
        byteSize,
        clientKey,
        ...(date !== undefined && { date }),
        ...(queueId !== undefined && { queueId }),
      }),
    read: async ({ path }, importId) => {
      await readImport(actor, { importId, path, ...(reading && { reading }) });
      // A queue that runs already may have waited for this very file.
      if (queueId !== undefined) goOnBehind(actor, importId);
    },
  });
  return begun instanceof Response ? begun : jsonAnswer({ importId: begun[0] }, { status: 202 });
});
