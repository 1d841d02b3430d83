import { Button, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { LicenseLine } from "@/components/dataset/licenses/license-line";
import type { License } from "@/lib/dataset/licenses/vocabulary";
import { SPREADSHEET_WORDS } from "@/lib/dataset/exports/vocabulary";
import { spreadsheetFileName } from "@/lib/dataset/imports/rules";
import { CopyButton } from "@/components/ui/copy-button";
import { FormatButtons } from "./format-buttons";

/** The files of a release, its checksum, and how to prove with it that a copy is the release. */
export function ReleaseFiles({
  name,
  sha256,
  byteSize,
  license,
  addLicense,
  folder = `/api/releases/${name}`,
}: {
  name: string;
  sha256: string;
  byteSize: number;
  license: License | null;
  /** Where a license can be added to a release without one. */
  addLicense?: ReactNode;
  folder?: string;
}) {
  const check = `echo "${sha256}  ${name}.csv" | sha256sum --check`;
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-labelledby="files">
      <Title order={2} id="files" mb="sm">
        Files
      </Title>
      <Group gap="xs" mb="md">
        <FormatButtons name={name} folder={folder} byteSize={byteSize} />
        <Button
          component="a"
          href={`${folder}/${spreadsheetFileName(`${name}.csv`)}`}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          title={SPREADSHEET_WORDS.description}
        >
          {SPREADSHEET_WORDS.label}
        </Button>
      </Group>
      <Stack gap="xs" mb="md" align="flex-start">
        <LicenseLine license={license} />
        {license === null && addLicense}
      </Stack>
      <Stack gap={6}>
        <Text fz="sm" fw={600}>
          SHA-256 of {name}.csv
        </Text>
        <Group gap="xs" align="center">
          <Code style={{ overflowWrap: "anywhere" }} data-testid="sha256">
            {sha256}
          </Code>
          <CopyButton value={sha256} label="Copy checksum" size="xs" />
        </Group>
        <Text fz="sm" c="dimmed" mt="xs">
          The CSV file never changes. To verify your copy, run this command in the same folder; it
          prints “OK”. On macOS, use <Code>shasum -a 256 --check</Code>.
        </Text>
        <Group gap="xs" align="center">
          <Code style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>{check}</Code>
          <CopyButton value={check} label="Copy command" size="xs" />
        </Group>
        <Text fz="sm" c="dimmed">
          XLSX, JSON Lines and Parquet contain the same rows plus question ID and revision number.
          In the CSV for spreadsheets, texts that would run as formulas start with an apostrophe;
          the checksum does not apply to it.
        </Text>
      </Stack>
    </Paper>
  );
}
