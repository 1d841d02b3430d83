import type { z } from "zod";
import { truthProblem } from "./rules";
import type { DatasetDay } from "@/lib/dataset/schedule/schema";
import type { ReportTruth } from "./schema";
import { type SearchParams } from "@/lib/platform/address";

/** What a report's URL asks for; or what is wrong with it, which is nothing before anything is chosen. */
export type ReportUrl<Request, View> =
  { ok: true; request: Request; view: View } | { ok: false; problems: string[] };

/**
 * Reads a report's URL.
 * @param schemas of what the report is computed from, and of how it is shown
 * @param required the parameters without which nothing is chosen yet; none: every problem is returned
 * @param datasetDay reads the present day, where a day is asked for
 */
export async function readReportUrl<Request extends { truth: ReportTruth }, View>(
  searchParams: SearchParams,
  schemas: { request: z.ZodType<Request>; view: z.ZodType<View> },
  required: readonly string[],
  datasetDay: () => Promise<DatasetDay>,
): Promise<ReportUrl<Request, View>> {
  const request = schemas.request.safeParse(searchParams);
  const view = schemas.view.safeParse(searchParams);
  const truth = request.data?.truth ?? "release";
  const future = truth === "release" ? null : truthProblem(truth, await datasetDay());
  if (request.success && view.success && future === null)
    return { ok: true, request: request.data, view: view.data };
  const problems = [...(request.error?.issues ?? []), ...(view.error?.issues ?? [])]
    .map(({ message }) => message)
    .concat(future ?? []);
  return {
    ok: false,
    problems:
      required.length === 0 || isChosen(searchParams, required) ? [...new Set(problems)] : [],
  };
}

/** The parameters with what the report begins with where the URL does not say yet what it is of. @param begin null: there is nothing */
export function orBegin(
  searchParams: SearchParams,
  required: readonly string[],
  begin: Readonly<Record<string, string>> | null,
): SearchParams {
  return begin === null || isChosen(searchParams, required)
    ? searchParams
    : { ...searchParams, ...begin };
}

/** Whether the URL has one of the parameters without which nothing is chosen yet. */
function isChosen(searchParams: SearchParams, required: readonly string[]): boolean {
  return required.some((name) => ![undefined, ""].includes(searchParams[name] as string));
}

/**
 * What is wrong with the request of a report that its query may refuse, too; nothing before anything is chosen.
 * @param required the parameters without which nothing is chosen yet
 * @param refusal the query's, null: none
 */
export function requestProblems(
  searchParams: SearchParams,
  required: readonly string[],
  error: z.ZodError | undefined,
  refusal: { message: string } | null,
): string[] {
  if (error === undefined) return refusal === null ? [] : [refusal.message];
  return isChosen(searchParams, required) ? error.issues.map(({ message }) => message) : [];
}
