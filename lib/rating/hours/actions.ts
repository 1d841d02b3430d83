"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { setRateSchema } from "./schema";

export const setRate = action(setRateSchema, commands.setRate);
