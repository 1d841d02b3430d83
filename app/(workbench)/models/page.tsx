import { IconRobot } from "@tabler/icons-react";
import { ModelTable } from "@/components/runs/model-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { listModels, MODELS_PER_PAGE } from "@/lib/runs/models/queries";
import { modelsPage } from "@/lib/runs/models/address";

export const metadata = { title: "Models" };

export default async function ModelsPage({ searchParams }: PageProps<"/models">) {
  const actor = await requireActor("runs.read");
  const { page } = modelsPage.read(await searchParams);
  const { models, total } = await listModels(actor, page);
  const add = may(actor, "runs.manage") && <LinkButton href="/models/new">Add model</LinkButton>;
  return (
    <>
      <PageHeader
        title="Models"
        description="Model details shown in reports."
        actions={total > 0 ? add : undefined}
      />
      {total === 0 ? (
        <EmptyState icon={<IconRobot size={24} />} title="No models yet" actions={add || undefined}>
          Add a model with its provider, size and knowledge cutoff.
        </EmptyState>
      ) : (
        <ModelTable models={models} page={page} pageSize={MODELS_PER_PAGE} total={total} />
      )}
    </>
  );
}
