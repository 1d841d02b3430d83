import { IconPackages } from "@tabler/icons-react";
import { notFound } from "next/navigation";
import { PublicReleaseList } from "@/components/releases/public-release-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { NotFound } from "@/lib/platform/errors";
import { publicReleases, RELEASES_PER_PAGE } from "@/lib/releases/queries";
import { releasePageSchema } from "@/lib/releases/schema";

export default async function PublicReleasesPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const { page } = releasePageSchema.parse(await searchParams);
  const { releases, total } = await publicReleases(page).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
  return (
    <>
      <PageHeader title="FreshQA releases"
        description="FreshQA asks questions whose answers change with the world, and some whose premise is false. Each release is frozen: its name stands for the same bytes for good." />
      {total === 0
        ? <EmptyState icon={<IconPackages size={24} />} title="Nothing has been published yet">The first release will be here, and in the feed.</EmptyState>
        : <PublicReleaseList releases={releases} page={page} pageSize={RELEASES_PER_PAGE} total={total} />}
    </>
  );
}
