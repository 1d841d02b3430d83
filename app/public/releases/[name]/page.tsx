import { Stack, Text, Title } from "@mantine/core";
import { cache } from "react";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { Citation } from "@/components/dataset/releases/citation";
import { ReleaseCounts } from "@/components/dataset/releases/release-counts";
import { ReleaseFiles } from "@/components/dataset/releases/release-files";
import { ReleaseFreshness } from "@/components/dataset/releases/release-freshness";
import { ReleaseNotes } from "@/components/dataset/releases/release-notes";
import { ReleasedQuestions } from "@/components/dataset/releases/released-questions";
import { DatasetArchive } from "@/components/reporting/dataset-archive/dataset-archive";
import { TaskPackages } from "@/components/runs/task-packages/task-packages";
import { JsonLd } from "@/components/ui/json-ld";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { publicRelease, publicReleasedQuestions } from "@/lib/dataset/releases/queries";
import { citeRelease, PAPER_BIBTEX } from "@/lib/dataset/releases/rules";
import { publicOrigin } from "@/lib/platform/public-origin";
import { publicCroissant } from "@/lib/reporting/dataset-archive/queries";
import { countOf, formatDay } from "@/lib/platform/format";
import { publicReleasePage } from "@/lib/dataset/releases/address";
import { publicChangesPage } from "@/lib/dataset/release-differences/address";

type PublicReleasePageProps = PageProps<"/public/releases/[name]">;

const findRelease = cache((name: string) => orNotFound(publicRelease(name)));

export async function generateMetadata({ params }: PublicReleasePageProps) {
  return { title: (await findRelease((await params).name)).name };
}

export default async function PublicReleasePage({ params, searchParams }: PublicReleasePageProps) {
  const release = await findRelease((await params).name);
  const { name } = release;
  const { page } = publicReleasePage.read(await searchParams);
  const [questions, description] = await Promise.all([
    publicReleasedQuestions(name, page),
    publicCroissant(release, publicOrigin()),
  ]);
  return (
    <>
      <JsonLd data={description} />
      <PageHeader
        title={name}
        actions={
          <LinkButton href={`/public/releases/${name}/use`} variant="default">
            Use it in a notebook
          </LinkButton>
        }
        breadcrumbs={[{ label: "FreshQA", href: "/public" }]}
        description={`${countOf(release.questionCount, "question")}, published ${formatDay(release.publishedAt)}`}
      />
      <Stack gap="xl">
        <ReleaseFiles
          name={name}
          sha256={release.sha256}
          byteSize={release.byteSize}
          license={release.license}
          folder={`/public/releases/${name}`}
        />
        <Citation
          release={citeRelease({
            ...release,
            address: `${publicOrigin()}/public/releases/${name}`,
          })}
          paper={PAPER_BIBTEX}
        />
        <ReleaseNotes notes={release.notes} title="What changed">
          {release.earlier.length > 0 && (
            <Text mt="sm">
              Compare with{" "}
              {release.earlier.map((earlier, index) => (
                <span key={earlier}>
                  {index > 0 && ", "}
                  <LinkAnchor
                    href={publicChangesPage.href({ name, from: earlier })}
                    inherit
                    underline="always"
                  >
                    {earlier}
                  </LinkAnchor>
                </span>
              ))}
            </Text>
          )}
        </ReleaseNotes>
        <TaskPackages name={name} folder={`/public/releases/${name}`} />
        <DatasetArchive name={name} folder={`/public/releases/${name}`} />
        <section aria-labelledby="counts">
          <Title order={2} id="counts" mb="xs">
            Questions by category, hops and split
          </Title>
          <ReleaseCounts counts={release.counts} />
        </section>
        <section aria-labelledby="questions">
          <Title order={2} id="questions" mb="xs">
            Questions
          </Title>
          <ReleaseFreshness freshness={release.freshness} />
          <ReleasedQuestions name={name} questions={questions} isPublic />
        </section>
      </Stack>
    </>
  );
}
