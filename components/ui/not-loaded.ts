import { notifications } from "./notifications";

/** What is said where a script that was wanted did not come. */
export const NOT_LOADED = "Part of this page couldn’t be loaded. Reload the page to try again.";

export function notifyNotLoaded(): void {
  notifications.show({ color: "red", message: NOT_LOADED });
}
