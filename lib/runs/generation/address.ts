import { questionId } from "@/lib/dataset/questions/address";
import { pageAddress, words } from "@/lib/platform/address";

/** `from`: the preset that the form begins with. */
export const newMethodPage = pageAddress("/methods/new", { from: words(100) });

/** `question`: the one that the preview shows. */
export const methodPage = pageAddress("/methods/[id]", { question: questionId });
