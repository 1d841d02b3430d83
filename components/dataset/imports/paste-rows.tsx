"use client";

import { Box, Button, Group, Modal, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { FileDate } from "@/lib/dataset/imports/schema";
import { FileDateField, isSaid } from "./file-date-field";

interface PasteRowsProps {
  opened: boolean;
  onClose: () => void;
  /** What is pasted may be the log of a tool, too; else it is questions, which have a date. */
  logs?: boolean;
  /**
   * @param readAs how the file is read where it is not in the official form (see parseReading)
   * @param date of questions
   */
  onPaste: (file: File, readAs: string | null, date: FileDate | undefined) => void;
}

/** Takes rows from the clipboard as if they were a file: tabs as spreadsheets copy them, or CSV. They stay until it is mounted anew. */
export function PasteRows({ opened, onClose, logs = false, onPaste }: PasteRowsProps) {
  const [text, setText] = useState("");
  const [date, setDate] = useState<string>("");
  const json = logs ? /^\s*([{[])/.exec(text)?.[1] : undefined;
  const tabs =
    json === undefined &&
    (text.split("\n").find((line) => line.trim() !== "") ?? "").includes("\t");
  const ending = json === "[" ? "json" : json === "{" ? "jsonl" : tabs ? "tsv" : "csv";
  const paste = () => {
    onPaste(
      new File([text], `pasted.${ending}`, { type: "text/plain" }),
      tabs ? "separator=tab" : null,
      logs || date === "" ? undefined : date,
    );
  };
  return (
    <Modal opened={opened} onClose={onClose} size="xl" title={logs ? "Paste text" : "Paste rows"}>
      <Textarea
        data-autofocus
        label={logs ? "Rows with a header, or a log" : "Rows with a header"}
        description={`${logs ? "Paste JSON or JSON Lines, or copy" : "Copy"} the rows in your spreadsheet, including the row with the column names, and paste them here.`}
        minRows={8}
        maxRows={16}
        autosize
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        styles={{
          input: { fontFamily: "var(--mantine-font-family-monospace)", whiteSpace: "pre" },
        }}
      />
      {!logs && (
        <Box mt="md">
          <FileDateField
            label="Answers as of"
            description="The date as of which the answers are correct"
            value={date}
            onChange={setDate}
          />
        </Box>
      )}
      <Text fz="sm" c="dimmed" mt={6}>
        You&apos;ll see a preview before anything changes.
      </Text>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={paste} disabled={text.trim() === "" || (!logs && !isSaid(date))}>
          {logs ? "Preview" : "Preview rows"}
        </Button>
      </Group>
    </Modal>
  );
}
