import type { ReactNode } from "react";
import { WorkbenchShell } from "@/components/shell/workbench-shell";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { countUnread } from "@/lib/people/notifications/queries";
import { countTickets } from "@/lib/rating/answer-flags/queries";

export default async function WorkbenchLayout({ children }: { children: ReactNode }) {
  const actor = await requireActor();
  // Someone without a role has no inbox.
  const [unread, tickets] = await Promise.all([
    may(actor, "account.manage") ? countUnread(actor) : null,
    may(actor, "tickets.settle") ? countTickets(actor) : null,
  ]);
  return (
    <WorkbenchShell
      person={{ name: actor.name, roles: actor.roles }}
      unread={unread}
      tickets={tickets}
    >
      {children}
    </WorkbenchShell>
  );
}
