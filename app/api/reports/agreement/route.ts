import { route } from "@/lib/people/access/route";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementReportTable } from "@/lib/reporting/agreement/rules";
import { agreementFileSchema, agreementRequestSchema } from "@/lib/reporting/agreement/schema";
import { parametersOf, reportResponse } from "../report-response";

/** The agreement of raters as the page shows it: `?campaign=1&format=json|csv|latex|markdown&table=pairs|…`. */
export const GET = route(async (actor, request) => {
  const parameters = parametersOf(request);
  const { format, table } = agreementFileSchema.parse(parameters);
  const report = await getAgreementReport(actor, agreementRequestSchema.parse(parameters));
  return reportResponse(
    format,
    report,
    () => agreementReportTable(report, table, format === "csv"),
    table === "pairs" ? "agreement" : `agreement-${table}`,
  );
});
