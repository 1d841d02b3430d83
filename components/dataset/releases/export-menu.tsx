"use client";

import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { EXPORT_FORMATS, FORMAT_WORDS } from "@/lib/dataset/exports/schema";
import { SPREADSHEET_WORDS } from "@/lib/dataset/exports/vocabulary";

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
          <Menu.Item key={format} component="a" href={`/api/export?format=${format}${day}`}>
            {FORMAT_WORDS[format].label}
            <Text fz="xs" c="dimmed">
              {FORMAT_WORDS[format].description}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Item component="a" href={`/api/export?format=csv&preamble=0${day}`}>
          CSV without preamble
          <Text fz="xs" c="dimmed">
            The header is the first row
          </Text>
        </Menu.Item>
        <Menu.Item component="a" href={`/api/export?format=csv&spreadsheet=1${day}`}>
          {SPREADSHEET_WORDS.label}
          <Text fz="xs" c="dimmed">
            {SPREADSHEET_WORDS.description}
          </Text>
        </Menu.Item>
        {asOf === undefined && <HistoryItems />}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Every revision of every question. */
function HistoryItems() {
  const address = (format: string) => `/api/export?rows=history&format=${format}`;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>
        History
        <Text fz="xs" c="dimmed" fw={400}>
          One row per revision of each question, retired ones included, with reason and date
        </Text>
      </Menu.Label>
      {EXPORT_FORMATS.map((format) => (
        <Menu.Item key={format} component="a" href={address(format)}>
          {FORMAT_WORDS[format].label}
        </Menu.Item>
      ))}
      <Menu.Item component="a" href={`${address("csv")}&spreadsheet=1`}>
        {SPREADSHEET_WORDS.label}
      </Menu.Item>
    </>
  );
}
