import { z } from "zod";
import { readJson, respond, route } from "@/lib/people/access/route";
import { applyImport } from "@/lib/dataset/imports/commands";
import { applyImportSchema } from "@/lib/dataset/imports/schema";

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
