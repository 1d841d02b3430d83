import { Text, Title } from "@mantine/core";
import { DemonstrationSetForm } from "@/components/runs/methods/demonstration-set-form";
import { DemoSplitForm } from "@/components/runs/methods/demo-split-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { listDemoSplits } from "@/lib/runs/generation/queries";

export const metadata = { title: "Add demonstration set" };

export default async function NewDemonstrationSetPage() {
  const actor = await requireActor("methods.manage");
  const releases = await listDemoSplits(actor);
  return (
    <>
      <PageHeader
        title="Add demonstration set"
        breadcrumbs={[
          { label: "Methods", href: "/methods" },
          { label: "Demonstrations", href: "/methods/demonstrations" },
        ]}
        description="From the DEMO split of a release, or your own."
      />
      <Title order={2} mb="xs">
        From a release
      </Title>
      {releases.length === 0 ? (
        <Text fz="sm">No release has questions in its DEMO split yet.</Text>
      ) : (
        <DemoSplitForm releases={releases} />
      )}
      <Title order={2} mt="xl" mb="xs">
        Own demonstrations
      </Title>
      <DemonstrationSetForm set={null} />
    </>
  );
}
