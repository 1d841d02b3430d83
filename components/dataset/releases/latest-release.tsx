import { Group, Paper, Text, Title } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import type { PublicRelease } from "@/lib/dataset/releases/queries";
import { countOf, formatDay } from "@/lib/platform/format";
import { FormatButtons } from "./format-buttons";
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
        <FormatButtons name={name} folder={folder} byteSize={byteSize} />
      </Group>
      <LinkAnchor href={folder} fz="sm" underline="always">
        Questions, checksum, license and other files
      </LinkAnchor>
    </Paper>
  );
}
