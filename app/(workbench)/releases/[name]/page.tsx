import { Stack, Text, Title } from "@mantine/core";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ReleaseCounts } from "@/components/releases/release-counts";
import { ReleaseFiles } from "@/components/releases/release-files";
import { ReleasedQuestions } from "@/components/releases/released-questions";
import { formatCount } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";
import { NotFound } from "@/lib/platform/errors";
import { arePublicPagesOn, getRelease, listReleasedQuestions, QUESTIONS_PER_PAGE } from "@/lib/releases/queries";
import { releasePageSchema } from "@/lib/releases/schema";

interface ReleasePageProps {
  params: Promise<{ name: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const findRelease = cache(async (name: string) => {
  const actor = await requireActor("releases.read");
  try {
    return await getRelease(actor, name);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: ReleasePageProps) {
  return { title: (await findRelease((await params).name)).name };
}

export default async function ReleasePage({ params, searchParams }: ReleasePageProps) {
  const actor = await requireActor("releases.read");
  const release = await findRelease((await params).name);
  const { page } = releasePageSchema.parse(await searchParams);
  const questions = await listReleasedQuestions(actor, release.name, page);
  return (
    <>
      <PageHeader title={release.name} actions={<>
        {(await arePublicPagesOn()) && <LinkButton href={`/public/releases/${release.name}`} variant="default">Public page</LinkButton>}
        <LinkButton href={`/releases/compare?from=${release.name}&to=present`} variant="default">What changed since</LinkButton>
      </>} breadcrumbs={[{ label: "Releases", href: "/releases" }]}
        description={<>{formatCount(release.questionCount)} {release.questionCount === 1 ? "question" : "questions"}, published by {release.publishedBy}, <LocalTime iso={release.publishedAt} /></>} />
      <Stack gap="xl">
        {release.notes !== "" && (
          <section aria-labelledby="notes">
            <Title order={2} id="notes" mb="xs">Notes</Title>
            <Text maw="80ch" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{release.notes}</Text>
          </section>
        )}
        <ReleaseFiles name={release.name} sha256={release.sha256} byteSize={release.byteSize} />
        <section aria-labelledby="counts">
          <Title order={2} id="counts" mb="xs">Questions by category, hops and split</Title>
          <ReleaseCounts counts={release.counts} />
        </section>
        <section aria-labelledby="questions">
          <Title order={2} id="questions" mb="xs">Questions</Title>
          <ReleasedQuestions name={release.name} questions={questions} page={page} pageSize={QUESTIONS_PER_PAGE} total={release.questionCount} />
        </section>
      </Stack>
    </>
  );
}
