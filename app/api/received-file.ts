import { refusalResponse, respond } from "@/lib/people/access/route";
import type { Actor } from "@/lib/people/access/schema";
import { parseReading, READING_SYNTAX, type Reading } from "@/lib/dataset/file-formats/reading";
import { DEFAULT_MAX_BYTES } from "@/lib/dataset/file-formats/release-file";
import { beginImportSchema } from "@/lib/dataset/imports/schema";
import { requestLog } from "@/lib/platform/log";
import { type AnyResult, refuse } from "@/lib/platform/result";
import { spool, TooLarge, type SpooledFile } from "@/lib/platform/temp-file";
import { jsonAnswer } from "@/lib/platform/json-answer";

const fileNameSchema = beginImportSchema.shape.fileName;
const clientKeySchema = beginImportSchema.shape.clientKey;

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

/** How an address says that its file is read, or why it says nothing sensible (`readAs`, see parseReading). */
export function readingAsked(asked: URLSearchParams): Reading | undefined | Response {
  const readAs = asked.get("readAs");
  const reading = readAs === null ? undefined : parseReading(readAs);
  return reading === null
    ? respond(
        refuse(
          "invalid",
          `readAs must name one or more of ${READING_SYNTAX}, separated by commas. Nothing was imported.`,
        ),
      )
    : reading;
}

interface FileImport {
  begin(file: {
    fileName: string;
    byteSize: number;
    clientKey: string | undefined;
  }): Promise<AnyResult<{ importId: number; first: boolean }>>;
  read(input: { importId: number; path: string; reading?: Reading }): Promise<unknown>;
}

/**
 * Takes a file and answers 202 with its import's number as soon as all of it is here. Reading it goes on afterwards: the
 * person watches the progress, and may close the page in the meantime. `readAs` in the address says how a file is read that is not
 * in the official form (see parseReading). `clientKey` there, a UUID, names one submission: the same again is answered with
 * the import that the first one opened.
 */
export async function receiveImport(
  actor: Actor,
  request: Request,
  { begin, read }: FileImport,
): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  const reading = readingAsked(asked);
  if (reading instanceof Response) return reading;
  const clientKey = clientKeySchema.parse(asked.get("clientKey") ?? undefined);
  const received = await receiveFile(request);
  if (received instanceof Response) return received;
  const { file, fileName } = received;
  let begun;
  try {
    begun = await begin({ fileName, byteSize: file.byteSize, clientKey });
  } catch (error) {
    await file.remove();
    throw error;
  }
  if (!begun.ok) {
    await file.remove();
    return respond(begun);
  }
  const { importId, first } = begun.value;
  if (!first) {
    await file.remove();
    return jsonAnswer({ importId }, { status: 202 });
  }
  void read({ importId, path: file.path, ...(reading && { reading }) })
    .catch((error: unknown) =>
      requestLog(actor.requestId).error({ err: error, importId }, "import ended unexpectedly"),
    )
    .then(() => file.remove());
  return jsonAnswer({ importId }, { status: 202 });
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
