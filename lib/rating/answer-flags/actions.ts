"use server";

import { revalidatePath } from "next/cache";
import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { settleTicketsSchema } from "./schema";

export const settleTickets = action(settleTicketsSchema, async (actor, input) => {
  const result = await commands.settleTickets(actor, input);
  // The count beside "Tickets" is on every page.
  if (result.ok) revalidatePath("/", "layout");
  return result;
});
