import type { ReactNode } from "react";
import { WorkbenchShell } from "@/components/shell/workbench-shell";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { countUnread } from "@/lib/people/notifications/queries";
import { countOpenFlags } from "@/lib/rating/answer-flags/queries";

export default async function WorkbenchLayout({ children }: { children: ReactNode }) {
  const actor = await requireActor();
  // Someone without a role has no inbox.
  const [unread, flags] = await Promise.all([
    may(actor, "account.manage") ? countUnread(actor) : null,
    may(actor, "tickets.settle") ? countOpenFlags(actor) : null,
  ]);
  return (
    <WorkbenchShell person={{ name: actor.name, roles: actor.roles }} unread={unread} flags={flags}>
      {children}
    </WorkbenchShell>
  );
}
