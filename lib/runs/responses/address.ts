import { one, oneOr, pageAddress, pageNumber } from "@/lib/platform/address";
import { ROW_PROBLEMS } from "./vocabulary";

export const SHOWN_RESPONSES = ["all", "answered", "empty", "unanswered"] as const;
export type ShownResponses = (typeof SHOWN_RESPONSES)[number];

export const runPage = pageAddress("/runs/[id]", {
  show: oneOr(SHOWN_RESPONSES, "all"),
  /** How a file is to be read that is imported next. */
  as: one(["table"]),
  page: pageNumber(),
});

/** `problem`: the one whose rows are listed; null: all. */
export const responseImportPage = pageAddress("/runs/[id]/imports/[importId]", {
  problem: one(ROW_PROBLEMS),
  page: pageNumber(),
});
