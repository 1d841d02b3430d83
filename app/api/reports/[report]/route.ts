import { route } from "@/lib/people/access/route";
import { NotFound } from "@/lib/platform/errors";
import { REPORTS } from "@/lib/reporting/reports";
import { answerWithReport } from "../../report-file";

/** Any report as a file: `/api/reports/accuracy?runs=1,2&format=json|csv|latex|markdown&…`, by the parameters of its page. */
export const GET = route(
  async (actor, request, context: { params: Promise<{ report: string }> }) => {
    const { report: wanted } = await context.params;
    const read = Object.hasOwn(REPORTS, wanted) ? REPORTS[wanted]!.file : undefined;
    if (read === undefined) throw new NotFound(`The report “${wanted}”`);
    return answerWithReport(request, (parameters, format) => read(actor, parameters, format));
  },
);
