import { rowId, type AddressPart } from "@/lib/platform/address";
import { readQuestionId } from "./rules";

/** The id of a question: "17" or "Q17". */
export const questionId: AddressPart<number | null> = {
  read: (text) => readQuestionId(text.trim()),
  write: rowId.write,
};
