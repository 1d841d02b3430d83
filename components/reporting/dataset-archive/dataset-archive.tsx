import { Anchor, Button, Code, Group, Paper, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { archiveFileName } from "@/lib/reporting/dataset-archive/vocabulary";

/** A release as a dataset repository: one archive, and the same with what raters agreed on, for who may know. */
export function DatasetArchive({
  name,
  ratings,
  folder = `/api/releases/${name}`,
}: {
  name: string;
  /** The last UTC day that is over, for who may see what raters agree on. */
  ratings?: string;
  folder?: string;
}) {
  const file = archiveFileName(name);
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-labelledby="repository">
      <Title order={2} id="repository" mb="xs">
        Publish it as a dataset
      </Title>
      <Text fz="sm" c="dimmed" mb="md">
        A repository for Hugging Face and other archives: a dataset card, Parquet files by split,
        the official CSV, and metadata (Croissant, citation, DataCite, Zenodo). To upload it, unzip
        and run <Code>huggingface-cli upload ORGANIZATION/NAME . --repo-type dataset</Code>.
      </Text>
      <Group gap="md" align="center">
        <Button
          component="a"
          href={`${folder}/${file}`}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Dataset (ZIP)
        </Button>
        {ratings !== undefined && (
          <Anchor href={`${folder}/${file}?ratings=${ratings}`} fz="sm" underline="always">
            With rater agreement through {ratings}
          </Anchor>
        )}
      </Group>
    </Paper>
  );
}
