import type { ReactNode } from "react";
import { requireActor } from "@/lib/people/access/session";

// Above the loading state: once that is sent, the answer could not be 403 any more.
export default async function Layout({ children }: { children: ReactNode }) {
  await requireActor("reports.read");
  return children;
}
