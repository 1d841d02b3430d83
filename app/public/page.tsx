import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconPackages } from "@tabler/icons-react";
import { Suspense } from "react";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { CategoryFreshness } from "@/components/dataset/releases/category-freshness";
import { Citation } from "@/components/dataset/releases/citation";
import { LatestRelease } from "@/components/dataset/releases/latest-release";
import { NotebookSnippets } from "@/components/dataset/releases/notebook-snippets";
import classes from "@/components/dataset/releases/public-home.module.css";
import { PublicReleaseList } from "@/components/dataset/releases/public-release-list";
import { AccuracyBars } from "@/components/reporting/overview/accuracy-bars";
import { EmptyState } from "@/components/ui/empty-state";
import { JsonLd } from "@/components/ui/json-ld";
import { LinkAnchor } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { publicHistory, type ReleaseInHistory } from "@/lib/dataset/release-differences/queries";
import { notebooksOf } from "@/lib/dataset/releases/notebooks";
import { publicFreshness, publicLatestRelease } from "@/lib/dataset/releases/queries";
import { BENCHMARK_IN_WORDS, citeRelease, PAPER_BIBTEX } from "@/lib/dataset/releases/rules";
import { NotFound } from "@/lib/platform/errors";
import { publicOrigin } from "@/lib/platform/public-origin";
import { publicLiveCroissant } from "@/lib/reporting/dataset-archive/queries";
import { accuracyInSmall } from "@/lib/reporting/defaults/figures";
import { isLeaderboardPublic, publicLeaderboard } from "@/lib/reporting/leaderboard/queries";
import { publicPage } from "@/lib/dataset/releases/address";

export default async function PublicHomePage({ searchParams }: PageProps<"/public">) {
  const { page } = publicPage.read(await searchParams);
  const [releases, fresh, leaderboard] = await Promise.all([
    orNotFound(publicHistory(page)),
    page === 1 ? freshnessOfLatest() : null,
    isLeaderboardPublic(),
  ]);
  const latest = page === 1 ? releases.rows[0] : undefined;
  return (
    <>
      {releases.total > 0 && (
        <JsonLd data={await orNotFound(publicLiveCroissant(publicOrigin()))} />
      )}
      <PageHeader title="FreshQA" description={BENCHMARK_IN_WORDS} />
      {releases.total === 0 ? (
        <EmptyState icon={<IconPackages size={24} />} title="No releases yet">
          New releases appear here and in the feed.
        </EmptyState>
      ) : (
        <Stack gap="xl">
          {latest !== undefined && (
            <div className={classes.top}>
              <LatestRelease release={latest} />
              {fresh !== null && <CategoryFreshness {...fresh} />}
            </div>
          )}
          <section aria-labelledby="releases">
            <Title order={2} id="releases" mb="xs">
              How its answers change
            </Title>
            <Text fz="sm" c="dimmed" mb="xs">
              Each release against the one before it: of the questions in both, how many have other
              answers.
            </Text>
            <PublicReleaseList releases={releases} />
          </section>
          {latest !== undefined && leaderboard && (
            <section aria-labelledby="leaders">
              <Title order={2} id="leaders" mb="xs">
                <LinkAnchor href="/public/leaderboard" inherit>
                  Leaderboard
                </LinkAnchor>
              </Title>
              <Suspense fallback={<Skeleton h={160} />}>
                <Leaders />
              </Suspense>
            </section>
          )}
          {latest !== undefined && <UseAndCite release={latest} />}
        </Stack>
      )}
    </>
  );
}

/** How fresh the newest release is, asked for by itself: the history takes longer. Null: there is none. */
async function freshnessOfLatest() {
  try {
    const release = await publicLatestRelease();
    return { release, freshness: await publicFreshness(release) };
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/** The runs of the leaderboard in small. */
async function Leaders() {
  const { report, footnote } = await orNotFound(publicLeaderboard());
  const accuracy = report === null ? null : accuracyInSmall(report);
  return accuracy === null ? (
    <Text>No runs listed yet.</Text>
  ) : (
    <AccuracyBars accuracy={accuracy} footnote={footnote} />
  );
}

function UseAndCite({ release }: { release: ReleaseInHistory }) {
  const address = `${publicOrigin()}/public/releases/${release.name}`;
  return (
    <>
      <section aria-labelledby="use">
        <Title order={2} id="use" mb="xs">
          Use it
        </Title>
        <NotebookSnippets notebooks={notebooksOf(release.name, address).slice(0, 1)} order={3} />
        <Text fz="sm" mt="xs">
          <LinkAnchor href={`/public/releases/${release.name}/use`} inherit underline="always">
            Other libraries and the columns
          </LinkAnchor>
        </Text>
      </section>
      <Citation release={citeRelease({ ...release, address })} paper={PAPER_BIBTEX} />
    </>
  );
}
