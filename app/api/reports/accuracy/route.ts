import { route } from "@/lib/people/access/route";
import { getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import { accuracyDataTable, accuracyReportTable } from "@/lib/reporting/accuracy/rules";
import {
  accuracyFileSchema,
  accuracyRequestSchema,
  accuracyViewSchema,
} from "@/lib/reporting/accuracy/schema";
import { parametersOf, reportResponse } from "../report-response";

/** The accuracy of runs as the page shows it: `?runs=1,2&format=json|csv|latex|markdown&…`. */
export const GET = route(async (actor, request) => {
  const parameters = parametersOf(request);
  const [{ format }, view] = [
    accuracyFileSchema.parse(parameters),
    accuracyViewSchema.parse(parameters),
  ];
  const report = await getAccuracyReport(actor, accuracyRequestSchema.parse(parameters));
  // CSV is for programs and has every measure at once.
  if (format === "csv")
    return reportResponse(format, report, () => accuracyDataTable(report), "accuracy");
  return reportResponse(
    format,
    report,
    () => accuracyReportTable(report, view),
    `accuracy-${view.measure}`,
  );
});
