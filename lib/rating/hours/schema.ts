import { z } from "zod";
import { day } from "@/lib/platform/days";
import { clientKey, id } from "@/lib/platform/fields";
import { RATE_UNITS } from "./vocabulary";

export const setRateSchema = z.object({
  raterId: id,
  unit: z.enum(RATE_UNITS),
  /** Digits: money is never a binary fraction. Null: nothing is paid from that day on. */
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,8}(\.\d{1,4})?$/, "Enter an amount such as 18.50.")
    .nullable(),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, "Enter a currency code such as EUR."),
  validFrom: day("Enter a date."),
  clientKey,
});
