import { IconGavel } from "@tabler/icons-react";
import { EvaluatorTable } from "@/components/runs/evaluators/evaluator-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { listEvaluators } from "@/lib/runs/evaluators/queries";
import { evaluatorsPage } from "@/lib/runs/evaluators/address";

export const metadata = { title: "Evaluators" };

export default async function EvaluatorsPage({ searchParams }: PageProps<"/evaluators">) {
  const actor = await requireActor("runs.read");
  const { page } = evaluatorsPage.read(await searchParams);
  const evaluators = await listEvaluators(actor, page);
  const add = may(actor, "methods.manage") && (
    <LinkButton href="/evaluators/new">Add evaluator</LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Evaluators"
        description="Language models that judge responses, with versioned prompts. Raters see their verdicts only after rating."
        actions={evaluators.total > 0 ? add : undefined}
      />
      <EvaluatorTable
        rows={evaluators}
        href={evaluatorsPage.href}
        empty={
          <EmptyState
            icon={<IconGavel size={24} />}
            title="No evaluators yet"
            actions={add || undefined}
          >
            An automatic evaluator judges responses in both rating modes. Add FreshEval with a model
            of a connection, or import verdicts from files on the page of a run.
          </EmptyState>
        }
      />
    </>
  );
}
