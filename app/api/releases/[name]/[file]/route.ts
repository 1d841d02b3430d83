import { route } from "@/lib/people/access/route";
import type { Actor } from "@/lib/people/access/schema";
import { openReleaseFile } from "@/lib/dataset/releases/queries";
import { openTaskPackage } from "@/lib/runs/task-packages/queries";
import { openArchive, openRatedArchive } from "@/lib/reporting/dataset-archive/queries";
import { answerWithRelease, askedArchive, askedFile } from "../../../release-file";

type Context = RouteContext<"/api/releases/[name]/[file]">;

/** The file of a release: `/api/releases/FreshQA_v04072025/FreshQA_v04072025.csv`, or `.xlsx`, or `.jsonl`. */
export const GET = route((actor, request, context: Context) => download(actor, request, context));
export const HEAD = route((actor, request, context: Context) => download(actor, request, context));

async function download(actor: Actor, request: Request, context: Context): Promise<Response> {
  const { name, file } = await context.params;
  const asked = askedFile(name, file);
  // Only for who is signed in; asked for again each time, and answered with 304. Compression would change bytes that
  // the tag and the ranges speak of.
  return answerWithRelease(
    request,
    asked.kind === "dataset"
      ? await archiveOf(actor, name, askedArchive(request))
      : asked.kind === "tasks"
        ? await openTaskPackage(actor, name, asked.harness)
        : await openReleaseFile(actor, name, asked.format, asked),
    file,
    asked,
    { "cache-control": "private, no-cache, no-transform" },
  );
}

function archiveOf(
  actor: Actor,
  name: string,
  { ratings, origin }: ReturnType<typeof askedArchive>,
) {
  return ratings === null
    ? openArchive(actor, name, { origin })
    : openRatedArchive(actor, name, { origin, ratings });
}
