import { refusalResponse, respond } from "@/lib/people/access/route";
import type { Actor } from "@/lib/people/access/schema";
import { parseReading, READING_SYNTAX, type Reading } from "@/lib/dataset/file-formats/reading";
import { DEFAULT_MAX_BYTES } from "@/lib/dataset/file-formats/release-file";
import { fileSchema } from "@/lib/dataset/import-engine/schema";
import { clientKey as clientKeySchema } from "@/lib/platform/fields";
import { requestLog } from "@/lib/platform/log";
import { type AnyResult, refuse } from "@/lib/platform/result";
import { spool, TooLarge, type SpooledFile } from "@/lib/platform/temp-file";

const fileNameSchema = fileSchema.shape.fileName;

/**
 * Takes a file (the request's body as it is, its name as `fileName` in the address) into a temporary file, or answers why
 * not. Whoever takes it removes it.
 */
export async function receiveFile(
  request: Request,
): Promise<{ file: SpooledFile; fileName: string } | Response> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > DEFAULT_MAX_BYTES) return tooLarge(declared);
  const fileName = fileNameSchema.parse(new URL(request.url).searchParams.get("fileName") ?? "");
  if (request.body === null)
    return respond(refuse("empty-file", "The file is empty. Choose another file."));
  try {
    return {
      fileName,
      file: await spool(request.body, DEFAULT_MAX_BYTES),
    };
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge(null);
    throw error;
  }
}

/** What the address of files to import says beside their names. */
export interface Asked {
  /** A UUID that names one submission: the same again is answered with the imports that the first one opened. */
  clientKey: string | undefined;
  /** How a file is read that is not in the official form. */
  reading: Reading | undefined;
}

/** Reads what an address asks for, or answers why it asks for nothing sensible (`readAs`: see parseReading). */
export function importAsked(request: Request): Asked | Response {
  const asked = new URL(request.url).searchParams;
  const clientKey = clientKeySchema.parse(asked.get("clientKey") ?? undefined);
  const readAs = asked.get("readAs");
  const reading = readAs === null ? undefined : parseReading(readAs);
  return reading === null
    ? respond(
        refuse(
          "invalid",
          `readAs must name one or more of ${READING_SYNTAX}, separated by commas. Nothing was imported.`,
        ),
      )
    : { clientKey, reading };
}

interface Import<File> {
  begin(file: File, at: number): Promise<AnyResult<{ importId: number; first: boolean }>>;
  /** @param waiting imports whose files are read after this one */
  read(file: File, importId: number, waiting: number[]): Promise<unknown>;
}

/**
 * Opens an import for each of some files that are here, and has them read one after another behind its back: the person
 * watches the progress, and may close the page in the meantime. The files are removed once they are read.
 * @returns the numbers of the imports; or the refusal of one of them, behind which those before it are read
 */
export async function importBehind<File>(
  actor: Actor,
  files: readonly File[],
  remove: () => Promise<void>,
  { begin, read }: Import<File>,
): Promise<number[] | Response> {
  const begun: { importId: number; first: boolean; file: File }[] = [];
  let refused: Response | null = null;
  try {
    for (const [at, file] of files.entries()) {
      const made = await begin(file, at);
      if (!made.ok) {
        refused = respond(made);
        break;
      }
      begun.push({ ...made.value, file });
    }
  } catch (error) {
    await remove();
    throw error;
  }
  const toRead = begun.filter(({ first }) => first);
  const ids = toRead.map(({ importId }) => importId);
  const readAll = async () => {
    for (const [at, { importId, file }] of toRead.entries())
      await read(file, importId, ids.slice(at + 1)).catch((error: unknown) =>
        requestLog(actor.requestId).error({ err: error, importId }, "import ended unexpectedly"),
      );
    await remove();
  };
  const reading = readAll().catch((error: unknown) =>
    requestLog(actor.requestId).error({ err: error }, "uploaded files are left"),
  );
  if (toRead.length === 0) await reading;
  return refused ?? begun.map(({ importId }) => importId);
}

function tooLarge(bytes: number | null): Response {
  const size = bytes === null ? "" : ` (${Math.round(bytes / 1e6)} MB)`;
  return refusalResponse(
    {
      code: "too-large",
      message: `File too large${size}: the limit is ${DEFAULT_MAX_BYTES / 1e6} MB. Nothing was imported. Split it into smaller files.`,
    },
    413,
  );
}
