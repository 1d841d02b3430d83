import { rowId, type AddressPart } from "@/lib/platform/address";
import { MAX_INT } from "@/lib/platform/plain-fields";

/** The id in an address: "17" or "Q17"; null when it is neither. */
export function readQuestionId(text: string): number | null {
  const id = /^q?([1-9]\d{0,9})$/i.exec(text)?.[1];
  return id === undefined || Number(id) > MAX_INT ? null : Number(id);
}

/** The id of a question, as readQuestionId() reads it. */
export const questionId: AddressPart<number | null> = {
  read: (text) => readQuestionId(text.trim()),
  write: rowId.write,
};

/** The address of a question's page. */
export const questionHref = ({ questionId: id }: { questionId: number }): string =>
  `/questions/${id}`;
