import { IconListNumbers } from "@tabler/icons-react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { formatCount, formatDay } from "@/lib/platform/format";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { listDemonstrationSets } from "@/lib/runs/generation/queries";

export const metadata = { title: "Demonstrations" };

export default async function DemonstrationsPage() {
  const actor = await requireActor("runs.read");
  const sets = await listDemonstrationSets(actor);
  const add = may(actor, "methods.manage") && (
    <LinkButton href="/methods/demonstrations/new">Add demonstration set</LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Demonstrations"
        description="Questions with worked answers that prompts show first. They are never asked with the same prompt."
        actions={sets.length > 0 && add}
      />
      {sets.length === 0 ? (
        <EmptyState
          icon={<IconListNumbers size={24} />}
          title="No demonstration sets yet"
          actions={add}
        >
          Write your own, or use the DEMO split of a release.
        </EmptyState>
      ) : (
        <ListTable
          label="Demonstration sets"
          minWidth={640}
          rows={sets}
          rowKey={(set) => set.setId}
          columns={[
            {
              title: "Set",
              as: "text",
              minWidth: 200,
              cell: (set) => (
                <LinkAnchor href={`/methods/demonstrations/${set.setId}`} inherit fw={550}>
                  {set.name}
                </LinkAnchor>
              ),
            },
            { title: "Version", as: "number", cell: (set) => formatCount(set.version) },
            { title: "As of", as: "line", cell: (set) => formatDay(set.asOf) },
            {
              title: "Demonstrations",
              as: "number",
              cell: (set) => formatCount(set.demonstrations),
            },
            { title: "From", as: "text", cell: (set) => set.releaseName ?? "Own" },
            { title: "Methods", as: "number", cell: (set) => formatCount(set.methods) },
          ]}
        />
      )}
    </>
  );
}
