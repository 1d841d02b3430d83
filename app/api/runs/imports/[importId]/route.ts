import { route } from "@/lib/access/route";
import { responseImportProgress } from "@/lib/model-runs/queries";
import { numberInAddressSchema } from "@/lib/model-runs/schema";

/** Where an import of responses stands. */
export const GET = route(
  async (actor, _request, context: { params: Promise<{ importId: string }> }) =>
    Response.json(
      await responseImportProgress(
        actor,
        numberInAddressSchema.parse((await context.params).importId),
      ),
      { headers: { "cache-control": "no-store" } },
    ),
);
