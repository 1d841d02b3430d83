import type { ReactNode } from "react";
import { WorkbenchShell } from "@/components/shell/workbench-shell";
import { requireActor } from "@/lib/access/session";

export default async function WorkbenchLayout({ children }: { children: ReactNode }) {
  const actor = await requireActor();
  return <WorkbenchShell person={{ name: actor.name, roles: actor.roles }}>{children}</WorkbenchShell>;
}
