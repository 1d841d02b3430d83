import { Badge, type BadgeProps, Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import {
  describeFinding,
  describeMore,
  listedGroups,
} from "@/lib/dataset/imports/finding-messages";
import type { Severity } from "@/lib/dataset/file-formats/release-file";
import type { FindingGroup } from "@/lib/dataset/imports/plan-queries";
import classes from "./finding-groups.module.css";
import { formatCount } from "@/lib/platform/format";

const SEVERITY = {
  error: { color: "red", label: "Error" },
  suspect: { color: "orange", label: "Warning" },
  notice: { color: "blue", label: "Info" },
} as const satisfies Record<Severity, { color: string; label: string }>;

/** How grave a finding is, in a word. */
export function SeverityBadge({
  severity,
  size,
}: {
  severity: Severity;
  size?: BadgeProps["size"];
}) {
  const { color, label } = SEVERITY[severity];
  return (
    <Badge color={color} size={size}>
      {label}
    </Badge>
  );
}

interface FindingGroupsProps {
  importId: number;
  groups: FindingGroup[];
  title: string;
}

/** What was found in a file, kind by kind, gravest first: how often, where, and what to do about it. */
export function FindingGroups({ importId, groups, title }: FindingGroupsProps) {
  if (groups.length === 0) return null;
  // Columns that are missing differ by their names alone: one line for all of them.
  const missing = groups.filter(({ code }) => code === "missing-column");
  const together = missing.length > 1;
  const { listed, more } = listedGroups(
    together ? groups.filter(({ code }) => code !== "missing-column") : groups,
  );
  return (
    <section aria-labelledby="findings">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} id="findings">
          {title}
        </Title>
        <Button
          component="a"
          href={`/api/imports/${importId}/findings`}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          Download all (CSV)
        </Button>
      </Group>
      <Stack component="ul" gap={0} className={classes.list}>
        {together && <MissingColumns names={missing.map(({ column }) => column ?? "")} />}
        {listed.map((group) => (
          <FindingItem
            key={`${group.code} ${group.severity} ${group.column ?? group.examples[0]?.value}`}
            group={group}
          />
        ))}
      </Stack>
      {more.map((rest) => (
        <Text key={rest.code} fz="sm" mt="xs">
          {describeMore(rest)} The CSV file lists all.
        </Text>
      ))}
    </section>
  );
}

function MissingColumns({ names }: { names: string[] }) {
  return (
    <li className={classes.item}>
      <SeverityBadge severity="error" />
      <div className={classes.words}>
        <Text fw={600}>{formatCount(names.length)} columns are missing.</Text>
        <Text>Add them to the header; cells may be empty.</Text>
        <Group gap={6} mt={4}>
          {names.map((name) => (
            <Code key={name}>{name}</Code>
          ))}
        </Group>
      </div>
      <Text className="tabular" fw={600} ta="end">
        {formatCount(names.length)}×
      </Text>
    </li>
  );
}

function FindingItem({ group }: { group: FindingGroup }) {
  const first = group.examples[0] ?? { record: null, value: null };
  const { problem, remedy } = describeFinding({
    code: group.code,
    severity: group.severity,
    column: group.column,
    ...first,
  });
  const places = group.examples.filter((example) => example.record !== null);
  return (
    <li className={classes.item}>
      <SeverityBadge severity={group.severity} />
      <div className={classes.words}>
        <Text fw={600}>{problem}</Text>
        <Text>{remedy}</Text>
        {places.length > 0 && (
          <Text fz="sm" c="dimmed" component="div">
            {group.column !== null && (
              <>
                Column <Code>{group.column}</Code> ·{" "}
              </>
            )}
            {places.map((example, index) => (
              <span key={index}>
                {index > 0 && ", "}row {formatCount(example.record!)}
                {example.value !== null && example.value.trim() !== "" && (
                  <>
                    {" "}
                    <q className={classes.value}>{example.value}</q>
                  </>
                )}
              </span>
            ))}
            {group.count > places.length && (
              <> and {formatCount(group.count - places.length)} more</>
            )}
          </Text>
        )}
      </div>
      <Text className="tabular" fw={600} ta="end" title={`${formatCount(group.count)} occurrences`}>
        {formatCount(group.count)}×
      </Text>
    </li>
  );
}
