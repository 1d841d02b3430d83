import { route } from "@/lib/access/route";
import { getAccuracyReport } from "@/lib/accuracy-reports/queries";
import { accuracyDataTable, accuracyReportTable } from "@/lib/accuracy-reports/rules";
import {
  accuracyFileSchema,
  accuracyRequestSchema,
  accuracyViewSchema,
} from "@/lib/accuracy-reports/schema";
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
