import { Anchor, Code, Group, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { PublicRelease } from "@/lib/dataset/releases/queries";
import { LinkAnchor } from "@/components/ui/links";
import { PageTurner } from "@/components/ui/page-turner";
import classes from "./public-release-list.module.css";
import { countOf, formatBytes, formatDay } from "@/lib/platform/format";

interface PublicReleaseListProps {
  releases: PublicRelease[];
  page: number;
  pageSize: number;
  total: number;
}

/** Published releases for anyone, the newest first. */
export function PublicReleaseList({ releases, page, pageSize, total }: PublicReleaseListProps) {
  return (
    <>
      <ol className={classes.list}>
        {releases.map((release, index) => (
          <li key={release.name} className={classes.release}>
            <Group gap="xs" align="baseline">
              <Title order={2} fz="lg">
                <LinkAnchor href={`/public/releases/${release.name}`} inherit>
                  {release.name}
                </LinkAnchor>
              </Title>
              {page === 1 && index === 0 && (
                <Text span fz="sm" fw={600}>
                  Latest
                </Text>
              )}
            </Group>
            <Text fz="sm" c="dimmed" mb={6}>
              {countOf(release.questionCount, "question")} · published{" "}
              {formatDay(release.publishedAt)}
            </Text>
            {release.notes !== "" && (
              <Text className={classes.notes} mb={8}>
                {release.notes}
              </Text>
            )}
            <Group gap="xs" align="center">
              <Anchor href={`/public/releases/${release.name}/${release.name}.csv`} fz="sm">
                <IconDownload size={14} aria-hidden /> {release.name}.csv (
                {formatBytes(release.byteSize)})
              </Anchor>
              <Text span fz="xs" c="dimmed">
                SHA-256 <Code style={{ overflowWrap: "anywhere" }}>{release.sha256}</Code>
              </Text>
            </Group>
          </li>
        ))}
      </ol>
      <PageTurner
        page={page}
        pageSize={pageSize}
        total={total}
        label="Release pages"
        href={(target) => (target === 1 ? "/public" : `/public?page=${target}`)}
      />
    </>
  );
}
