import { truthProblem } from "./rules";
import type { DatasetDay } from "@/lib/dataset/schedule/schema";
import type { ReportTruth } from "./schema";
import type { Given, Parameters, ReportRequest } from "@/lib/reporting/requests/parameters";
import { type SearchParams } from "@/lib/platform/address";

/** What a report's URL asks for; or what is wrong with it, which is nothing before anything is chosen. */
export type ReportUrl<Request, View> =
  { ok: true; request: Request; view: View } | { ok: false; problems: string[] };

/**
 * Reads a report's URL.
 * @param asked what the report is computed from, and how it is shown
 * @param datasetDay reads the present day, where a day is asked for
 */
export async function readReportUrl<P extends Parameters, Asked, Q extends Parameters, View>(
  searchParams: SearchParams,
  asked: { request: ReportRequest<P, Asked>; view: ReportRequest<Q, View> },
  datasetDay: () => Promise<DatasetDay>,
): Promise<ReportUrl<Asked, View>> {
  const request = asked.request.schema.safeParse(searchParams);
  const view = asked.view.schema.safeParse(searchParams);
  const truth = truthOf(request.data);
  const future = truth === "release" ? null : truthProblem(truth, await datasetDay());
  if (request.success && view.success && future === null)
    return { ok: true, request: request.data, view: view.data };
  const problems = [...(request.error?.issues ?? []), ...(view.error?.issues ?? [])]
    .map(({ message }) => message)
    .concat(future ?? []);
  return {
    ok: false,
    problems: asked.request.isChosen(searchParams) ? [...new Set(problems)] : [],
  };
}

/** The day that a request takes its correct answers from, where it has such a parameter (`counting`). */
function truthOf(request: unknown): ReportTruth {
  const asked = typeof request === "object" && request !== null && "truth" in request;
  return asked && typeof request.truth === "string" ? request.truth : "release";
}

/** The parameters with what the report begins with where the URL does not say yet what it is of. @param begin null: there is nothing */
export function orBegin<P extends Parameters>(
  searchParams: SearchParams,
  request: Pick<ReportRequest<P, unknown>, "isChosen" | "texts">,
  begin: Given<P> | null,
): SearchParams {
  return begin === null || request.isChosen(searchParams)
    ? searchParams
    : { ...searchParams, ...request.texts(begin) };
}
