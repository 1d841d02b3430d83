import { publicRoute } from "@/lib/people/access/route";
import { EXPORT_FORMATS } from "@/lib/dataset/exports/schema";
import { NotFound } from "@/lib/platform/errors";
import { publicOrigin } from "@/lib/platform/public-origin";
import { publicLiveCroissant } from "@/lib/reporting/dataset-archive/queries";
import { publicLatestRelease } from "@/lib/dataset/releases/queries";

interface Context {
  params: Promise<{ file: string }>;
}

/** The stable address of the newest release's file: `/public/latest/freshqa.csv`, or `.xlsx`, or `.jsonl`; or what they are, as Croissant. */
export const GET = publicRoute(async (_request, context: Context) => {
  const { file } = await context.params;
  if (file === "croissant.json")
    return Response.json(await publicLiveCroissant(publicOrigin()), {
      headers: {
        "content-type": 'application/ld+json; profile="http://mlcommons.org/croissant/1.1"',
        "cache-control": "no-cache",
        "access-control-allow-origin": "*",
      },
    });
  const format = EXPORT_FORMATS.find((known) => file === `freshqa.${known}`);
  if (!format) throw new NotFound(`The file ${file}`);
  const name = await publicLatestRelease();
  return new Response(null, {
    status: 307,
    headers: {
      location: `/public/releases/${name}/${name}.${format}`,
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
    },
  });
});
