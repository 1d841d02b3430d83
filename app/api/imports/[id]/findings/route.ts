import { findingsReport } from "@/app/api/findings-report";
import { route } from "@/lib/people/access/route";
import { describeFinding } from "@/lib/dataset/imports/finding-messages";
import { importFindings } from "@/lib/dataset/imports/plan-queries";
import { importProgress } from "@/lib/dataset/imports/queries";
import { idInUrl } from "@/lib/platform/fields";

/** Everything found in an import's file, as a CSV report: record, column, value, problem and remedy. */
export const GET = route(async (actor, _request, context: { params: Promise<{ id: string }> }) => {
  const importId = idInUrl.parse((await context.params).id);
  const { fileName } = await importProgress(actor, importId);
  return findingsReport(fileName, "findings", importFindings(actor, importId), (finding) => ({
    ...finding,
    words: describeFinding(finding),
  }));
});
