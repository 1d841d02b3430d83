import { IconRobot } from "@tabler/icons-react";
import { ModelTable } from "@/components/runs/model-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { listModels } from "@/lib/runs/models/queries";
import { modelsPage } from "@/lib/runs/models/address";

export const metadata = { title: "Models" };

export default async function ModelsPage({ searchParams }: PageProps<"/models">) {
  const actor = await requireActor("runs.read");
  const state = modelsPage.read(await searchParams);
  const models = await listModels(actor, state);
  const add = may(actor, "runs.manage") && <LinkButton href="/models/new">Add model</LinkButton>;
  return (
    <>
      <PageHeader
        title="Models"
        description="Model details shown in reports."
        actions={models.total > 0 ? add : undefined}
      />
      <ModelTable
        rows={models}
        sort={state.sort}
        href={(change) => modelsPage.href({ ...state, ...change })}
        empty={
          <EmptyState
            icon={<IconRobot size={24} />}
            title="No models yet"
            actions={add || undefined}
          >
            Add a model with its provider, size and knowledge cutoff.
          </EmptyState>
        }
      />
    </>
  );
}
