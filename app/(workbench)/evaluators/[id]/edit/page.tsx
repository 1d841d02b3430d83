import { Alert } from "@mantine/core";
import { EvaluatorForm } from "@/components/runs/evaluators/evaluator-form";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { listConnectionChoices } from "@/lib/runs/connections/queries";
import { getEvaluator } from "@/lib/runs/evaluators/queries";
import { newEvaluatorPage } from "@/lib/runs/evaluators/address";

export const metadata = { title: "Edit evaluator" };

export default async function EditEvaluatorPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor("methods.manage");
  const evaluator = await orNotFound(getEvaluator(actor, idInAddress((await params).id)));
  const { evaluatorId, name, note, edits, definition, model, frozen } = evaluator;
  const { models } = await listConnectionChoices(actor);
  // The version's own model stays a choice after it was archived.
  const choices =
    model === null || models.some(({ servedModelId }) => servedModelId === model.servedModelId)
      ? models
      : [...models, model];
  return (
    <>
      <PageHeader
        title="Edit evaluator"
        breadcrumbs={[
          { label: "Evaluators", href: "/evaluators" },
          { label: name, href: `/evaluators/${evaluatorId}` },
        ]}
      />
      {definition === null || frozen ? (
        <Alert title="This version can't be edited" maw={640}>
          {definition === null
            ? "Its verdicts are imported from files."
            : "A job has used it, so it can't change."}
          {definition !== null && (
            <div>
              <LinkButton href={newEvaluatorPage.href({ of: evaluatorId })} size="xs" mt="sm">
                New version
              </LinkButton>
            </div>
          )}
        </Alert>
      ) : (
        <EvaluatorForm
          purpose={{ kind: "edit", evaluatorId, edits }}
          models={choices}
          definition={definition}
          about={{ name, servedModelId: model?.servedModelId ?? null, note }}
        />
      )}
    </>
  );
}
