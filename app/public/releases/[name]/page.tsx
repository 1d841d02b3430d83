import { Stack, Text, Title } from "@mantine/core";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Citation } from "@/components/releases/citation";
import { ReleaseCounts } from "@/components/releases/release-counts";
import { ReleaseFiles } from "@/components/releases/release-files";
import { formatCount, formatDay } from "@/components/ui/format";
import { LinkAnchor } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { NotFound } from "@/lib/platform/errors";
import { publicRelease } from "@/lib/releases/queries";
import { citeRelease, PAPER_BIBTEX } from "@/lib/releases/rules";
import { publicOrigin } from "../../origin";

interface PublicReleasePageProps {
  params: Promise<{ name: string }>;
}

const findRelease = cache((name: string) => publicRelease(name).catch((error: unknown) => {
  if (error instanceof NotFound) notFound();
  throw error;
}));

export async function generateMetadata({ params }: PublicReleasePageProps) {
  return { title: (await findRelease((await params).name)).name };
}

export default async function PublicReleasePage({ params }: PublicReleasePageProps) {
  const release = await findRelease((await params).name);
  const { name } = release;
  return (
    <>
      <PageHeader title={name} breadcrumbs={[{ label: "Releases", href: "/public" }]}
        description={`${formatCount(release.questionCount)} ${release.questionCount === 1 ? "question" : "questions"}, published ${formatDay(release.publishedAt)}`} />
      <Stack gap="xl">
        {release.notes !== "" && (
          <section aria-labelledby="notes">
            <Title order={2} id="notes" mb="xs">Notes</Title>
            <Text maw="80ch" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{release.notes}</Text>
          </section>
        )}
        <ReleaseFiles name={name} sha256={release.sha256} byteSize={release.byteSize} folder={`/public/releases/${name}`} />
        {release.earlier.length > 0 && (
          <section aria-labelledby="changes">
            <Title order={2} id="changes" mb="xs">What changed since …</Title>
            <Text>
              {release.earlier.map((earlier, index) => (
                <span key={earlier}>{index > 0 && ", "}<LinkAnchor href={`/public/releases/${name}/changes?from=${earlier}`} inherit underline="always">{earlier}</LinkAnchor></span>
              ))}
            </Text>
          </section>
        )}
        <section aria-labelledby="counts">
          <Title order={2} id="counts" mb="xs">Questions by category, hops and split</Title>
          <ReleaseCounts counts={release.counts} />
        </section>
        <Citation release={citeRelease({ ...release, address: `${publicOrigin()}/public/releases/${name}` })} paper={PAPER_BIBTEX} />
      </Stack>
    </>
  );
}
