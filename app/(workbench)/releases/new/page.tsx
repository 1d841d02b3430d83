import { releaseDraftKey } from "@/components/ui/device-keys";
import { Stack } from "@mantine/core";
import { ReleaseChecklist } from "@/components/dataset/releases/release-checklist";
import { ReleaseForm } from "@/components/dataset/releases/release-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { previewPublishing } from "@/lib/dataset/release-differences/queries";
import { getReleaseChecklist, getReleaseDraft } from "@/lib/dataset/releases/queries";
import { countDue } from "@/lib/dataset/schedule/queries";
import { NO_FILTERS } from "@/lib/dataset/schedule/schema";

export const metadata = { title: "Publish release" };

export default async function NewReleasePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireActor("releases.publish");
  const { selection } = await searchParams;
  const [draft, changes, checklist, due] = await Promise.all([
    getReleaseDraft(actor),
    previewPublishing(actor, { kind: "all" }),
    getReleaseChecklist(actor),
    countDue(actor, NO_FILTERS),
  ]);
  return (
    <>
      <PageHeader
        title="Publish release"
        breadcrumbs={[{ label: "Releases", href: "/releases" }]}
      />
      <Stack gap="xl">
        <ReleaseChecklist checklist={checklist} overdue={due.overdue} />
        <div>
          <ReleaseForm
            draft={draft}
            changes={changes}
            chosen={selection === "chosen"}
            draftKey={releaseDraftKey(actor.userId)}
          />
        </div>
      </Stack>
    </>
  );
}
