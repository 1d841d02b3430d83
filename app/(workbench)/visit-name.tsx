import { headers } from "next/headers";
import { leftVisitCookie } from "@/components/desk/left-visit";

/**
 * Has the browser know the visit that came with a page, as one that this window leaves, until the desk's scripts run: what
 * is loaded again before that shows the same item.
 */
export async function VisitName({ visit }: { visit: string }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const script = `document.cookie=${JSON.stringify(leftVisitCookie(visit))}`;
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
  );
}
