import { Code, Stack, Text, Title } from "@mantine/core";
import { CopyButton } from "@/components/ui/copy-button";
import classes from "./citation.module.css";

/** How to cite a release, and the paper that the benchmark comes from. */
export function Citation({ release, paper }: { release: string; paper: string }) {
  return (
    <section aria-labelledby="citation">
      <Title order={2} id="citation" mb="xs">
        Citation
      </Title>
      <Stack gap="xs" align="flex-start">
        <Text>
          Cite the specific release: answers change between releases. The checksum identifies the
          exact file.
        </Text>
        <Code block className={classes.bibtex} w="100%">
          {release}
        </Code>
        <CopyButton value={release} label="Copy release BibTeX" size="xs" />
        <Text mt="sm">Paper:</Text>
        <Code block className={classes.bibtex} w="100%">
          {paper}
        </Code>
        <CopyButton value={paper} label="Copy paper BibTeX" size="xs" />
      </Stack>
    </section>
  );
}
