import { flag, pageAddress, pageNumber, type AddressState } from "@/lib/platform/address";

export const inboxPage = pageAddress("/inbox", { unread: flag, page: pageNumber() });
export type InboxState = AddressState<typeof inboxPage>;
