import { z } from "zod";
import { day } from "@/lib/platform/days";
import { clientKey, id, idInUrl } from "@/lib/platform/fields";
import { HOUR_PERIODS, RATE_UNITS } from "./vocabulary";

export * from "./vocabulary";

/** The address of the page and its file; anything else is its default. */
export const hoursSchema = z.object({
  from: day("Enter a date.").nullable().catch(null).default(null),
  to: day("Enter a date.").nullable().catch(null).default(null),
  by: z.enum(HOUR_PERIODS).catch("month").default("month"),
  rater: idInUrl.nullable().catch(null).default(null),
});
export type HoursRequest = z.output<typeof hoursSchema>;

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
