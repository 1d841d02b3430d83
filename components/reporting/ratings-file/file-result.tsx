import { Button, Code, Group, Stack, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useRef, type ReactNode } from "react";
import type { FileView } from "@/lib/reporting/ratings-file/queries";
import { CopyButton } from "@/components/ui/copy-button";
import { saveFile } from "@/components/ui/save-file";

interface FileResultProps {
  title: string;
  /** The names of its files without ending. */
  base: string;
  view: FileView;
  /** What the JSON file has: what the command line answers. */
  json: unknown;
  command: string;
  children: ReactNode;
}

/** What came of a file: heading, downloads, the numbers, and the command that computes the same. */
export function FileResult({ title, base, view, json, command, children }: FileResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Who computes by keyboard or hears the page is led to what came of it.
  useEffect(() => heading.current?.focus(), [view]);
  const { csv, latex, markdown } = view.files;
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Group justify="space-between" gap="sm">
        <Title order={2} ref={heading} tabIndex={-1} style={{ outline: "none" }}>
          {title}
        </Title>
        <Group gap="xs" className="no-print">
          <DownloadButton label="CSV" save={() => saveFile(`${base}.csv`, "text/csv", csv)} />
          <DownloadButton
            label="LaTeX"
            save={() => saveFile(`${base}.tex`, "application/x-tex", latex)}
          />
          <DownloadButton
            label="Markdown"
            save={() => saveFile(`${base}.md`, "text/markdown", markdown)}
          />
          <DownloadButton
            label="JSON"
            save={() =>
              saveFile(`${base}.json`, "application/json", `${JSON.stringify(json, null, 2)}\n`)
            }
          />
        </Group>
      </Group>
      {children}
      <Stack gap={4} className="no-print">
        <Title order={3}>Command-line equivalent</Title>
        <Group gap="xs" align="flex-start">
          <Code
            block
            style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", flex: "1 1 320px" }}
          >
            {command}
          </Code>
          <CopyButton value={command} size="xs" />
        </Group>
      </Stack>
    </Stack>
  );
}

/** "agreement-four-raters" for the agreement in “four raters.csv”. */
export function fileBase(what: string, fileName: string): string {
  return `${what}-${fileName
    .replace(/\.[^.]*$/, "")
    .replace(/[^\w-]+/g, "-")
    .slice(0, 80)}`;
}

export function DownloadButton({
  label,
  of,
  save,
}: {
  label: string;
  of?: string;
  save: () => void;
}) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={save}
      aria-label={`Download ${of === undefined ? "" : `the ${of} `}as ${label}`}
    >
      {label}
    </Button>
  );
}
