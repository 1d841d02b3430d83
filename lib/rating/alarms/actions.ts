"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { alarmSchema, alarmSettingsSchema, raterSchema } from "./schema";

export const pauseRater = action(raterSchema, commands.pauseRater);
export const resumeRater = action(raterSchema, commands.resumeRater);
export const settleAlarm = action(alarmSchema, commands.settleAlarm);
export const changeAlarms = action(alarmSettingsSchema, commands.changeAlarms);
