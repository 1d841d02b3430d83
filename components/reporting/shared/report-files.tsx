import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

const FORMATS = [
  ["csv", "CSV"],
  ["latex", "LaTeX"],
  ["markdown", "Markdown"],
  ["json", "JSON"],
] as const;

interface ReportFilesProps {
  /** Of the file, with every parameter but its format: "/api/reports/accuracy?runs=1". */
  address: string;
  /** Which of several tables it is: "the pairs". */
  of?: string;
}

/** The report, or one of its tables, as files. */
export function ReportFiles({ address, of }: ReportFilesProps) {
  return (
    <Group gap="xs" className="no-print">
      {FORMATS.map(([format, name]) => (
        <Button
          key={format}
          component="a"
          href={`${address}${address.includes("?") ? "&" : "?"}format=${format}`}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Download ${of === undefined ? "" : `${of} `}as ${name}`}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}
