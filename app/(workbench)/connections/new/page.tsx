import { ConnectionForm } from "@/components/runs/connections/connection-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getKeyKeeping } from "@/lib/runs/connections/queries";

export const metadata = { title: "Add connection" };

export default async function NewConnectionPage() {
  const actor = await requireActor("connections.manage");
  const { canKeepKeys } = await getKeyKeeping(actor);
  return (
    <>
      <PageHeader
        title="Add connection"
        breadcrumbs={[{ label: "Connections", href: "/connections" }]}
        description="Azure, OpenRouter, vLLM, Ollama, llama.cpp and LM Studio use the OpenAI-compatible API."
      />
      <ConnectionForm connection={null} canKeepKeys={canKeepKeys} />
    </>
  );
}
