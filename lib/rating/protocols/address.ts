import { pageAddress, words } from "@/lib/platform/address";

/** `from`: the preset that the form begins with. */
export const newProtocolPage = pageAddress("/protocols/new", { from: words(100) });
