import { pageAddress, pageNumber, rowId } from "@/lib/platform/address";

export const runsPage = pageAddress("/runs", { page: pageNumber() });
export const newRunPage = pageAddress("/runs/new", { model: rowId });
export const modelsPage = pageAddress("/models", { page: pageNumber() });
export const modelPage = pageAddress("/models/[modelId]", { page: pageNumber() });
