import { Stack, Text, Title } from "@mantine/core";
import { cache } from "react";
import { CitationCheck } from "@/components/runs/references/citation-check";
import { CitedText } from "@/components/runs/references/cited-text";
import { ReferenceList } from "@/components/runs/references/reference-list";
import classes from "@/components/runs/references/references.module.css";
import { Stages } from "@/components/runs/traces/stages";
import { LinkAnchor } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { CitationRatings } from "@/components/reporting/protocols/citation-ratings";
import { may } from "@/lib/people/access/policy";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getStages } from "@/lib/runs/jobs/queries";
import { getRun } from "@/lib/runs/models/queries";
import { listCitationRatings } from "@/lib/reporting/protocols/queries";
import { splitAnswer } from "@/lib/runs/references/marks";
import { getCitedResponse } from "@/lib/runs/responses/queries";
import { FormattedResponse } from "@/components/rating/judging/response-text";
import { locateMarks, readMarkdown } from "@/lib/rating/judging/markdown";

interface ResponsePageProps {
  params: Promise<{ id: string; questionId: string }>;
}

const findResponse = cache(async (id: string, questionId: string) => {
  const actor = await requireActor("runs.read");
  return orNotFound(getCitedResponse(actor, idInAddress(id), idInAddress(questionId)));
});

export async function generateMetadata({ params }: ResponsePageProps) {
  const { id, questionId } = await params;
  return { title: (await findResponse(id, questionId)).question };
}

export default async function ResponsePage({ params }: ResponsePageProps) {
  const { id, questionId } = await params;
  const actor = await requireActor("runs.read");
  const response = await findResponse(id, questionId);
  const [run, stages] = await Promise.all([
    orNotFound(getRun(actor, idInAddress(id))),
    getStages(actor, idInAddress(id), idInAddress(questionId)),
  ]);
  const { references, text, checks, jobId, itemId } = response;
  const segments = splitAnswer(text);
  const places = new Set(references.map(({ place }) => place));
  const rich = readMarkdown(text, { places });
  const ratings =
    references.length > 0 && may(actor, "reports.read")
      ? await listCitationRatings(actor, run.runId, response.questionId)
      : [];
  return (
    <>
      <PageHeader
        title={response.question}
        breadcrumbs={[
          { label: "Model runs", href: "/runs" },
          { label: run.model.name, href: `/models/${run.model.modelId}` },
          { label: run.name, href: `/runs/${run.runId}` },
        ]}
        description={
          <>
            <LinkAnchor href={`/questions/${response.questionId}`} inherit underline="always">
              Q{response.questionId}
            </LinkAnchor>{" "}
            · Answer: {response.answer}
            {jobId !== null && itemId !== null && (
              <>
                {" "}
                ·{" "}
                <LinkAnchor href={`/jobs/${jobId}/items/${itemId}`} inherit underline="always">
                  How it was generated
                </LinkAnchor>
              </>
            )}
          </>
        }
      />
      <Stack gap="xl">
        <div className={classes.beside}>
          <section aria-labelledby="response">
            <Title order={2} id="response" mb="xs">
              Response
            </Title>
            {text.trim() === "" ? (
              <Text c="dimmed">Empty response</Text>
            ) : rich === null ? (
              <CitedText text={text} segments={segments} places={places} />
            ) : (
              <FormattedResponse parts={locateMarks(rich, text)} cited={{ places, prefix: "" }} />
            )}
          </section>
          <section aria-labelledby="references">
            <Title order={2} id="references" mb="xs">
              References
            </Title>
            {references.length === 0 ? (
              <Text c="dimmed">None</Text>
            ) : (
              <ReferenceList references={references} segments={segments} />
            )}
          </section>
        </div>
        {references.length > 0 && (
          <section aria-labelledby="check">
            <Title order={2} id="check" mb="xs">
              Citation check
            </Title>
            {checks === null ? (
              <Text>Available after you have rated this response.</Text>
            ) : (
              <>
                <CitationRatings ratings={ratings} />
                <CitationCheck text={text} checks={checks} />
              </>
            )}
          </section>
        )}
        {stages !== null && <Stages stages={stages} />}
      </Stack>
    </>
  );
}
