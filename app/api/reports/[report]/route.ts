import { route } from "@/lib/people/access/route";
import { NotFound } from "@/lib/platform/errors";
import { reportFile, REPORTS, type Report } from "@/lib/reporting/reports";
import { answerWithReport } from "../../report-file";

/** Any report as a file: `/api/reports/accuracy?runs=1,2&format=json|csv|latex|markdown&…`, by the parameters of its page. */
export const GET = route(
  async (actor, request, context: { params: Promise<{ report: string }> }) => {
    const { report: wanted } = await context.params;
    const report: Report | undefined = Object.hasOwn(REPORTS, wanted)
      ? REPORTS[wanted as keyof typeof REPORTS]
      : undefined;
    if (report === undefined) throw new NotFound(`The report “${wanted}”`);
    return answerWithReport(request, (parameters, format) =>
      reportFile(report, actor, parameters, format),
    );
  },
);
