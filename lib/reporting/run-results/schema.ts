import { z } from "zod";
import { line } from "@/lib/platform/text";
import { chosen, oneOf } from "@/lib/reporting/requests/parameters";
import { RELATIONSHIPS, RESULT_FORMATS } from "./vocabulary";

/** What `GET /api/runs/[id]/results` understands beside the parameters of the accuracy report. */
export const runResultsSchema = z
  .object({
    format: z.enum(RESULT_FORMATS, `Format must be ${RESULT_FORMATS.join(" or ")}.`),
    /** The dataset on the Hub that the release stands in; its page lists the results. */
    dataset: chosen(
      line(200)
        .regex(
          /^[\w][\w.-]*\/[\w][\w.-]*$/,
          "Enter the dataset as the Hub has it: ORGANIZATION/NAME.",
        )
        .optional(),
    ),
    /** Its commit, where the results are of no later one. */
    revision: chosen(
      line(40)
        .regex(/^[0-9a-f]{7,40}$/, "Enter the revision as the Hub has it: a commit’s hash.")
        .optional(),
    ),
    /** Who reports the results, and how they stand to the model. */
    organization: chosen(line(200).optional()),
    relationship: oneOf("Relationship", RELATIONSHIPS, "other"),
  })
  .refine(({ format, dataset }) => format !== "hub" || dataset !== undefined, {
    path: ["dataset"],
    message: "Enter the dataset on the Hub: ORGANIZATION/NAME.",
  });
export type RunResultsRequest = z.output<typeof runResultsSchema>;
