import { IconPlugConnected } from "@tabler/icons-react";
import { AllowedHosts } from "@/components/runs/connections/allowed-hosts";
import { ConnectionTable } from "@/components/runs/connections/connection-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { listAllowedHosts, listConnections } from "@/lib/runs/connections/queries";

export const metadata = { title: "Connections" };

export default async function ConnectionsPage() {
  const actor = await requireActor("connections.read");
  const [connections, hosts] = await Promise.all([listConnections(actor), listAllowedHosts(actor)]);
  const manage = may(actor, "connections.manage");
  const add = manage && <LinkButton href="/connections/new">Add connection</LinkButton>;
  return (
    <>
      <PageHeader
        title="Connections"
        description="Model and search services that generate responses and evaluate them automatically."
        actions={connections.length > 0 ? add : undefined}
      />
      {connections.length === 0 ? (
        <EmptyState
          icon={<IconPlugConnected size={24} />}
          title="No connections yet"
          actions={add || undefined}
        >
          {manage
            ? "Add a model service or a local model server to generate runs and evaluate responses automatically. Everything else works without one."
            : "An administrator can add model and search services. Everything else works without them."}
        </EmptyState>
      ) : (
        <ConnectionTable connections={connections} />
      )}
      <AllowedHosts hosts={hosts} manage={manage} />
    </>
  );
}
