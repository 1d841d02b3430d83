import { IconPackages } from "@tabler/icons-react";
import { ExportMenu } from "@/components/dataset/releases/export-menu";
import { ReleaseTable } from "@/components/dataset/releases/release-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { listReleases } from "@/lib/dataset/releases/queries";
import { releasesPage } from "@/lib/dataset/releases/address";

export const metadata = { title: "Releases" };

export default async function ReleasesPage({ searchParams }: PageProps<"/releases">) {
  const actor = await requireActor("releases.read");
  const state = releasesPage.read(await searchParams);
  const releases = await listReleases(actor, state);
  const publish = may(actor, "releases.publish") && (
    <LinkButton href="/releases/new">Publish release</LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Releases"
        description="Frozen, citable snapshots of the dataset. Files never change."
        actions={
          <>
            {releases.total > 0 && (
              <LinkButton href="/releases/compare" variant="default">
                Compare
              </LinkButton>
            )}
            <LinkButton href="/questions/as-of" variant="default">
              Past version
            </LinkButton>
            <ExportMenu />
            {releases.total > 0 && publish}
          </>
        }
      />
      <ReleaseTable
        rows={releases}
        sort={state.sort}
        href={(change) => releasesPage.href({ ...state, ...change })}
        empty={
          <EmptyState
            icon={<IconPackages size={24} />}
            title="No releases yet"
            actions={publish || undefined}
          >
            A release freezes the questions and their order in a file with a checksum.
          </EmptyState>
        }
      />
    </>
  );
}
