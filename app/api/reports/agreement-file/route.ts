import { setImmediate } from "node:timers/promises";
import { authorize } from "@/lib/people/access/policy";
import { refusalResponse, respond, route } from "@/lib/people/access/route";
import { getFileAgreement, previewRatingsFile } from "@/lib/reporting/ratings-file/queries";
import {
  MAX_RATINGS_BYTES,
  ratingsPreviewSchema,
  ratingsRequestSchema,
} from "@/lib/reporting/ratings-file/schema";

/**
 * Takes a file of ratings as the request's body and keeps nothing of it. With `step=preview` it answers with the columns
 * and first rows; without, with every number that there is of ratings, rankings or pairs.
 */
export const POST = route(async (actor, request) => {
  authorize(actor, "reports.read");
  const { step, ...asked } = Object.fromEntries(new URL(request.url).searchParams);
  const wanted =
    step === "preview" ? null : ratingsRequestSchema.parse({ kind: "ratings", ...asked });
  const name = wanted?.fileName ?? ratingsPreviewSchema.parse(asked).fileName;
  const bytes =
    Number(request.headers.get("content-length") ?? 0) > MAX_RATINGS_BYTES
      ? null
      : await readBody(request);
  if (bytes === null) {
    return refusalResponse(
      {
        code: "too-large",
        message: `File too large: the limit is ${MAX_RATINGS_BYTES / 1e6} MB. Nothing was computed. Keep only the columns needed, or use “freshqa agreement” on the command line.`,
      },
      413,
    );
  }
  const file = { name, bytes };
  if (wanted === null) return respond(await previewRatingsFile(actor, file));
  const pause = async () => {
    await setImmediate();
    request.signal.throwIfAborted();
  };
  try {
    return respond(await getFileAgreement(actor, file, wanted, pause));
  } catch (error) {
    // Who asked has gone, or asked something else in the meantime.
    if (request.signal.aborted) return new Response(null, { status: 499 });
    throw error;
  }
});

/** The body; null as soon as it turns out to be too large. */
async function readBody(request: Request): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MAX_RATINGS_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
