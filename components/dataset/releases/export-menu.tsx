"use client";

import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { EXPORT_FORMATS, FORMAT_WORDS } from "@/lib/dataset/exports/schema";
import { SPREADSHEET_WORDS } from "@/lib/dataset/imports/rules";

/** Downloads the present state of the dataset, which is no release, or that of a day (ISO). */
export function ExportMenu({ asOf }: { asOf?: string }) {
  const day = asOf === undefined ? "" : `&asOf=${asOf}`;
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {asOf === undefined ? "Export current version" : "Export this version"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXPORT_FORMATS.map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={`/api/export?format=${format}${day}`}
            download
          >
            {FORMAT_WORDS[format].label}
            <Text fz="xs" c="dimmed">
              {FORMAT_WORDS[format].description}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Item component="a" href={`/api/export?format=csv&preamble=0${day}`} download>
          CSV without preamble
          <Text fz="xs" c="dimmed">
            The header is the first row
          </Text>
        </Menu.Item>
        <Menu.Item component="a" href={`/api/export?format=csv&spreadsheet=1${day}`} download>
          {SPREADSHEET_WORDS.label}
          <Text fz="xs" c="dimmed">
            {SPREADSHEET_WORDS.description}
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
