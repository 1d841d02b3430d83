import { Text, Title } from "@mantine/core";

/** What the maintainer wrote about a release, line by line as it was typed; nothing where there are no notes. */
export function ReleaseNotes({ notes }: { notes: string }) {
  if (notes === "") return null;
  return (
    <section aria-labelledby="notes">
      <Title order={2} id="notes" mb="xs">
        Notes
      </Title>
      <Text maw="80ch" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {notes}
      </Text>
    </section>
  );
}
