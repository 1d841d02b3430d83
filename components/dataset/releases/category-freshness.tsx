import {
  Paper,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
  Title,
} from "@mantine/core";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import type { FreshnessByCategory } from "@/lib/dataset/releases/queries";
import { countOf, formatCount } from "@/lib/platform/format";

const days = (median: number) => countOf(Math.round(median), "day");

/** How long ago answers were last confirmed, by category. */
export function CategoryFreshness({
  release,
  freshness: { all, categories, retired },
}: {
  release: string;
  freshness: FreshnessByCategory;
}) {
  if (all === null) return null;
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-labelledby="fresh">
      <Title order={2} id="fresh" fz="lg">
        How fresh it is
      </Title>
      <Text fz="sm" mb="xs">
        Median time since the answers of a question were last verified or changed:{" "}
        <b>{days(all.medianDays)}</b>.
      </Text>
      <Table fz="sm" verticalSpacing={4}>
        <TableThead>
          <TableTr>
            <TableTh>Category</TableTh>
            <TableTh ta="end">Questions</TableTh>
            <TableTh ta="end">Median</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {categories.map(({ category, questions, medianDays }) => (
            <TableTr key={category}>
              <TableTd>
                <CategoryBadge category={category} />
              </TableTd>
              <TableTd ta="end">{formatCount(questions)}</TableTd>
              <TableTd ta="end">{days(medianDays)}</TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
      <Text fz="xs" c="dimmed" mt="xs">
        {countOf(all.questions, "question")} of {release}, today
        {retired > 0 && `; ${countOf(retired, "question")} retired since left out`}.
      </Text>
    </Paper>
  );
}
