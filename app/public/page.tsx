import { IconPackages } from "@tabler/icons-react";
import { found } from "@/lib/people/access/found";
import { PublicReleaseList } from "@/components/dataset/releases/public-release-list";
import { EmptyState } from "@/components/ui/empty-state";
import { JsonLd } from "@/components/ui/json-ld";
import { PageHeader } from "@/components/ui/page-header";
import { publicReleases, RELEASES_PER_PAGE } from "@/lib/dataset/releases/queries";
import { publicOrigin } from "@/lib/platform/public-origin";
import { publicLiveCroissant } from "@/lib/reporting/dataset-archive/queries";
import { releasePageSchema } from "@/lib/dataset/releases/schema";

export default async function PublicReleasesPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { page } = releasePageSchema.parse(await searchParams);
  const { releases, total } = await found(publicReleases(page));
  return (
    <>
      {total > 0 && <JsonLd data={await found(publicLiveCroissant(publicOrigin()))} />}
      <PageHeader
        title="FreshQA releases"
        description="FreshQA is a QA benchmark of questions whose answers change over time, including false-premise questions. Each release is frozen and citable."
      />
      {total === 0 ? (
        <EmptyState icon={<IconPackages size={24} />} title="No releases yet">
          New releases appear here and in the feed.
        </EmptyState>
      ) : (
        <PublicReleaseList
          releases={releases}
          page={page}
          pageSize={RELEASES_PER_PAGE}
          total={total}
        />
      )}
    </>
  );
}
