import { ModelForm } from "@/components/runs/model-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";

export const metadata = { title: "Add model" };

export default async function NewModelPage() {
  await requireActor("runs.manage");
  return (
    <>
      <PageHeader
        title="Add model"
        breadcrumbs={[
          { label: "Model runs", href: "/runs" },
          { label: "Models", href: "/models" },
        ]}
        description="Only the name is required."
      />
      <ModelForm model={null} />
    </>
  );
}
