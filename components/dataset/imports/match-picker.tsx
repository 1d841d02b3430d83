"use client";

import { Badge, Loader, Modal, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useEffect, useState } from "react";
import type { PlanCandidate, PlanRow } from "@/lib/dataset/imports/plan-queries";
import { alikePercent } from "@/lib/dataset/imports/rules";
import { TextDiff } from "@/components/ui/text-diff";
import classes from "./match-picker.module.css";

interface PartnerPickerProps {
  importId: number;
  /** The row that gets a question; null while the dialog is closed. */
  row: PlanRow | null;
  onPick: (row: PlanRow, questionId: number) => void;
  onClose: () => void;
}

const PAUSE_MS = 250;

/** A dialog in which a row of the file is given its question: one of those that resemble it, or any that a search finds. */
export function PartnerPicker({ importId, row, onPick, onClose }: PartnerPickerProps) {
  return (
    <Modal
      opened={row !== null}
      onClose={onClose}
      size="xl"
      title={row === null ? "" : `Match row ${row.record} to a question`}
    >
      {row !== null && <Picker key={row.ordinal} importId={importId} row={row} onPick={onPick} />}
    </Modal>
  );
}

function Picker({
  importId,
  row,
  onPick,
}: {
  importId: number;
  row: PlanRow;
  onPick: PartnerPickerProps["onPick"];
}) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<{ for: string; candidates: PlanCandidate[] | null }>({
    for: "",
    candidates: [],
  });
  const wanted = text.trim();

  useEffect(() => {
    if (wanted === "") return;
    const stopped = new AbortController();
    const look = async () => {
      try {
        const response = await fetch(
          `/api/imports/${importId}/unmatched?text=${encodeURIComponent(wanted)}`,
          { signal: stopped.signal },
        );
        setFound({
          for: wanted,
          candidates: response.ok ? ((await response.json()) as PlanCandidate[]) : null,
        });
      } catch {
        if (!stopped.signal.aborted) setFound({ for: wanted, candidates: null });
      }
    };
    const timer = setTimeout(() => void look(), PAUSE_MS);
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [wanted, importId]);

  const searching = wanted !== "" && found.for !== wanted;
  const shown = wanted === "" ? row.candidates : (found.candidates ?? []);
  return (
    <Stack gap="sm">
      <div>
        <Text fz="sm" c="dimmed">
          In the file
        </Text>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {row.question}
        </Text>
        <Text fz="sm" style={{ overflowWrap: "anywhere" }}>
          {row.primaryAnswer}
        </Text>
      </div>
      <TextInput
        data-autofocus
        label="Search unmatched questions"
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.currentTarget.value)}
        rightSection={searching ? <Loader size={16} /> : null}
      />
      <Text fz="sm" c="dimmed" role="status">
        {wanted === ""
          ? shown.length > 0
            ? "Most similar:"
            : "No similar questions. Try searching for a few words."
          : searching
            ? "Searching…"
            : found.candidates === null
              ? "Search failed. Edit your search to retry."
              : shown.length === 0
                ? "No unmatched questions found. Try fewer or different words."
                : `${shown.length} found, most similar first:`}
      </Text>
      <ul className={classes.candidates} aria-label="Questions to choose from">
        {shown.map((candidate) => (
          <li key={candidate.questionId}>
            <UnstyledButton
              className={classes.candidate}
              disabled={candidate.taken}
              onClick={() => onPick(row, candidate.questionId)}
            >
              <span className={classes.text}>
                <TextDiff before={candidate.question} after={row.question} />
              </span>
              <span className={classes.note}>
                Q{candidate.questionId} · {alikePercent(candidate.score)} similar
                {candidate.primaryAnswer !== "" && <> · {candidate.primaryAnswer}</>}
                {candidate.taken && (
                  <>
                    {" "}
                    <Badge color="gray" size="sm">
                      matched to another row
                    </Badge>
                  </>
                )}
                {candidate.questionId === row.questionId && (
                  <>
                    {" "}
                    <Badge size="sm">current match</Badge>
                  </>
                )}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
