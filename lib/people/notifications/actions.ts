"use server";

import { revalidatePath } from "next/cache";
import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { updateEmailPreferenceSchema, markReadSchema } from "./schema";

export const markRead = action(markReadSchema, async (actor, input) => {
  const result = await commands.markRead(actor, input);
  // The count beside "Inbox" is on every page.
  if (result.ok) revalidatePath("/", "layout");
  return result;
});

export const updateEmailPreference = action(updateEmailPreferenceSchema, (actor, input) =>
  commands.updateEmailPreference(actor, input),
);
