import { Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** The sections of the page, as addresses and headings name them, in their order. */
export const SECTIONS = [
  ["population", "Which responses are counted"],
  ["verdict", "Which verdict counts"],
  ["n", "n and what is left out"],
  ["gap", "The gap"],
  ["intervals", "Intervals"],
  ["different-questions", "Runs rated on different questions"],
  ["comparing", "Comparing runs"],
  ["over-time", "Change over time"],
  ["estimates", "Estimates from a random sample"],
  ["agreement", "Agreement"],
  ["protocols", "Other protocols"],
  ["citations", "The citation check beside people"],
  ["planning", "Planning a campaign"],
  ["files", "Files and permalinks"],
] as const;

/** A section with its heading. */
export function Section({
  id,
  children,
}: {
  id: (typeof SECTIONS)[number][0];
  children: ReactNode;
}) {
  return (
    <Stack component="section" gap="xs" aria-labelledby={id} maw="80ch">
      {/* Below the bar that stays at the top of narrow screens. */}
      <Title order={2} id={id} style={{ scrollMarginTop: 72 }}>
        {SECTIONS.find(([name]) => name === id)![1]}
      </Title>
      {children}
    </Stack>
  );
}
