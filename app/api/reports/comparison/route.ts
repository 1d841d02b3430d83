import { route } from "@/lib/people/access/route";
import { compareRuns } from "@/lib/reporting/accuracy/queries";
import { comparisonDataTable, comparisonTable } from "@/lib/reporting/accuracy/rules";
import {
  accuracyFileSchema,
  comparisonRequestSchema,
  comparisonViewSchema,
} from "@/lib/reporting/accuracy/schema";
import { parametersOf, reportResponse } from "../report-response";

/** Two runs compared: `?first=1&second=2&format=json|csv|latex|markdown&…`. */
export const GET = route(async (actor, request) => {
  const parameters = parametersOf(request);
  const [{ format }, { measure }] = [
    accuracyFileSchema.parse(parameters),
    comparisonViewSchema.parse(parameters),
  ];
  const report = await compareRuns(actor, comparisonRequestSchema.parse(parameters));
  if (format === "csv")
    return reportResponse(format, report, () => comparisonDataTable(report), "comparison");
  return reportResponse(
    format,
    report,
    () => comparisonTable(report, measure),
    `comparison-${measure}`,
  );
});
