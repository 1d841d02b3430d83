import { Paper, Text, Title } from "@mantine/core";
import { countOf, formatBytes, formatCount } from "@/lib/platform/format";
import type { Stages as StagesOf } from "@/lib/runs/jobs/queries";
import { milliseconds } from "./step-head";
import { formatDecimal } from "@/lib/platform/numbers";
import { ListTable } from "@/components/ui/list-table";

/** What each stage of a run's answers from pages took, on average. */
export function MeanStages({ stages }: { stages: StagesOf }) {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="stages">
      <Title order={2} size="h4" id="stages" mb={4}>
        Stages
      </Title>
      <StageTable stages={stages} />
    </Paper>
  );
}

/** What each stage of one answer from pages took. */
export function Stages({ stages }: { stages: StagesOf }) {
  return (
    <section aria-labelledby="stages">
      <Title order={2} id="stages" mb="xs">
        Stages
      </Title>
      <StageTable stages={stages} />
    </section>
  );
}

function StageTable({ stages }: { stages: StagesOf }) {
  const { responses, search, pages, extract, embeddings, choice, answer } = stages;
  const rows: [string, number, string[]][] = [
    ["Search", search.ms, [`${mean(search.results)} results`]],
    [
      "Pages",
      pages.ms,
      [
        `${mean(pages.read)} read`,
        ...(pages.stored > 0 ? [`${mean(pages.stored)} of them stored before`] : []),
        `${mean(pages.failed)} not read`,
        formatBytes(Math.round(pages.bytes)),
      ],
    ],
    ["Paragraphs", extract.ms, [`${mean(extract.paragraphs)} found`]],
    ...(embeddings === null
      ? []
      : [
          [
            "Embeddings",
            embeddings.ms,
            [
              `${mean(embeddings.compared)} paragraphs compared`,
              ...(embeddings.tokens === null ? [] : [`${mean(embeddings.tokens)} tokens`]),
            ],
          ] as [string, number, string[]],
        ]),
    [
      "Choice",
      choice.ms,
      [`${mean(choice.kept)} of ${mean(choice.considered)} different paragraphs`],
    ],
    [
      "Answer",
      answer.ms,
      answer.inputTokens === null || answer.outputTokens === null
        ? []
        : [`${mean(answer.inputTokens)} input, ${mean(answer.outputTokens)} output tokens`],
    ],
  ];
  return (
    <>
      <Text fz="sm" mb="xs">
        {responses === 1 ? "Of one response" : `Means of ${countOf(responses, "response")}`}. A
        stored search counts with the time that it took when it was made.
      </Text>
      <ListTable
        label="Time and counts of each stage"
        minWidth={480}
        rows={rows}
        rowKey={([stage]) => stage}
        columns={[
          { title: "Stage", heading: true, cell: ([stage]) => stage },
          { title: "Time", as: "number", cell: ([, ms]) => milliseconds(ms) },
          {
            title: "Counts",
            cell: ([, , counts]) => (counts.length === 0 ? "–" : counts.join(" · ")),
          },
        ]}
      />
    </>
  );
}

const mean = (value: number) =>
  Number.isInteger(value) ? formatCount(value) : formatDecimal(value, 1);
