import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";

interface NothingRatedProps {
  icon: ReactNode;
  mayManage: boolean;
  /** What the report needs. */
  children?: ReactNode;
}

/** Stands in the place of a report before anything is rated, with the next step. */
export function NothingRated({ icon, mayManage, children }: NothingRatedProps) {
  return (
    <EmptyState
      icon={icon}
      title="Nothing rated yet"
      actions={
        mayManage && (
          <>
            <LinkButton href="/runs/new" variant="default">
              Add run
            </LinkButton>
            <LinkButton href="/campaigns/new">New campaign</LinkButton>
          </>
        )
      }
    >
      {children ?? "Numbers appear here once responses have been rated."}
      {mayManage
        ? " Import a model's responses into a run, then have raters rate them in a campaign."
        : " Maintainers import responses and plan the campaigns in which they are rated."}
    </EmptyState>
  );
}
