"use client";

import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { EXPORT_FORMATS, FORMAT_WORDS, type ExportFormat } from "@/lib/dataset/exports/schema";
import { SPREADSHEET_WORDS } from "@/lib/dataset/exports/vocabulary";
import { addressOf } from "@/lib/platform/address";

/** Downloads the present state of the dataset, which is no release, or that of a day (ISO). */
export function ExportMenu({ asOf }: { asOf?: string }) {
  const address = (format: ExportFormat, more: { preamble?: string; spreadsheet?: boolean } = {}) =>
    addressOf("/api/export", { format, ...more, asOf });
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
          <Menu.Item key={format} component="a" href={address(format)}>
            {FORMAT_WORDS[format].label}
            <Text fz="xs" c="dimmed">
              {FORMAT_WORDS[format].description}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Item component="a" href={address("csv", { preamble: "0" })}>
          CSV without preamble
          <Text fz="xs" c="dimmed">
            The header is the first row
          </Text>
        </Menu.Item>
        <Menu.Item component="a" href={address("csv", { spreadsheet: true })}>
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
  const address = (format: ExportFormat, spreadsheet = false) =>
    addressOf("/api/export", { rows: "history", format, spreadsheet });
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
      <Menu.Item component="a" href={address("csv", true)}>
        {SPREADSHEET_WORDS.label}
      </Menu.Item>
    </>
  );
}
