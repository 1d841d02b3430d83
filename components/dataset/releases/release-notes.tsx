import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface ReleaseNotesProps {
  notes: string;
  title?: string;
  /** Shown below the notes, or without any. */
  children?: ReactNode;
}

/** What the maintainer wrote about a release, line by line as it was typed; nothing where there is nothing to show. */
export function ReleaseNotes({ notes, title = "Notes", children }: ReleaseNotesProps) {
  if (notes === "" && !children) return null;
  return (
    <section aria-labelledby="notes">
      <Title order={2} id="notes" mb="xs">
        {title}
      </Title>
      {notes !== "" && (
        <Text maw="80ch" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {notes}
        </Text>
      )}
      {children}
    </section>
  );
}
