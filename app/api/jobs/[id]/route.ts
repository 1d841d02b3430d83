import { route } from "@/lib/people/access/route";
import { idInUrl } from "@/lib/platform/fields";
import { getJob } from "@/lib/runs/jobs/queries";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** Returns the status of a job. */
export const GET = route(async (actor, _request, context: { params: Promise<{ id: string }> }) =>
  jsonAnswer(await getJob(actor, idInUrl.parse((await context.params).id)), {
    headers: { "cache-control": "no-store" },
  }),
);
