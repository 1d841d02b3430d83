import { route } from "@/lib/access/route";
import type { Actor } from "@/lib/access/schema";
import { EXPORT_FORMATS, MEDIA_TYPES } from "@/lib/dataset-export/schema";
import { NotFound } from "@/lib/platform/errors";
import { openReleaseFile } from "@/lib/releases/queries";
import { namesTag, readRange } from "@/lib/releases/rules";
import { attachment, streamBody } from "../../../download";

type Context = RouteContext<"/api/releases/[name]/[file]">;

/** The file of a release: `/api/releases/FreshQA_v04072025/FreshQA_v04072025.csv`, or `.xlsx`, or `.jsonl`. */
export const GET = route((actor, request, context: Context) => download(actor, request, context));
export const HEAD = route((actor, request, context: Context) => download(actor, request, context));

async function download(actor: Actor, request: Request, context: Context): Promise<Response> {
  const { name, file: fileName } = await context.params;
  const format = EXPORT_FORMATS.find((known) => fileName === `${name}.${known}`);
  if (!format) throw new NotFound(`The file ${fileName}`);
  const file = await openReleaseFile(actor, name, format);

  const withBody = request.method !== "HEAD";
  // The CSV file's bytes are the release. The other formats hold the same content, but a later version may write it
  // otherwise: a weak tag.
  const strong = file.byteSize !== null;
  const tag = strong ? `"${file.sha256}"` : `W/"${file.sha256}-${format}"`;
  const headers: Record<string, string> = {
    ...attachment(fileName, MEDIA_TYPES[format]),
    etag: tag,
    "last-modified": file.publishedAt.toUTCString(),
    // Only for who is signed in; asked for again each time, and answered with 304. Compression would change bytes that
    // the tag and the ranges speak of.
    "cache-control": "private, no-cache, no-transform",
    "accept-ranges": strong ? "bytes" : "none",
  };
  if (namesTag(request.headers.get("if-none-match"), tag, true)) return new Response(null, { status: 304, headers });
  if (file.byteSize === null) return new Response(withBody ? await streamBody(file.bytes()) : null, { headers });

  // A range of a file that has become another one would not fit; ours never becomes another one.
  const ifRange = request.headers.get("if-range");
  const range = ifRange === null || namesTag(ifRange, tag, false) ? readRange(request.headers.get("range"), file.byteSize) : null;
  if (range === "unsatisfiable") return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${file.byteSize}` } });
  if (range === null) {
    return new Response(withBody ? await streamBody(file.bytes()) : null, { headers: { ...headers, "content-length": String(file.byteSize) } });
  }
  return new Response(withBody ? await streamBody(file.bytes(range)) : null, {
    status: 206,
    headers: { ...headers, "content-length": String(range.end - range.start + 1), "content-range": `bytes ${range.start}-${range.end}/${file.byteSize}` },
  });
}
