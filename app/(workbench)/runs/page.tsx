import { IconRobot } from "@tabler/icons-react";
import { RunTable } from "@/components/runs/run-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { listRuns } from "@/lib/runs/models/queries";
import { runsPage } from "@/lib/runs/models/address";

export const metadata = { title: "Model runs" };

export default async function RunsPage({ searchParams }: PageProps<"/runs">) {
  const actor = await requireActor("runs.read");
  const state = runsPage.read(await searchParams);
  const runs = await listRuns(actor, state);
  const add = may(actor, "runs.manage") && <LinkButton href="/runs/new">Add run</LinkButton>;
  return (
    <>
      <PageHeader
        title="Model runs"
        description="Model responses to the questions of a release, with run configuration."
        actions={runs.total > 0 ? add : undefined}
      />
      <RunTable
        rows={runs}
        sort={state.sort}
        href={(change) => runsPage.href({ ...state, ...change })}
        empty={
          <EmptyState icon={<IconRobot size={24} />} title="No runs yet" actions={add || undefined}>
            A run is a model&apos;s responses to one release. Add the model and the run, then import
            the responses.
          </EmptyState>
        }
      />
    </>
  );
}
