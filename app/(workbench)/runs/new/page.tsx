import { Alert } from "@mantine/core";
import { RunForm } from "@/components/runs/run-form";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { DEFAULT_MAX_BYTES } from "@/lib/dataset/file-formats/release-file";
import { listRunChoices } from "@/lib/runs/models/queries";
import { newRunPage } from "@/lib/runs/models/address";

export const metadata = { title: "Add run" };

export default async function NewRunPage({ searchParams }: PageProps<"/runs/new">) {
  const actor = await requireActor("runs.manage");
  const { model } = newRunPage.read(await searchParams);
  const choices = await listRunChoices(actor);
  return (
    <>
      <PageHeader
        title="Add run"
        breadcrumbs={[{ label: "Model runs", href: "/runs" }]}
        description="One model's responses to one release."
      />
      {choices.releases.length === 0 ? (
        <Alert title="No releases yet" maw={640}>
          Publish a release first; every run belongs to one.{" "}
          <div>
            <LinkButton href="/releases" size="xs" mt="sm">
              Releases
            </LinkButton>
          </div>
        </Alert>
      ) : (
        <RunForm
          choices={choices}
          run={null}
          maxBytes={DEFAULT_MAX_BYTES}
          modelId={choices.models.find((one) => one.modelId === model)?.modelId}
        />
      )}
    </>
  );
}
