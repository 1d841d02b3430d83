import { Badge, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { SettingDifferences } from "@/components/ui/setting-differences";
import type { SettingInWords } from "@/lib/platform/settings-in-words";

interface Version {
  versionId: number;
  number: number;
  /** null: it came with the product. */
  createdBy: string | null;
  createdAt: string;
  /** When it was first used, since when it stays as it is. */
  frozenAt: string | null;
}

interface VersionListProps<V extends Version> {
  /** The latest first. */
  versions: readonly V[];
  inWords: (version: V) => SettingInWords[];
  /** What uses a version. */
  uses: (version: V) => ReactNode;
}

/** The versions of something that is frozen when it is used, each with what it changed and what uses it. */
export function VersionList<V extends Version>({ versions, inWords, uses }: VersionListProps<V>) {
  return (
    <Stack gap="md">
      {versions.map((version, index) => {
        const before = versions[index + 1];
        return (
          <section key={version.versionId} aria-labelledby={`version-${version.number}`}>
            <Group gap="xs">
              <Title order={3} fz="md" id={`version-${version.number}`}>
                Version {version.number}
              </Title>
              <Badge variant="light" color={version.frozenAt === null ? "gray" : "blue"}>
                {version.frozenAt === null ? "Unused" : "Frozen"}
              </Badge>
            </Group>
            {version.createdBy !== null && (
              <Text fz="sm" c="dimmed">
                By {version.createdBy}, <LocalTime iso={version.createdAt} />
                {version.frozenAt !== null && (
                  <>
                    {" "}
                    · first used <LocalTime iso={version.frozenAt} />
                  </>
                )}
              </Text>
            )}
            {before && (
              <SettingDifferences
                label={`Changes since version ${before.number}`}
                before={inWords(before)}
                after={inWords(version)}
              />
            )}
            {uses(version)}
          </section>
        );
      })}
    </Stack>
  );
}
