import { z } from "zod";
import { clientKey, id } from "@/lib/platform/fields";

export const raterSchema = z.object({ campaignId: id, raterId: id, clientKey });
export const alarmSchema = z.object({ alarmId: id, clientKey });
/** When ratings of a campaign raise an alarm, and what it does. */
export const alarmSettingsSchema = z.object({
  campaignId: id,
  fastSeconds: z
    .number("Enter a number of seconds.")
    .int("Enter a whole number of seconds.")
    .min(1, "Enter 1 to 600 seconds.")
    .max(600, "Enter 1 to 600 seconds.")
    .nullable(),
  straightLining: z.boolean(),
  alarmPauses: z.boolean(),
  clientKey,
});
