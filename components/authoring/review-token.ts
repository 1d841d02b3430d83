import { newClientKey } from "@/components/ui/client-key";

const KEY = "freshqa-review-token";
let made: string | null = null;

/** Names this window as the holder of what it reviews; a reload keeps it, another window has its own. */
export function reviewToken(): string {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept !== null) return kept;
    made ??= newClientKey();
    sessionStorage.setItem(KEY, made);
  } catch {
    // No storage: the token lasts as long as the page.
  }
  return (made ??= newClientKey());
}
