import { findingsReport } from "@/app/api/findings-report";
import { route } from "@/lib/people/access/route";
import { reportedProblem } from "@/lib/runs/responses/finding-messages";
import { allProblems, responseImportProgress } from "@/lib/runs/responses/queries";
import { idInUrl } from "@/lib/platform/fields";

/** Every record of an import that was left out or is worth a look, as a CSV report: place, problem and remedy. */
export const GET = route(
  async (actor, _request, context: { params: Promise<{ importId: string }> }) => {
    const importId = idInUrl.parse((await context.params).importId);
    const { fileName } = await responseImportProgress(actor, importId);
    return findingsReport(fileName, "problems", allProblems(actor, importId), reportedProblem);
  },
);
