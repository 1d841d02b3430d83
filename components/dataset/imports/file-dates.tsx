"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { FileDate } from "@/lib/dataset/imports/schema";
import { FileDateField, isSaid } from "./file-date-field";

interface FileDatesProps {
  opened: boolean;
  /** The files whose names do not say their dates. */
  files: readonly File[];
  onClose: () => void;
  /** @param dates of the files, in their order */
  onSay: (dates: FileDate[]) => void;
}

/** Asks for the dates of files before they are sent. */
export function FileDates({ opened, ...asked }: FileDatesProps) {
  const { files, onClose } = asked;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={files.length > 1 ? "Dates of the files" : "Date of the file"}
    >
      <FileDatesForm key={files.map(({ name }) => name).join()} {...asked} />
    </Modal>
  );
}

function FileDatesForm({ files, onClose, onSay }: Omit<FileDatesProps, "opened">) {
  const [said, setSaid] = useState<string[]>(() => files.map(() => ""));
  const dates = said.filter(isSaid);
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
          {several
            ? "These file names don’t say the date of their answers."
            : "The file name doesn’t say the date of its answers."}{" "}
          Enter the date as of which the answers are correct. Past versions of the dataset use this
          date. If it is unknown, the answers apply from today, and past versions say so.
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
