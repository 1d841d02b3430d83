import { z } from "zod";
import { route } from "@/lib/people/access/route";
import { importProgress } from "@/lib/dataset/imports/queries";
import { jsonAnswer } from "@/lib/platform/json-answer";

const id = z.coerce.number().int().positive().max(2_147_483_647);

/** Returns the status of an import. */
export const GET = route(async (actor, _request, context: { params: Promise<{ id: string }> }) =>
  jsonAnswer(await importProgress(actor, id.parse((await context.params).id)), {
    headers: { "cache-control": "no-store" },
  }),
);
