import { notifications } from "./notifications";
import { isUnknown, titleOf } from "@/lib/platform/lost-answers";
import type { Refusal } from "@/lib/platform/result";

/** Shows a refusal as a message in the corner. @param title what was not done: "Not withdrawn"; not said where no one knows */
export function notifyRefusal(title: string, refusal: Refusal): void {
  notifications.show({
    color: "red",
    title: titleOf(refusal, title),
    message: refusal.message,
    autoClose: isUnknown(refusal) ? false : 12_000,
  });
}
