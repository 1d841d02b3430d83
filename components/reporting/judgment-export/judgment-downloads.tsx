"use client";

import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { Fragment, useState } from "react";
import type { ProtocolQuestion } from "@/lib/rating/protocols/vocabulary";
import { countOf } from "@/lib/platform/format";
import { SPREADSHEET_WORDS } from "@/lib/dataset/exports/vocabulary";
import { rowsOfCampaign } from "@/lib/reporting/judgment-export/rules";
import { ChooseColumns } from "./choose-columns";
import {
  ANSWER_COLUMNS,
  JUDGMENT_COLUMNS,
  JUDGMENT_FORMATS,
  RESPONSE_COLUMNS,
  type ExportedRows,
  type JudgmentFormat,
} from "@/lib/reporting/judgment-export/schema";
import { addressOf } from "@/lib/platform/address";

const FORMAT_WORDS: Record<JudgmentFormat, string> = {
  csv: "CSV",
  jsonl: "JSON Lines",
  xlsx: "Excel (XLSX)",
  parquet: "Parquet",
};
/** A file that can be downloaded in each format. */
interface Download {
  rows: ExportedRows;
  /** Of rankings and pairs: the question. */
  key?: string;
  label: string;
  description: string;
}

const VERDICT_COLUMNS = { judgments: JUDGMENT_COLUMNS, responses: RESPONSE_COLUMNS };

const VERDICT_FILES: readonly Download[] = [
  {
    rows: "judgments",
    label: "Ratings",
    description: "One row per rating, including corrected ones; raters as numbers",
  },
  {
    rows: "responses",
    label: "Responses",
    description:
      "One row per response, rated or not, with its gold, adjudicated and automatic verdicts",
  },
];

/** What there is of a campaign under another protocol than Relaxed and Strict. */
function answerFiles(questions: readonly ProtocolQuestion[]): Download[] {
  const each = (kind: ProtocolQuestion["kind"], rows: ExportedRows, words: string) =>
    questions
      .filter((question) => question.kind === kind)
      .map(({ key, label }): Download => ({
        rows,
        key,
        label: `${words}: ${label}`,
        description: "Ratings that count, as “Agreement from a file” reads them",
      }));
  return rowsOfCampaign(questions).flatMap((rows): Download[] => {
    if (rows === "rankings") return each("ranking", rows, "Rankings");
    if (rows === "pairs") return each("pairwise", rows, "Pairs");
    return [
      {
        rows,
        label: "Ratings",
        description:
          "One row per rating and question, including corrected ones, with adjudicated answers; raters as numbers",
      },
    ];
  });
}

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
    /** The questions of the protocol; left out: Relaxed and Strict. */
    questions?: readonly ProtocolQuestion[] | undefined;
  },
) {
  const what = "campaignId" in of ? { campaign: of.campaignId } : { run: of.runId };
  const address = ({ rows, key }: Download, format: JudgmentFormat, spreadsheet = false) =>
    addressOf("/api/judgments/export", {
      ...what,
      rows: rows === "judgments" ? null : rows,
      key,
      format,
      spreadsheet,
    });
  const [choosing, setChoosing] = useState(false);
  const files = of.questions === undefined ? VERDICT_FILES : answerFiles(of.questions);
  return (
    <>
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
          <Menu.Item onClick={() => setChoosing(true)}>Choose columns…</Menu.Item>
          <Menu.Divider />
          {files.map((file) => (
            <Fragment key={`${file.rows} ${file.key ?? ""}`}>
              <Menu.Label>
                {file.label}
                <Text fz="xs" c="dimmed" fw={400}>
                  {file.description}
                </Text>
              </Menu.Label>
              {JUDGMENT_FORMATS.map((format) => (
                <Menu.Item key={format} component="a" href={address(file, format)}>
                  {FORMAT_WORDS[format]}
                </Menu.Item>
              ))}
              <Menu.Item component="a" href={address(file, "csv", true)}>
                {SPREADSHEET_WORDS.label}
              </Menu.Item>
            </Fragment>
          ))}
          <Menu.Divider />
          {of.stillToRate > 0 && (
            <Text fz="xs" px="sm" pt={6}>
              Without {countOf(of.stillToRate, "response")} that you have yet to rate: the files
              would tell you what others said of them.
            </Text>
          )}
          <Text fz="xs" c="dimmed" px="sm" pb={6}>
            {SPREADSHEET_WORDS.label}: CSV with an apostrophe before each text that would run as a
            formula. The other files have the exact texts.
          </Text>
        </Menu.Dropdown>
      </Menu>
      <ChooseColumns
        opened={choosing}
        close={() => setChoosing(false)}
        of={what}
        files={of.questions === undefined ? VERDICT_COLUMNS : { judgments: ANSWER_COLUMNS }}
      />
    </>
  );
}
