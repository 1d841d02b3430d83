import { IconListNumbers } from "@tabler/icons-react";
import { MethodTable } from "@/components/runs/methods/method-table";
import { PaperMethodsButton } from "@/components/runs/methods/preset-picker";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { missingMethods } from "@/lib/runs/generation/presets";
import { listMethods } from "@/lib/runs/generation/queries";

export const metadata = { title: "Methods" };

export default async function MethodsPage() {
  const actor = await requireActor("runs.read");
  const methods = await listMethods(actor);
  const manage = may(actor, "methods.manage");
  const missing = missingMethods(methods).map(({ key }) => key);
  return (
    <>
      <PageHeader
        title="Methods"
        description="Ways to ask a model for responses: prompts, searches and demonstrations."
        actions={
          manage &&
          methods.length > 0 && (
            <>
              {missing.length > 0 && <PaperMethodsButton presets={missing} variant="default" />}
              <LinkButton href="/methods/new">Add method</LinkButton>
            </>
          )
        }
      />
      {methods.length > 0 ? (
        <MethodTable methods={methods} />
      ) : (
        <EmptyState
          icon={<IconListNumbers size={24} />}
          title="No methods yet"
          actions={
            manage && (
              <>
                <PaperMethodsButton presets={missing} />
                <LinkButton href="/methods/new" variant="default">
                  Choose or write methods
                </LinkButton>
              </>
            )
          }
        >
          The FreshLLMs paper compares plain, few-shot and chain-of-thought prompts, Self-Ask,
          FreshPrompt and search results alone.
        </EmptyState>
      )}
    </>
  );
}
