import { attachment, streamBody } from "@/app/api/download";
import { route } from "@/lib/people/access/route";
import { writeFindingsCsv } from "@/lib/dataset/file-formats/write-findings-csv";
import { reportedProblem } from "@/lib/runs/responses/finding-messages";
import { allProblems, responseImportProgress } from "@/lib/runs/responses/queries";
import { idInUrl } from "@/lib/platform/fields";

/** Every record of an import that was left out or is worth a look, as a CSV report: place, problem and remedy. */
export const GET = route(
  async (actor, _request, context: { params: Promise<{ importId: string }> }) => {
    const { importId, fileName } = await responseImportProgress(
      actor,
      idInUrl.parse((await context.params).importId),
    );
    const name = `${fileName.replace(/\.[^.]*$/, "").replace(/[^\w.-]+/g, "_")}-problems.csv`;
    async function* problems() {
      for await (const batch of allProblems(actor, importId)) yield* batch.map(reportedProblem);
    }
    return new Response(await streamBody(writeFindingsCsv(problems(), (found) => found.words)), {
      headers: { ...attachment(name, "text/csv; charset=utf-8"), "cache-control": "no-store" },
    });
  },
);
