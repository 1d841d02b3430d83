"use server";

import { revalidatePath } from "next/cache";
import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { updateLeaderboardSchema } from "./schema";

export const updateLeaderboard = action(updateLeaderboardSchema, async (actor, input) => {
  const result = await commands.updateLeaderboard(actor, input);
  if (result.ok) {
    revalidatePath("/leaderboard", "layout");
    revalidatePath("/public", "layout");
  }
  return result;
});
