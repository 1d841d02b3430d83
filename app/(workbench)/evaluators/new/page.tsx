import { Alert } from "@mantine/core";
import { EvaluatorForm } from "@/components/runs/evaluators/evaluator-form";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { listConnectionChoices } from "@/lib/runs/connections/queries";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import { getEvaluator } from "@/lib/runs/evaluators/queries";
import { newEvaluatorPage } from "@/lib/runs/evaluators/address";

export const metadata = { title: "Add evaluator" };

/** With `?of=ID`: the next version of that evaluator's family, beginning with what it says. */
export default async function NewEvaluatorPage({ searchParams }: PageProps<"/evaluators/new">) {
  const actor = await requireActor("methods.manage");
  const { of } = newEvaluatorPage.read(await searchParams);
  const [{ models }, based] = await Promise.all([
    listConnectionChoices(actor),
    of === null ? null : orNotFound(getEvaluator(actor, of)),
  ]);
  const definition = based?.definition ?? null;
  const model = models.find(({ servedModelId }) => servedModelId === based?.model?.servedModelId);
  return (
    <>
      <PageHeader
        title={based === null ? "Add evaluator" : `New version of ${based.family}`}
        breadcrumbs={[{ label: "Evaluators", href: "/evaluators" }]}
        description={
          based === null
            ? "Starts from FreshEval: one prompt for each rating mode, with 15 examples."
            : "Reports name and compare versions. Earlier verdicts stay with their version."
        }
      />
      {based !== null && definition === null ? (
        <Alert title="No prompts" maw={640}>
          Verdicts of {based.family} are imported from files. Add a separate evaluator instead.
        </Alert>
      ) : models.length === 0 ? (
        <Alert title="No models yet" maw={640}>
          An evaluator needs a model of a connection. Ask an administrator to add a connection
          first.
        </Alert>
      ) : (
        <EvaluatorForm
          purpose={
            based === null ? { kind: "new" } : { kind: "version", evaluatorId: based.evaluatorId }
          }
          models={models}
          definition={definition ?? freshEvalDefinition()}
          about={{
            name: "",
            servedModelId: model?.servedModelId ?? null,
            note: based?.note ?? "",
          }}
        />
      )}
    </>
  );
}
