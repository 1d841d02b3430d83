import { Button, Group, Paper, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { LinkAnchor } from "@/components/ui/links";
import { EXPORT_FORMATS, FORMAT_WORDS } from "@/lib/dataset/exports/schema";
import type { PublicRelease } from "@/lib/dataset/releases/queries";
import { countOf, formatBytes, formatDay } from "@/lib/platform/format";
import classes from "./public-home.module.css";

/** The release that most people come for, with its files. */
export function LatestRelease({ release }: { release: PublicRelease }) {
  const { name, questionCount, publishedAt, notes, byteSize } = release;
  const folder = `/public/releases/${name}`;
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-labelledby="latest">
      <Text fz="sm" c="dimmed">
        Latest release
      </Text>
      <Title order={2} id="latest" fz="xl">
        <LinkAnchor href={folder} inherit>
          {name}
        </LinkAnchor>
      </Title>
      <Text fz="sm" c="dimmed" mb="xs">
        {countOf(questionCount, "question")} · published {formatDay(publishedAt)}
      </Text>
      {notes !== "" && (
        <Text className={classes.notes} mb="sm">
          {notes}
        </Text>
      )}
      <Group gap="xs" mb="sm">
        {EXPORT_FORMATS.map((format) => (
          <Button
            key={format}
            component="a"
            href={`${folder}/${name}.${format}`}
            size="sm"
            variant={format === "csv" ? "filled" : "default"}
            leftSection={format === "csv" && <IconDownload size={16} aria-hidden />}
            title={FORMAT_WORDS[format].description}
          >
            {FORMAT_WORDS[format].label}
            {format === "csv" && ` (${formatBytes(byteSize)})`}
          </Button>
        ))}
      </Group>
      <LinkAnchor href={folder} fz="sm" underline="always">
        Questions, checksum, license and other files
      </LinkAnchor>
    </Paper>
  );
}
