import { Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { CopyButton } from "@/components/ui/copy-button";
import type { DescribedColumn } from "@/lib/dataset/file-formats/write-release-parquet";
import type { Notebook } from "@/lib/dataset/releases/notebooks";
import { ListTable } from "@/components/ui/list-table";
import classes from "./citation.module.css";

/** How a release is read in each kind of notebook. */
export function NotebookSnippets({
  notebooks,
  order = 2,
}: {
  notebooks: readonly Notebook[];
  /** The level of their headings. */
  order?: 2 | 3;
}) {
  return (
    <Stack gap="md">
      {notebooks.map(({ label, install, code }) => (
        <Paper key={label} withBorder p="md" radius="md" component="section" aria-label={label}>
          <Group justify="space-between" gap="xs" mb="xs">
            <Title order={order} fz="lg">
              {label}
            </Title>
            <CopyButton value={code} size="xs" aria-label={`Copy code for ${label}`} />
          </Group>
          <Stack gap="xs">
            <Code style={{ overflowWrap: "anywhere", alignSelf: "flex-start" }}>{install}</Code>
            <Code block className={classes.bibtex}>
              {code}
            </Code>
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}

const KIND_WORDS: Record<DescribedColumn["kind"], string> = {
  text: "text",
  texts: "list of texts",
  integer: "integer",
  integers: "list of integers",
  real: "number",
  truth: "truth value",
  day: "date",
  time: "time",
};

/** What the columns hold. */
export function ParquetColumns({ columns }: { columns: readonly DescribedColumn[] }) {
  return (
    <section aria-labelledby="columns">
      <Title order={2} id="columns" mb="xs">
        Columns
      </Title>
      <ListTable
        label="Columns of the file"
        minWidth={480}
        rows={columns}
        rowKey={({ name }) => name}
        columns={[
          { title: "Column", heading: true, cell: ({ name }) => <Code>{name}</Code> },
          { title: "Type", as: "line", cell: ({ kind }) => KIND_WORDS[kind] },
          { title: "What it holds", cell: ({ words }) => words },
        ]}
      />
      <Text fz="sm" c="dimmed" mt="sm">
        The CSV file is the release byte for byte; it begins with two rows before the header
        (pandas: <Code>skiprows=2</Code>) and says everything as text.
      </Text>
    </section>
  );
}
