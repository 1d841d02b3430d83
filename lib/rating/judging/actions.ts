"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { correctJudgmentSchema, updateRatingSettingsSchema } from "./schema";

export const correctJudgment = action(correctJudgmentSchema, (actor, input) =>
  commands.correctJudgment(actor, input),
);
export const updateRatingSettings = action(updateRatingSettingsSchema, (actor, input) =>
  commands.updateRatingSettings(actor, input),
);
