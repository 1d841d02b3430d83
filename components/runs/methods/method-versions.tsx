import { Badge, Group, Stack, Text, Title } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import type { MethodVersionView } from "@/lib/runs/generation/queries";
import {
  definitionDifferences,
  describeDefinition,
  type SettingInWords,
} from "@/lib/runs/generation/rules";

/** A version in words, its demonstration set included. */
export function versionInWords(version: MethodVersionView): SettingInWords[] {
  const { demonstrationSet: set } = version;
  return [
    ...describeDefinition(version.definition),
    ...(set ? [{ label: "Demonstration set", value: `${set.name}, version ${set.version}` }] : []),
  ];
}

/** The versions of a method, the latest first, each with what it changed and the runs that it made. */
export function MethodVersions({ versions }: { versions: readonly MethodVersionView[] }) {
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
            <Text fz="sm" c="dimmed">
              By {version.createdBy}, <LocalTime iso={version.createdAt} />
              {version.frozenAt !== null && (
                <>
                  {" "}
                  · first used <LocalTime iso={version.frozenAt} />
                </>
              )}
            </Text>
            {before && <Differences before={before} after={version} />}
            {version.runs.length > 0 && (
              <ul>
                {version.runs.map((run) => (
                  <li key={run.runId} style={{ marginBlock: 4 }}>
                    <LinkAnchor href={`/runs/${run.runId}`}>
                      {`${run.modelName}, ${run.name}`}
                    </LinkAnchor>
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </Stack>
  );
}

function Differences({ before, after }: Record<"before" | "after", MethodVersionView>) {
  const differences = definitionDifferences(versionInWords(before), versionInWords(after));
  return (
    <ul aria-label={`Changes since version ${before.number}`}>
      {differences.map((one) => (
        <li key={one.label}>
          {one.label}: {one.before !== null && <del>{one.before}</del>}{" "}
          {one.after === null ? "removed" : <ins>{one.after}</ins>}
        </li>
      ))}
    </ul>
  );
}
