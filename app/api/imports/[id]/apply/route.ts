import { z } from "zod";
import { readJson, respond, route } from "@/lib/access/route";
import { applyImport } from "@/lib/exchange/commands";
import { applyImportSchema } from "@/lib/exchange/schema";

/** Applies a planned import; the body holds the choices (see applyImportSchema) as JSON. For programs: people use the page. */
export const POST = route(
  async (actor, request, context: RouteContext<"/api/imports/[id]/apply">) => {
    const choices = z.record(z.string(), z.unknown()).parse(await readJson(request));
    return respond(
      await applyImport(
        actor,
        applyImportSchema.parse({ ...choices, importId: Number((await context.params).id) }),
      ),
    );
  },
);
