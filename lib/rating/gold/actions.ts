"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { setGoldAnswersSchema, withdrawGoldAnswersSchema } from "./schema";

export const setGoldAnswers = action(setGoldAnswersSchema, commands.setGoldAnswers);
export const withdrawGoldAnswers = action(withdrawGoldAnswersSchema, commands.withdrawGoldAnswers);
