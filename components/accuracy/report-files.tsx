import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

const FORMATS = [["csv", "CSV"], ["latex", "LaTeX"], ["markdown", "Markdown"], ["json", "JSON"]] as const;

/** The report as files. @param address of the file, with every parameter but its format */
export function ReportFiles({ address }: { address: string }) {
  return (
    <Group gap="xs" className="no-print">
      {FORMATS.map(([format, name]) => (
        <Button key={format} component="a" href={`${address}&format=${format}`} download size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} aria-label={`Download as ${name}`}>{name}</Button>
      ))}
    </Group>
  );
}
