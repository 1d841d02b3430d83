import { EXPORT_FORMATS, MEDIA_TYPES, type ExportFormat } from "@/lib/dataset/exports/schema";
import { spreadsheetFileName } from "@/lib/dataset/imports/rules";
import { NotFound } from "@/lib/platform/errors";
import type { ReleaseFile } from "@/lib/dataset/releases/queries";
import { namesTag, readRange } from "@/lib/dataset/releases/rules";
import { attachment, streamBody } from "./download";

/**
 * How long the body is. Next drops Content-Length from what a route answers; the server puts this in its place
 * (lib/launcher/http-server.ts).
 */
const BODY_LENGTH = "x-body-length";

/** What a release's file name asks for: "FreshQA_v04072025.csv" of FreshQA_v04072025, or "FreshQA_v04072025-spreadsheet.csv". @throws NotFound */
export function formatOf(
  name: string,
  fileName: string,
): { format: ExportFormat; spreadsheet: boolean } {
  if (fileName === spreadsheetFileName(`${name}.csv`)) return { format: "csv", spreadsheet: true };
  const format = EXPORT_FORMATS.find((known) => fileName === `${name}.${known}`);
  if (!format) throw new NotFound(`The file ${fileName}`);
  return { format, spreadsheet: false };
}

/**
 * Answers with a release's file: whole, in part (Range), or with 304 to whoever has it.
 * @param more further headers, for example who may keep the file.
 */
export async function answerWithRelease(
  request: Request,
  file: ReleaseFile,
  fileName: string,
  format: ExportFormat,
  more: Record<string, string>,
): Promise<Response> {
  const withBody = request.method !== "HEAD";
  // The CSV file's bytes are the release. The other formats hold the same content, but a later version may write it
  // otherwise: a weak tag.
  const strong = file.byteSize !== null;
  const tag = strong ? `"${file.sha256}"` : `W/"${file.sha256}-${format}"`;
  const headers: Record<string, string> = {
    ...attachment(fileName, MEDIA_TYPES[format]),
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
