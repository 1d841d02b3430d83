"use server";

import { revalidatePath } from "next/cache";
import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { resolveFlagsSchema } from "./schema";

export const resolveFlags = action(resolveFlagsSchema, async (actor, input) => {
  const result = await commands.resolveFlags(actor, input);
  // The count beside "Flagged answers" is on every page.
  if (result.ok) revalidatePath("/", "layout");
  return result;
});
