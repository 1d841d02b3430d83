"use client";

import { Button, Group, Loader, Modal, Table, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { fieldWords, type PlannedCell } from "@/lib/dataset/sheet/rules";
import { countOf } from "@/lib/platform/format";
import type { AnyResult } from "@/lib/platform/result";
import type { PendingPaste, QuestionSheet } from "./use-question-sheet";

/** Rows of the preview that are shown of each kind. */
const SHOWN = 8;

/** Shows what a paste changes and what of it can't be saved, before anything is saved. */
export function PasteDialog({ sheet }: { sheet: QuestionSheet }) {
  return (
    <Modal
      opened={sheet.paste !== null}
      onClose={sheet.closePaste}
      title={sheet.paste === null ? "" : `Paste ${countOf(sheet.paste.entries.length, "cell")}`}
      size="lg"
    >
      {sheet.paste !== null && <Preview sheet={sheet} paste={sheet.paste} />}
    </Modal>
  );
}

function Preview({ sheet, paste }: { sheet: QuestionSheet; paste: PendingPaste }) {
  const { editing, store, requests, closePaste } = sheet;
  const [answer, setAnswer] = useState<AnyResult<{ cells: PlannedCell[] }> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let closed = false;
    const ask = async () => {
      await editing?.load([...new Set(paste.entries.map(({ id }) => id))]);
      const result = await requests.preview(
        paste.entries.flatMap(({ id, column, text }) => {
          const row = store?.row(id);
          return row === undefined
            ? []
            : [{ questionId: id, field: column, text, baseRevisionId: row.revisionId }];
        }),
      );
      if (!closed) setAnswer(result);
    };
    void ask();
    return () => {
      closed = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked once for a paste, and again when tried again
  }, [paste, attempt]);

  // The dialog opened before there was anything to confirm.
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => confirm.current?.focus(), [answer]);

  if (answer === null)
    return (
      <Group gap="xs" role="status">
        <Loader size="sm" /> Checking…
      </Group>
    );
  if (!answer.ok)
    return (
      <>
        <Text role="alert">{answer.refusal.message}</Text>
        <Group mt="md">
          <Button
            onClick={() => {
              setAnswer(null);
              setAttempt(attempt + 1);
            }}
          >
            Retry
          </Button>
        </Group>
      </>
    );
  const { cells } = answer.value;
  const changes = cells.filter(({ outcome }) => outcome.is === "change");
  const same = cells.filter(({ outcome }) => outcome.is === "unchanged").length;
  const bad = cells.filter(({ outcome }) => !["change", "unchanged"].includes(outcome.is));
  const questions = new Set(changes.map(({ questionId }) => questionId)).size;
  const facts = [
    `${countOf(changes.length, "change")} in ${countOf(questions, "question")}`,
    same > 0 ? `${countOf(same, "cell")} already the same` : "",
    bad.length > 0 ? `${countOf(bad.length, "cell")} can’t be saved` : "",
    paste.outside > 0
      ? `${countOf(paste.outside, "cell")} left out: read-only columns, or beyond the last row or column`
      : "",
  ].filter((fact) => fact !== "");
  return (
    <>
      <Text>{facts.join(" · ")}</Text>
      {bad.length > 0 && (
        <>
          <Text fw={600} mt="sm">
            Can’t be saved
          </Text>
          <Text size="sm" c="dimmed">
            These cells are marked in the sheet with your text until you fix or discard them.
          </Text>
          <Cells cells={bad} what="Problem" entries={paste.entries} />
        </>
      )}
      {changes.length > 0 && (
        <>
          <Text fw={600} mt="sm">
            Changes
          </Text>
          <Cells cells={changes} what="Now" entries={paste.entries} />
        </>
      )}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={closePaste}>
          Cancel
        </Button>
        <Button
          ref={confirm}
          disabled={changes.length + bad.length === 0}
          onClick={() => {
            editing?.enter(paste.entries);
            closePaste();
          }}
        >
          {changes.length === 0 && bad.length > 0
            ? `Paste ${countOf(bad.length, "cell")} to fix`
            : `Paste ${countOf(changes.length, "change")}`}
        </Button>
      </Group>
    </>
  );
}

function Cells({
  cells,
  what,
  entries,
}: {
  cells: readonly PlannedCell[];
  /** What stands between a cell's name and the pasted text. */
  what: string;
  entries: PendingPaste["entries"];
}) {
  const texts = new Map(entries.map(({ id, column, text }) => [`${id}:${column}`, text]));
  return (
    <Table fz="sm" verticalSpacing={3}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Cell</Table.Th>
          <Table.Th>{what}</Table.Th>
          <Table.Th>Pasted</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {cells.slice(0, SHOWN).map(({ questionId, field, outcome }) => (
          <Table.Tr key={`${questionId}:${field}`}>
            <Table.Td>
              Q{questionId} · {fieldWords(field)}
            </Table.Td>
            <Table.Td>
              {"from" in outcome ? <Short text={outcome.from} /> : messageOf(outcome)}
            </Table.Td>
            <Table.Td>
              <Short text={texts.get(`${questionId}:${field}`) ?? ""} />
            </Table.Td>
          </Table.Tr>
        ))}
        {cells.length > SHOWN && (
          <Table.Tr>
            <Table.Td colSpan={3}>and {countOf(cells.length - SHOWN, "more cell")}</Table.Td>
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  );
}

function messageOf(outcome: PlannedCell["outcome"]): string {
  switch (outcome.is) {
    case "invalid":
      return outcome.message;
    case "conflict":
      return `Changed by someone else to “${outcome.theirs}”.`;
    case "missing":
      return "This question no longer exists.";
    default:
      return "";
  }
}

function Short({ text }: { text: string }) {
  return (
    <Text span size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
      {text === "" ? "(empty)" : text}
    </Text>
  );
}
