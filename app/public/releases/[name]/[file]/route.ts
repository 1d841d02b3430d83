import { answerWithRelease, formatOf } from "@/app/api/release-file";
import { publicRoute } from "@/lib/people/access/route";
import { publicReleaseFile } from "@/lib/dataset/releases/queries";

interface Context {
  params: Promise<{ name: string; file: string }>;
}

/** The permanent address of a release's file, for anyone: `/public/releases/FreshQA_v04072025/FreshQA_v04072025.csv`. */
export const GET = publicRoute(download);
export const HEAD = publicRoute(download);

async function download(request: Request, context: Context): Promise<Response> {
  const { name, file } = await context.params;
  const { format, spreadsheet } = formatOf(name, file);
  // Anyone may keep it and asks whether it is still there, since the public pages can be switched off. Notebooks that
  // run in a browser may read it too.
  return answerWithRelease(
    request,
    await publicReleaseFile(name, format, { spreadsheet }),
    file,
    format,
    { "cache-control": "public, no-cache, no-transform", "access-control-allow-origin": "*" },
  );
}
