import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LiveProvider } from "@/components/live/use-live";
import { CLOSED_GROUPS_COOKIE, readClosedGroups } from "@/components/shell/closed-groups";
import { WorkbenchShell } from "@/components/shell/workbench-shell";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { countUnread } from "@/lib/people/notifications/queries";

export default async function WorkbenchLayout({ children }: { children: ReactNode }) {
  const actor = await requireActor();
  // Someone without a role has no inbox.
  const unread = may(actor, "account.manage") ? await countUnread(actor) : null;
  return (
    <LiveProvider userId={actor.userId}>
      <WorkbenchShell
        person={{ userId: actor.userId, name: actor.name, roles: actor.roles }}
        unread={unread}
        closedGroups={readClosedGroups((await cookies()).get(CLOSED_GROUPS_COOKIE)?.value)}
      >
        {children}
      </WorkbenchShell>
    </LiveProvider>
  );
}
