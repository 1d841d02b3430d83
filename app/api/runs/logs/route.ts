import { receiveFiles } from "@/app/api/received-files";
import { authorize } from "@/lib/people/access/policy";
import { respond, route } from "@/lib/people/access/route";
import { groupFiles } from "@/lib/runs/responses/file-groups";
import { lookAtFile, type GivenLogs } from "@/lib/runs/responses/look-queries";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** Says what is in logs of evaluation tools (see receiveFiles) and keeps nothing: what a new run is filled in from. */
export const POST = route(async (actor, request) => {
  authorize(actor, "runs.manage");
  const received = await receiveFiles(request);
  if (received instanceof Response) return received;
  try {
    const groups = await groupFiles(received.files);
    if (!groups.ok) return respond(groups);
    const found: GivenLogs["found"] = [];
    for (const group of groups.value) {
      const files = [group.file, ...group.beside.map(({ file }) => file)];
      found.push({
        ...(await lookAtFile(actor, group)),
        files: files.map((file) => received.files.indexOf(file)),
      });
    }
    return jsonAnswer({ found } satisfies GivenLogs);
  } finally {
    await received.remove();
  }
});
