import { z } from "zod";
import { route } from "@/lib/access/route";
import { searchUnmatched } from "@/lib/exchange/queries";

const id = z.coerce.number().int().positive().max(2_147_483_647);
const text = z.string().min(1).max(500);

/** Questions that no row of the file is, most like `text` first: to pick a row's partner by hand. */
export const GET = route(async (actor, request, context: { params: Promise<{ id: string }> }) =>
  Response.json(await searchUnmatched(actor, id.parse((await context.params).id), text.parse(new URL(request.url).searchParams.get("text")))));
