import { authorize } from "@/lib/access/policy";
import { refusalResponse, respond, route } from "@/lib/access/route";
import { beginImport, readImport } from "@/lib/exchange/commands";
import { DEFAULT_MAX_BYTES } from "@/lib/exchange/formats/release-file";
import { beginImportSchema } from "@/lib/exchange/schema";
import { requestLog } from "@/lib/platform/log";
import { refuse } from "@/lib/platform/result";
import { spool, TooLarge } from "@/lib/platform/spool";

const fileNameSchema = beginImportSchema.shape.fileName;

/**
 * Takes a file (the request's body as it is, its name as `fileName`) and answers 202 with the import's number as soon as
 * all of it is here; reading and matching go on, and GET /api/imports/[id] says where they are.
 */
export const POST = route(async (actor, request) => {
  authorize(actor, "imports.manage");
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > DEFAULT_MAX_BYTES) return tooLarge(declared);
  const fileName = fileNameSchema.parse(new URL(request.url).searchParams.get("fileName") ?? "");
  if (request.body === null) return respond(refuse("empty-file", "The file is empty. Choose another one."));
  let file;
  try {
    file = await spool(request.body as unknown as AsyncIterable<Uint8Array>, DEFAULT_MAX_BYTES);
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge(null);
    throw error;
  }
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

function tooLarge(bytes: number | null): Response {
  const size = bytes === null ? "" : ` (${Math.round(bytes / 1e6)} MB)`;
  return refusalResponse({
    code: "too-large",
    message: `The file is too large${size}: at most ${DEFAULT_MAX_BYTES / 1e6} MB can be imported at once. Nothing was imported. Split it into several files and import them one after the other.`,
  }, 413);
}
