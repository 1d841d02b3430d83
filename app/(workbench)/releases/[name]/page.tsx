import { Stack, Title } from "@mantine/core";
import { cache } from "react";
import { StateLicense } from "@/components/dataset/licenses/state-license";
import { ReleaseCounts } from "@/components/dataset/releases/release-counts";
import { ReleaseFiles } from "@/components/dataset/releases/release-files";
import { ReleaseFreshness } from "@/components/dataset/releases/release-freshness";
import { ReleaseNotes } from "@/components/dataset/releases/release-notes";
import { ReleasedQuestions } from "@/components/dataset/releases/released-questions";
import { DatasetArchive } from "@/components/reporting/dataset-archive/dataset-archive";
import { TaskPackages } from "@/components/runs/task-packages/task-packages";
import { LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { getLicense } from "@/lib/dataset/licenses/queries";
import { may } from "@/lib/people/access/policy";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import {
  arePublicPagesOn,
  getRelease,
  listReleasedQuestions,
} from "@/lib/dataset/releases/queries";
import { now } from "@/lib/platform/clock";
import { lastDay } from "@/lib/reporting/dataset-archive/vocabulary";
import { countOf } from "@/lib/platform/format";
import { releasePage } from "@/lib/dataset/releases/address";
import { comparePage } from "@/lib/dataset/release-differences/address";
import { CURRENT } from "@/lib/dataset/release-differences/vocabulary";

type ReleasePageProps = PageProps<"/releases/[name]">;

const findRelease = cache(async (name: string) => {
  const actor = await requireActor("releases.read");
  return orNotFound(getRelease(actor, name));
});

export async function generateMetadata({ params }: ReleasePageProps) {
  return { title: (await findRelease((await params).name)).name };
}

export default async function ReleasePage({ params, searchParams }: ReleasePageProps) {
  const actor = await requireActor("releases.read");
  const release = await findRelease((await params).name);
  const { page } = releasePage.read(await searchParams);
  const questions = await listReleasedQuestions(actor, release.name, page);
  return (
    <>
      <PageHeader
        title={release.name}
        actions={
          <>
            {(await arePublicPagesOn()) && (
              <>
                <LinkButton href={`/public/releases/${release.name}`} variant="default">
                  Public page
                </LinkButton>
                <LinkButton href={`/public/releases/${release.name}/use`} variant="default">
                  Use it in a notebook
                </LinkButton>
              </>
            )}
            <LinkButton
              href={comparePage.href({ from: release.name, to: CURRENT })}
              variant="default"
            >
              Changes since
            </LinkButton>
          </>
        }
        breadcrumbs={[{ label: "Releases", href: "/releases" }]}
        description={
          <>
            {countOf(release.questionCount, "question")}, published by {release.publishedBy},{" "}
            <LocalTime iso={release.publishedAt} />
          </>
        }
      />
      <Stack gap="xl">
        <ReleaseNotes notes={release.notes} />
        <ReleaseFiles
          name={release.name}
          sha256={release.sha256}
          byteSize={release.byteSize}
          license={release.license}
          addLicense={
            may(actor, "releases.publish") && (
              <StateLicense name={release.name} chosen={await getLicense(actor)} />
            )
          }
        />
        <TaskPackages name={release.name} />
        <DatasetArchive
          name={release.name}
          {...(may(actor, "reports.read") && { ratings: lastDay(now()) })}
        />
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
          <ReleasedQuestions name={release.name} questions={questions} />
        </section>
      </Stack>
    </>
  );
}
