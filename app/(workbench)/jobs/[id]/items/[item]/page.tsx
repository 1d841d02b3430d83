import { Group, Stack, Text, Title } from "@mantine/core";
import { cache } from "react";
import {
  ITEM_WORDS,
  KIND_WORDS,
  MODE_WORDS,
  outcomeInWords,
  preferenceInWords,
} from "@/components/runs/jobs/job-labels";
import { Trace } from "@/components/runs/traces/trace";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getItem } from "@/lib/runs/jobs/item-queries";
import { jobItemPage, jobPage, type ShownItems } from "@/lib/runs/jobs/address";

type ItemPageProps = PageProps<"/jobs/[id]/items/[item]">;

const findItem = cache(async (id: string, item: string, shown: ShownItems) => {
  const actor = await requireActor("runs.read");
  return orNotFound(getItem(actor, idInAddress(id), idInAddress(item), shown));
});

async function openedItem({ params, searchParams }: ItemPageProps) {
  const { id, item } = await params;
  const { show } = jobItemPage.read(await searchParams);
  return { show, item: await findItem(id, item, show) };
}

export async function generateMetadata(props: ItemPageProps) {
  return { title: (await openedItem(props)).item.question };
}

export default async function ItemPage(props: ItemPageProps) {
  const { show, item } = await openedItem(props);
  const { previous, next } = item;
  const beside = (itemId: number) => jobItemPage.href({ id: item.jobId, item: itemId, show });
  return (
    <>
      <PageHeader
        title={item.question}
        breadcrumbs={[
          { label: "Jobs", href: "/jobs" },
          {
            label: `Job ${item.jobId}: ${KIND_WORDS[item.kind]}`,
            href: jobPage.href({ id: item.jobId, show }),
          },
        ]}
        actions={
          (previous !== null || next !== null) && (
            <Group gap="xs" component="nav" aria-label="Items of the job">
              {previous !== null && (
                <LinkButton href={beside(previous)} variant="default">
                  Previous
                </LinkButton>
              )}
              {next !== null && (
                <LinkButton href={beside(next)} variant="default">
                  Next
                </LinkButton>
              )}
            </Group>
          )
        }
        description={
          <>
            <LinkAnchor href={`/questions/${item.questionId}`} inherit underline="always">
              Q{item.questionId}
            </LinkAnchor>
            {item.mode !== null && ` · ${MODE_WORDS[item.mode]}`}
            {item.principle !== null && ` · ${item.principle}`}
            {item.kind === "repeat" && ` · Repetition ${item.repetition + 1}`} ·{" "}
            {ITEM_WORDS[item.status]}
            {item.outcome !== null && ` · ${outcomeInWords(item.outcome, item.kind)}`}
            {item.preference !== null && ` · ${preferenceInWords(item.preference)}`}
            {item.verdict !== null && ` · ${item.verdict ? "Credit" : "No credit"}`}
          </>
        }
      />
      <Stack gap="xl">
        {item.detail !== "" && <Text>{item.detail}</Text>}
        {item.response !== null && (
          <ResponseText
            title={item.otherRunId === null ? "Response" : "Response A"}
            text={item.response}
            runId={item.runId}
          />
        )}
        {item.otherResponse !== null && (
          <ResponseText title="Response B" text={item.otherResponse} runId={item.otherRunId!} />
        )}
        <section aria-labelledby="trace">
          <Title order={2} id="trace" mb="xs">
            Trace
          </Title>
          {item.hidden ? (
            <Text>
              {item.kind === "compare"
                ? "The preference and its trace appear once you have rated both responses."
                : "The verdict and its trace appear once you have rated this response."}
            </Text>
          ) : (
            <Trace steps={item.steps} kind={item.methodKind} />
          )}
        </section>
      </Stack>
    </>
  );
}

function ResponseText({ title, text, runId }: { title: string; text: string; runId: number }) {
  const id = title.toLowerCase().replace(" ", "-");
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text === "" ? "Empty" : text}
      </Text>
      <LinkAnchor href={`/runs/${runId}`} fz="sm">
        View run
      </LinkAnchor>
    </section>
  );
}
