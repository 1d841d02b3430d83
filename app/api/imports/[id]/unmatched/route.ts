import { route } from "@/lib/people/access/route";
import { searchUnmatched } from "@/lib/dataset/imports/plan-queries";
import { text } from "@/lib/platform/text";
import { jsonAnswer } from "@/lib/platform/json-answer";
import { idInUrl } from "@/lib/platform/fields";

const sought = text(500).min(1);

/** Questions that no row of the file is, most like `text` first: to pick a row's partner by hand. */
export const GET = route(async (actor, request, context: { params: Promise<{ id: string }> }) =>
  jsonAnswer(
    await searchUnmatched(
      actor,
      idInUrl.parse((await context.params).id),
      sought.parse(new URL(request.url).searchParams.get("text")),
    ),
  ),
);
