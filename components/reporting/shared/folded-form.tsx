import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/** The form of a report, folded away once its numbers are there. */
export function FoldedForm({ children }: { children: ReactNode }) {
  return (
    <details className="no-print">
      <Text component="summary" fz="sm" fw={600} mb="xs" style={{ cursor: "pointer" }}>
        Report options
      </Text>
      {children}
    </details>
  );
}
