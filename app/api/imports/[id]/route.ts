import { route } from "@/lib/people/access/route";
import { importProgress } from "@/lib/dataset/imports/queries";
import { jsonAnswer } from "@/lib/platform/json-answer";
import { idInUrl } from "@/lib/platform/fields";

/** Returns the status of an import. */
export const GET = route(async (actor, _request, context: { params: Promise<{ id: string }> }) =>
  jsonAnswer(await importProgress(actor, idInUrl.parse((await context.params).id)), {
    headers: { "cache-control": "no-store" },
  }),
);
