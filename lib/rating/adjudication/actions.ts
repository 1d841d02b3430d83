"use server";

import { revalidatePath } from "next/cache";
import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { commentSchema, supersedeSchema } from "./schema";

export const replaceAdjudication = action(supersedeSchema, async (actor, input) => {
  const result = await commands.replaceAdjudication(actor, input);
  if (result.ok) revalidatePath("/adjudication", "layout");
  return result;
});

export const commentOnTask = action(commentSchema, (actor, input) =>
  commands.commentOnTask(actor, input),
);
