import { SIGNED_IN_KEY } from "@/components/ui/device-keys";
import { keepText, readText } from "@/components/ui/device-storage";

/** Whoever loads a page of the workbench is the one whose desks open offline here: what was kept of anyone else goes. */
export function takeDevice(userId: number): void {
  if (readText(SIGNED_IN_KEY) === String(userId)) return;
  keepText(SIGNED_IN_KEY, String(userId));
  import("./shelf").then(({ dropOthers }) => dropOthers(userId)).catch(() => {});
}
