import { listOf, pageAddress, rowId, type AddressState } from "@/lib/platform/address";

const RUNS = listOf(["name", "model", "release", "date", "responses"]);
export const runsPage = pageAddress("/runs", RUNS);
export type RunsState = AddressState<typeof runsPage>;
export const newRunPage = pageAddress("/runs/new", { model: rowId });

export const modelsPage = pageAddress("/models", listOf(["name", "provider", "cutoff", "runs"]));
export type ModelsState = AddressState<typeof modelsPage>;
/** With a list of its runs. */
export const modelPage = pageAddress("/models/[modelId]", RUNS);

/** The address of a run's page, as it is opened first. */
export const runHref = ({ runId }: { runId: number }): string => `/runs/${runId}`;
