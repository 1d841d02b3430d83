import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { formatCount, formatDollars } from "@/lib/platform/format";
import { formatDecimal } from "@/lib/platform/numbers";

/** The title of a step of a trace, and what is to be said of it in a line. */
export function Head({
  title,
  badges,
  facts,
}: {
  title: string;
  badges?: ReactNode;
  facts: ReactNode[];
}) {
  return (
    <>
      <Group gap="xs">
        <Title order={3} fz="md">
          {title}
        </Title>
        {badges}
      </Group>
      <Text fz="sm" c="dimmed" className="tabular">
        {facts.filter(Boolean).map((fact, index) => (
          <span key={index}>
            {index > 0 && " · "}
            {fact}
          </span>
        ))}
      </Text>
    </>
  );
}

export const seconds = (ms: number) => `${formatDecimal(ms / 1000, ms < 10_000 ? 1 : 0)} s`;
/** A time that may be short: "12 ms", "1.2 s". */
export const milliseconds = (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : seconds(ms));
export const dollars = (cost: number | null) =>
  cost === null ? "Cost unknown" : formatDollars(cost);
export const tokens = (count: number | null, what: string) =>
  count !== null && `${formatCount(count)} ${what} tokens`;
