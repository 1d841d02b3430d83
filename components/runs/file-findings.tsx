import { List, Text, Title } from "@mantine/core";
import type { Finding } from "@/lib/dataset/file-formats/release-file";
import { describeFileFinding } from "@/lib/runs/responses/finding-messages";
import { formatCount } from "@/lib/platform/format";

const PLACES = 5;

/** What was found in a file of responses apart from its records: a line for each kind and column, with its first places. */
export function FileFindings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([
      finding.code,
      finding.column,
      finding.record === null ? finding.value : null,
    ]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return (
    <section aria-labelledby="file-findings">
      <Title order={2} id="file-findings" mb="xs">
        Problems in the file
      </Title>
      <List size="sm" spacing="xs">
        {[...groups].map(([key, group]) => {
          const { problem, remedy } = describeFileFinding(group[0]!);
          const records = group.flatMap(({ record }) =>
            record === null ? [] : [formatCount(record)],
          );
          return (
            <List.Item key={key}>
              {problem} {remedy}
              {records.length > 0 && (
                <Text span c="dimmed" fz="sm">
                  {" "}
                  {records.length === 1 ? "Row" : "Rows"} {records.slice(0, PLACES).join(", ")}
                  {records.length > PLACES && ` and ${formatCount(records.length - PLACES)} more`}.
                </Text>
              )}
            </List.Item>
          );
        })}
      </List>
    </section>
  );
}
