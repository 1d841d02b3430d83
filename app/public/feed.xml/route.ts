import { publicRoute } from "@/lib/people/access/route";
import { publicReleases } from "@/lib/dataset/releases/queries";
import { atomFeed, namesTag } from "@/lib/dataset/releases/rules";
import { publicOrigin } from "@/lib/platform/public-origin";

/** The newest releases as an Atom feed. */
export const GET = publicRoute(async (request) => {
  const { rows: releases, total } = await publicReleases();
  const tag = `W/"${total}-${releases[0]?.sha256 ?? "none"}"`;
  const headers = {
    "content-type": "application/atom+xml; charset=utf-8",
    "cache-control": "public, no-cache",
    "access-control-allow-origin": "*",
    etag: tag,
  };
  if (namesTag(request.headers.get("if-none-match"), tag, true))
    return new Response(null, { status: 304, headers });
  return new Response(atomFeed(publicOrigin(), releases), { headers });
});
