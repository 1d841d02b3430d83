import { route } from "@/lib/people/access/route";
import { responseImportProgress } from "@/lib/runs/responses/queries";
import { idInUrl } from "@/lib/platform/fields";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** Returns the status of an import of responses. */
export const GET = route(
  async (actor, _request, context: { params: Promise<{ importId: string }> }) =>
    jsonAnswer(
      await responseImportProgress(actor, idInUrl.parse((await context.params).importId)),
      { headers: { "cache-control": "no-store" } },
    ),
);
