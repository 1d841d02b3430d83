"use client";

import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { SPREADSHEET_WORDS } from "@/lib/exchange/rules";
import { JUDGMENT_FORMATS, type JudgmentFormat } from "@/lib/judgment-export/schema";

const WORDS: Record<JudgmentFormat, { label: string; description: string }> = {
  csv: { label: "CSV", description: "One record a judgment, superseded ones too, raters by number" },
  jsonl: { label: "JSON Lines", description: "The same, one object a line" },
};

/** Downloads all judgments of a campaign, or of a run in whatever campaigns, with what reports are computed from. */
export function JudgmentDownloads(of: ({ campaignId: number } | { runId: number }) & { /** What it is called, for screen readers. */ name?: string }) {
  const what = "campaignId" in of ? `campaign=${of.campaignId}` : `run=${of.runId}`;
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button variant="default" {...(of.name !== undefined && { "aria-label": `Export judgments of ${of.name}` })} leftSection={<IconDownload size={16} aria-hidden />} rightSection={<IconChevronDown size={14} aria-hidden />}>Export judgments</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {JUDGMENT_FORMATS.map((format) => (
          <Menu.Item key={format} component="a" href={`/api/judgments/export?${what}&format=${format}`} download>
            {WORDS[format].label}
            <Text fz="xs" c="dimmed">{WORDS[format].description}</Text>
          </Menu.Item>
        ))}
        <Menu.Item component="a" href={`/api/judgments/export?${what}&format=csv&spreadsheet=1`} download>
          {SPREADSHEET_WORDS.label}
          <Text fz="xs" c="dimmed">For opening in a spreadsheet program: texts that would run as formulas begin with an apostrophe. The other CSV has the exact texts.</Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
