import { Text, Title } from "@mantine/core";
import { ListTable } from "@/components/ui/list-table";
import { countOf, formatCount } from "@/lib/platform/format";
import type { RaterProgress } from "@/lib/rating/campaigns/progress-queries";
import type { ProtocolQuestion } from "@/lib/rating/protocols/vocabulary";
import { addGoldAnswers } from "./labels";
import { formatShareOf } from "@/lib/platform/numbers";

interface GoldAnswersTableProps {
  questions: readonly ProtocolQuestion[];
  raters: readonly RaterProgress[];
}

/** How all raters answer the questions about gold items: what a question is understood as shows here. */
export function GoldAnswersTable({ questions, raters }: GoldAnswersTableProps) {
  const rows = questions.flatMap(({ key, label }) => {
    const counts = raters.flatMap(({ goldAnswers }) =>
      goldAnswers.filter((one) => one.key === key),
    );
    return counts.length === 0
      ? []
      : [{ key, label, raters: counts.length, ...addGoldAnswers(counts) }];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="gold-by-question">
      <Title order={3} id="gold-by-question" size="h4" mt="md" mb={4}>
        Gold answers by question
      </Title>
      <Text fz="sm" c="dimmed" mb="xs">
        Right, or within the tolerance of the gold answer. Raters don’t see these.
      </Text>
      <ListTable
        label="Gold answers by question"
        minWidth={380}
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          { title: "Question", cell: (row) => row.label },
          {
            title: "Right",
            as: "number",
            cell: (row) => `${formatShareOf(row.right, row.answers)} (${formatCount(row.right)})`,
          },
          { title: "Answers", as: "number", cell: (row) => formatCount(row.answers) },
          { title: "By", cell: (row) => countOf(row.raters, "rater") },
        ]}
      />
    </section>
  );
}
