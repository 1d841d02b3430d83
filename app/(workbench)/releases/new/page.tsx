import { ReleaseForm } from "@/components/releases/release-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";
import { getReleaseDraft } from "@/lib/releases/queries";

export const metadata = { title: "Publish a release" };

export default async function NewReleasePage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const actor = await requireActor("releases.publish");
  const { selection } = await searchParams;
  return (
    <>
      <PageHeader title="Publish a release" breadcrumbs={[{ label: "Releases", href: "/releases" }]} />
      <ReleaseForm draft={await getReleaseDraft(actor)} chosen={selection === "chosen"} draftKey={`freshqa.release-draft.${actor.userId}`} />
    </>
  );
}
