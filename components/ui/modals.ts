import type { modals as Kit } from "@mantine/modals";
import { notifyNotLoaded } from "./not-loaded";

type Opens = Pick<typeof Kit, "open" | "openConfirmModal" | "closeAll">;

/** Brings the kit's modals and what shows them. They come with the first that is opened: hardly any visit opens one. */
function kit(act: (modals: Opens) => void): void {
  void import("./modals-kit").then(({ shownModals }) => shownModals).then(act, notifyNotLoaded);
}

/** The kit's modals that are opened by a call. */
export const modals = {
  open: (modal: Parameters<Opens["open"]>[0]) => kit((shown) => void shown.open(modal)),
  openConfirmModal: (modal: Parameters<Opens["openConfirmModal"]>[0]) =>
    kit((shown) => void shown.openConfirmModal(modal)),
  closeAll: () => kit((shown) => shown.closeAll()),
};
