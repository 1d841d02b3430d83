import { newClientKey } from "@/components/ui/client-key";
import { REVIEW_TOKEN_KEY } from "@/components/ui/device-keys";
import { deviceStorage, keepText, readText } from "@/components/ui/device-storage";

let made: string | null = null;

/** Names this window as the holder of what it reviews; a reload keeps it, another window has its own. */
export function reviewToken(): string {
  const tab = deviceStorage("tab");
  const kept = readText(REVIEW_TOKEN_KEY, tab);
  if (kept !== null) return kept;
  made ??= newClientKey();
  // Where nothing is kept, the token lasts as long as the page.
  keepText(REVIEW_TOKEN_KEY, made, tab);
  return made;
}
