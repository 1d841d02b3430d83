import { route } from "@/lib/people/access/route";
import { NotFound } from "@/lib/platform/errors";
import { openDifference } from "@/lib/dataset/release-differences/queries";
import { differenceRequestSchema } from "@/lib/dataset/release-differences/schema";
import { attachment, streamBody } from "../../download";
import { CURRENT } from "@/lib/dataset/release-differences/vocabulary";

const MEDIA_TYPE = { csv: "text/csv; charset=utf-8", json: "application/json" };

/** The difference of two releases: `?from=NAME&to=NAME|present&format=csv|json&spreadsheet=0|1&kind=answers|…`. */
export const GET = route(async (actor, request) => {
  const wanted = differenceRequestSchema.parse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  if (wanted.from === CURRENT && wanted.to === CURRENT)
    throw new NotFound("A release to compare with");
  const file = await openDifference(actor, wanted);
  return new Response(await streamBody(file.bytes), {
    headers: {
      ...attachment(file.fileName, MEDIA_TYPE[wanted.format]),
      "cache-control": "no-store",
    },
  });
});
