"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { FileDate } from "@/lib/dataset/imports/schema";
import { FileDateField } from "./file-date-field";

interface FileDatesProps {
  /** The files whose names have no date; while there are none, nothing is asked. */
  files: readonly File[];
  onClose: () => void;
  /** @param dates of the files, in their order */
  onSay: (dates: FileDate[]) => void;
}

/** Asks for the dates of files before they are sent. */
export function FileDates({ files, onClose, onSay }: FileDatesProps) {
  return (
    <Modal
      opened={files.length > 0}
      onClose={onClose}
      size="lg"
      title={files.length > 1 ? "Dates of the files" : "Date of the file"}
    >
      <FileDatesForm files={files} onClose={onClose} onSay={onSay} />
    </Modal>
  );
}

function FileDatesForm({ files, onClose, onSay }: FileDatesProps) {
  const [said, setSaid] = useState<string[]>(() => files.map(() => ""));
  const dates = said.filter((date) => date !== "");
  const several = files.length > 1;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (dates.length === files.length) onSay(dates);
      }}
    >
      <Stack gap="md">
        <Text fz="sm">
          {several ? "These file names have" : "The file name has"} no date. Enter the date as of
          which the answers are correct: past versions of the dataset go by it. If it is unknown,
          the answers count from today, and past versions say so.
        </Text>
        {files.map((file, at) => (
          <FileDateField
            key={at}
            label={file.name}
            value={said[at] ?? ""}
            onChange={(value) => setSaid(said.map((one, index) => (index === at ? value : one)))}
            autoFocus={at === 0}
          />
        ))}
      </Stack>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={dates.length < files.length}>
          {several ? "Upload files" : "Upload file"}
        </Button>
      </Group>
    </form>
  );
}
