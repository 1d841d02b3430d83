import { EXPORT_FORMATS, MEDIA_TYPES, type ExportFormat } from "@/lib/dataset/exports/schema";
import { spreadsheetFileName } from "@/lib/dataset/imports/rules";
import { NotFound } from "@/lib/platform/errors";
import {
  HARNESSES,
  PACKAGES_VERSION,
  packageFileName,
  type Harness,
} from "@/lib/runs/task-packages/vocabulary";
import type { ReleaseFile } from "@/lib/dataset/releases/queries";
import { namesTag, readRange } from "@/lib/dataset/releases/rules";
import { now } from "@/lib/platform/clock";
import { publicOrigin } from "@/lib/platform/public-origin";
import type { ArchiveOptions } from "@/lib/reporting/dataset-archive/queries";
import { archiveRequestSchema } from "@/lib/reporting/dataset-archive/schema";
import { archiveFileName } from "@/lib/reporting/dataset-archive/vocabulary";
import { BODY_LENGTH } from "@/lib/platform/json-answer";
import { attachment, streamBody } from "./download";

/** What a release's file name asks for: a file of its rows in a format, its package for an evaluation harness, or the whole as a dataset repository. */
export type AskedFile =
  | { kind: "rows"; format: ExportFormat; spreadsheet: boolean }
  | { kind: "tasks"; harness: Harness }
  | { kind: "dataset" };

/**
 * Reads a file name of FreshQA_v04072025: "FreshQA_v04072025.csv", "FreshQA_v04072025-spreadsheet.csv",
 * "FreshQA_v04072025-inspect.zip" or "FreshQA_v04072025-dataset.zip".
 * @throws NotFound
 */
export function askedFile(name: string, fileName: string): AskedFile {
  if (fileName === spreadsheetFileName(`${name}.csv`))
    return { kind: "rows", format: "csv", spreadsheet: true };
  const format = EXPORT_FORMATS.find((known) => fileName === `${name}.${known}`);
  if (format) return { kind: "rows", format, spreadsheet: false };
  const harness = HARNESSES.find((known) => fileName === packageFileName(name, known));
  if (harness) return { kind: "tasks", harness };
  if (fileName === archiveFileName(name)) return { kind: "dataset" };
  throw new NotFound(`The file ${fileName}`);
}

/** Which archive of a release a request asks for. @throws ZodError */
export function askedArchive(request: Request): ArchiveOptions & { ratings: string | null } {
  const { searchParams } = new URL(request.url);
  const { ratings } = archiveRequestSchema(now()).parse(Object.fromEntries(searchParams));
  return { ratings, origin: publicOrigin() };
}

/** What tells a file of the release's content from others of it, and its media type. */
function variantOf(asked: AskedFile, file: ReleaseFile): [variant: string, mediaType: string] {
  switch (asked.kind) {
    case "rows":
      return [asked.format, MEDIA_TYPES[asked.format]];
    case "tasks":
      return [`${asked.harness}-${PACKAGES_VERSION}`, "application/zip"];
    case "dataset":
      return [`dataset-${file.variant}`, "application/zip"];
  }
}

/**
 * Answers with a release's file: whole, in part (Range), or with 304 to whoever has it.
 * @param more further headers, for example who may keep the file.
 */
export async function answerWithRelease(
  request: Request,
  file: ReleaseFile,
  fileName: string,
  asked: AskedFile,
  more: Record<string, string>,
): Promise<Response> {
  const withBody = request.method !== "HEAD";
  // Kept bytes have a strong tag. The other formats hold the same content, but a later version may write it otherwise.
  const strong = file.ownSha256 !== null;
  const [variant, mediaType] = variantOf(asked, file);
  const tag = strong ? `"${file.ownSha256}"` : `W/"${file.sha256}-${variant}"`;
  const headers: Record<string, string> = {
    ...attachment(fileName, mediaType),
    etag: tag,
    "last-modified": file.publishedAt.toUTCString(),
    "accept-ranges": strong ? "bytes" : "none",
    ...more,
  };
  if (namesTag(request.headers.get("if-none-match"), tag, true))
    return new Response(null, { status: 304, headers });
  if (file.byteSize === null)
    return new Response(withBody ? await streamBody(file.bytes()) : null, { headers });

  // A range of a file that has become another one would not fit; ours never becomes another one.
  const ifRange = request.headers.get("if-range");
  const range =
    ifRange === null || namesTag(ifRange, tag, false)
      ? readRange(request.headers.get("range"), file.byteSize)
      : null;
  if (range === "unsatisfiable")
    return new Response(null, {
      status: 416,
      headers: { ...headers, "content-range": `bytes */${file.byteSize}` },
    });
  if (range === null) {
    return new Response(withBody ? await streamBody(file.bytes()) : null, {
      headers: { ...headers, [BODY_LENGTH]: String(file.byteSize) },
    });
  }
  return new Response(withBody ? await streamBody(file.bytes(range)) : null, {
    status: 206,
    headers: {
      ...headers,
      [BODY_LENGTH]: String(range.end - range.start + 1),
      "content-range": `bytes ${range.start}-${range.end}/${file.byteSize}`,
    },
  });
}
