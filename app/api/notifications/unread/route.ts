import { route } from "@/lib/people/access/route";
import { countUnread } from "@/lib/people/notifications/queries";

/** How many notices the reader has not read: asked every minute by every open window. */
export const GET = route(async (actor) =>
  Response.json({ unread: await countUnread(actor) }, { headers: { "cache-control": "no-store" } }),
);
