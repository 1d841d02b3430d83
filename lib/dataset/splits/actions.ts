"use server";

import { revalidatePath } from "next/cache";
import { action } from "@/lib/people/access/action";
import { ok } from "@/lib/platform/result";
import * as commands from "./commands";
import { previewDraw as preview } from "./queries";
import { applyDrawSchema, drawSchema } from "./schema";

export const previewDraw = action(drawSchema, async (actor, input) =>
  ok(await preview(actor, input)),
);

export const applyDraw = action(applyDrawSchema, async (actor, input) => {
  const result = await commands.applyDraw(actor, input);
  if (result.ok) revalidatePath("/", "layout");
  return result;
});
