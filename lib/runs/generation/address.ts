import { pageAddress, rowId, words, type AddressPart } from "@/lib/platform/address";

/** `from`: the preset that the form begins with. */
export const newMethodPage = pageAddress("/methods/new", { from: words(100) });

/** "17" or "Q17". */
const questionId: AddressPart<number | null> = {
  read: (text) => rowId.read(text.trim().replace(/^q/i, "")),
  write: rowId.write,
};
/** `question`: the one that the preview shows. */
export const methodPage = pageAddress("/methods/[id]", { question: questionId });
