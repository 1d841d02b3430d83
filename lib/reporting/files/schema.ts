import { z } from "zod";
import { TABLE_FORMATS } from "./write-table";

/** What the URL of a report's file says about its format: the whole report as JSON, or its table. */
export const reportFileSchema = z.object({
  format: z
    .enum(["json", ...TABLE_FORMATS], "Format must be json, csv, latex or markdown.")
    .default("json"),
});
export type ReportFormat = z.output<typeof reportFileSchema>["format"];
