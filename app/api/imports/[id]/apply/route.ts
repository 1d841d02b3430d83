import { z } from "zod";
import { readJson, respond, route } from "@/lib/people/access/route";
import { applyImport } from "@/lib/dataset/imports/applying-commands";
import { goOnBehind } from "@/lib/dataset/imports/queue-service";
import { applyImportSchema } from "@/lib/dataset/imports/schema";

/** Applies a planned import; the body holds the choices (see applyImportSchema) as JSON. For programs: people use the page. */
export const POST = route(
  async (actor, request, context: RouteContext<"/api/imports/[id]/apply">) => {
    const choices = z.record(z.string(), z.unknown()).parse(await readJson(request));
    const input = applyImportSchema.parse({
      ...choices,
      importId: Number((await context.params).id),
    });
    const applied = await applyImport(actor, input);
    if (applied.ok) goOnBehind(actor, input.importId);
    return respond(applied);
  },
);
