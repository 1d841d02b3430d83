"use client";

import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { Fragment } from "react";
import { countOf } from "@/lib/platform/format";
import { SPREADSHEET_WORDS } from "@/lib/dataset/imports/rules";
import {
  EXPORTED_ROWS,
  JUDGMENT_FORMATS,
  type ExportedRows,
  type JudgmentFormat,
} from "@/lib/reporting/judgment-export/schema";

const FORMAT_WORDS: Record<JudgmentFormat, string> = { csv: "CSV", jsonl: "JSON Lines" };
const ROW_WORDS: Record<ExportedRows, { label: string; description: string }> = {
  judgments: {
    label: "Ratings",
    description: "One row per rating, including corrected ones; raters as numbers",
  },
  responses: {
    label: "Responses",
    description:
      "One row per response, rated or not, with its gold, adjudicated and automatic verdicts",
  },
};

/**
 * Downloads all judgments of a campaign, or of a run in whatever campaigns, or the responses: together, what reports are
 * computed from.
 */
export function JudgmentDownloads(
  of: ({ campaignId: number } | { runId: number }) & {
    /** What it is called, for screen readers. */
    name?: string;
    /** How many of the responses the reader has still to rate. */
    stillToRate: number;
  },
) {
  const what = "campaignId" in of ? `campaign=${of.campaignId}` : `run=${of.runId}`;
  const address = (rows: ExportedRows, format: JudgmentFormat) =>
    `/api/judgments/export?${what}${rows === "judgments" ? "" : `&rows=${rows}`}&format=${format}`;
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          variant="default"
          {...(of.name !== undefined && { "aria-label": `Export ratings of ${of.name}` })}
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Export ratings
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXPORTED_ROWS.map((rows) => (
          <Fragment key={rows}>
            <Menu.Label>
              {ROW_WORDS[rows].label}
              <Text fz="xs" c="dimmed" fw={400}>
                {ROW_WORDS[rows].description}
              </Text>
            </Menu.Label>
            {JUDGMENT_FORMATS.map((format) => (
              <Menu.Item key={format} component="a" href={address(rows, format)} download>
                {FORMAT_WORDS[format]}
              </Menu.Item>
            ))}
            <Menu.Item component="a" href={`${address(rows, "csv")}&spreadsheet=1`} download>
              {SPREADSHEET_WORDS.label}
            </Menu.Item>
          </Fragment>
        ))}
        <Menu.Divider />
        {of.stillToRate > 0 && (
          <Text fz="xs" px="sm" pt={6}>
            Without {countOf(of.stillToRate, "response")} that you have yet to rate: the files would
            tell you what others said of them.
          </Text>
        )}
        <Text fz="xs" c="dimmed" px="sm" pb={6}>
          {SPREADSHEET_WORDS.label}: CSV with an apostrophe before each text that would run as a
          formula. The other files have the exact texts.
        </Text>
      </Menu.Dropdown>
    </Menu>
  );
}
