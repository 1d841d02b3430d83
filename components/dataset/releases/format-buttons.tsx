import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { EXPORT_FORMATS, FORMAT_WORDS } from "@/lib/dataset/exports/schema";
import { formatBytes } from "@/lib/platform/format";

interface FormatButtonsProps {
  /** The name of the release. */
  name: string;
  /** Where its files are. */
  folder: string;
  /** Of the CSV file, the one that never changes. */
  byteSize: number;
}

/** A release in each format, the CSV file first. */
export function FormatButtons({ name, folder, byteSize }: FormatButtonsProps) {
  return EXPORT_FORMATS.map((format) => (
    <Button
      key={format}
      component="a"
      href={`${folder}/${name}.${format}`}
      variant={format === "csv" ? "filled" : "default"}
      leftSection={<IconDownload size={16} aria-hidden />}
      title={FORMAT_WORDS[format].description}
    >
      {FORMAT_WORDS[format].label}
      {format === "csv" && ` (${formatBytes(byteSize)})`}
    </Button>
  ));
}
