import { refusalResponse, respond } from "@/lib/access/route";
import { DEFAULT_MAX_BYTES } from "@/lib/exchange/formats/release-file";
import { beginImportSchema } from "@/lib/exchange/schema";
import { refuse } from "@/lib/platform/result";
import { spool, TooLarge, type SpooledFile } from "@/lib/platform/spool";

const fileNameSchema = beginImportSchema.shape.fileName;

/**
 * Takes a file (the request's body as it is, its name as `fileName` in the address) into a temporary file, or answers why
 * not. Whoever takes it removes it.
 */
export async function receiveFile(request: Request): Promise<{ file: SpooledFile; fileName: string } | Response> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > DEFAULT_MAX_BYTES) return tooLarge(declared);
  const fileName = fileNameSchema.parse(new URL(request.url).searchParams.get("fileName") ?? "");
  if (request.body === null) return respond(refuse("empty-file", "The file is empty. Choose another one."));
  try {
    return { fileName, file: await spool(request.body as unknown as AsyncIterable<Uint8Array>, DEFAULT_MAX_BYTES) };
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge(null);
    throw error;
  }
}

function tooLarge(bytes: number | null): Response {
  const size = bytes === null ? "" : ` (${Math.round(bytes / 1e6)} MB)`;
  return refusalResponse({
    code: "too-large",
    message: `The file is too large${size}: at most ${DEFAULT_MAX_BYTES / 1e6} MB can be imported at once. Nothing was imported. Split it into several files and import them one after the other.`,
  }, 413);
}
