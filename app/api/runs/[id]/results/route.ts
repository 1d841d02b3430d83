import { publicOrigin } from "@/lib/platform/public-origin";
import { idInUrl } from "@/lib/platform/fields";
import { route } from "@/lib/people/access/route";
import { accuracyRequest } from "@/lib/reporting/accuracy/schema";
import { openRunResults } from "@/lib/reporting/run-results/queries";
import { runResultsSchema } from "@/lib/reporting/run-results/schema";
import { attachment, streamBody } from "../../../download";

/**
 * A run's accuracy for publishing: `?format=hub&dataset=ORGANIZATION/NAME` or `?format=every-eval-ever`, further
 * `&revision=…&organization=…&relationship=…` and the parameters of the accuracy report.
 */
export const GET = route(async (actor, request, context: { params: Promise<{ id: string }> }) => {
  const runId = idInUrl.parse((await context.params).id);
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const file = await openRunResults(
    actor,
    runId,
    runResultsSchema.parse(parameters),
    accuracyRequest.parse({ ...parameters, runs: runId, questions: "rated" }),
    publicOrigin(),
  );
  return new Response(await streamBody(file.bytes), {
    headers: { ...attachment(file.fileName, file.mediaType), "cache-control": "no-store" },
  });
});
