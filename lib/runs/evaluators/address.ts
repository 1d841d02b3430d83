import { oneOr, pageAddress, pageNumber, rowId } from "@/lib/platform/address";
import { JUDGING_MODES } from "./vocabulary";

export const evaluatorsPage = pageAddress("/evaluators", { page: pageNumber() });
/** `mode`: the one whose prompt is shown. */
export const evaluatorPage = pageAddress("/evaluators/[id]", {
  mode: oneOr(JUDGING_MODES, "relaxed"),
});
/** `of`: the evaluator that the form begins with. */
export const newEvaluatorPage = pageAddress("/evaluators/new", { of: rowId });
