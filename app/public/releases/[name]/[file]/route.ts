import { publicOrigin } from "@/lib/platform/public-origin";
import { publicArchive } from "@/lib/reporting/dataset-archive/queries";
import { answerWithRelease, askedFile } from "@/app/api/release-file";
import { publicRoute } from "@/lib/people/access/route";
import { publicReleaseFile } from "@/lib/dataset/releases/queries";
import { publicTaskPackage } from "@/lib/runs/task-packages/queries";

interface Context {
  params: Promise<{ name: string; file: string }>;
}

/** The permanent address of a release's file, for anyone: `/public/releases/FreshQA_v04072025/FreshQA_v04072025.csv`. */
export const GET = publicRoute(download);
export const HEAD = publicRoute(download);

async function download(request: Request, context: Context): Promise<Response> {
  const { name, file } = await context.params;
  const asked = askedFile(name, file);
  // Anyone may keep it and asks whether it is still there, since the public pages can be switched off. Notebooks that
  // run in a browser may read it too.
  return answerWithRelease(
    request,
    asked.kind === "dataset"
      ? await publicArchive(name, { origin: publicOrigin() })
      : asked.kind === "tasks"
        ? await publicTaskPackage(name, asked.harness)
        : await publicReleaseFile(name, asked.format, asked),
    file,
    asked,
    { "cache-control": "public, no-cache, no-transform", "access-control-allow-origin": "*" },
  );
}
