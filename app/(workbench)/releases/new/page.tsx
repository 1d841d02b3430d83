import { releaseDraftKey } from "@/components/ui/device-keys";
import { Presence } from "@/components/live/presence";
import { ReleaseForm } from "@/components/dataset/releases/release-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { previewPublishing } from "@/lib/dataset/release-differences/queries";
import { getReleaseDraft } from "@/lib/dataset/releases/queries";
import { newReleasePage } from "@/lib/dataset/releases/address";

export const metadata = { title: "Publish release" };

export default async function NewReleasePage({ searchParams }: PageProps<"/releases/new">) {
  const actor = await requireActor("releases.publish");
  const { selection } = newReleasePage.read(await searchParams);
  const [draft, changes] = await Promise.all([
    getReleaseDraft(actor),
    previewPublishing(actor, { kind: "all" }),
  ]);
  return (
    <>
      <PageHeader
        title="Publish release"
        breadcrumbs={[{ label: "Releases", href: "/releases" }]}
        actions={<Presence topic="release-plan" doing="editing" />}
      />
      <ReleaseForm
        draft={draft}
        changes={changes}
        chosen={selection !== null}
        draftKey={releaseDraftKey(actor.userId)}
      />
    </>
  );
}
