"use client";

import { Button, Checkbox, Group, NativeSelect, Text } from "@mantine/core";
import { modals } from "@/components/ui/modals";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { LocalTime } from "@/components/ui/local-time";
import type { RevisionView } from "@/lib/dataset/questions/queries";
import classes from "./question-history.module.css";
import { REASON_WORDS } from "./labels";
import { RevisionDifference } from "./revision-difference";
import { undoChange } from "./undo-notification";
import { changedAddress } from "@/lib/platform/address";

interface QuestionHistoryProps {
  /** The last revision first. */
  history: readonly RevisionView[];
  mayEdit: boolean;
}

/** Every revision of a question, and the difference between any two of them; the address says which (?from=1&to=3). */
export function QuestionHistory({ history, mayEdit }: QuestionHistoryProps) {
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const [signs, setSigns] = useState(false);
  const last = history[0]!;
  const numbered = (name: string) =>
    history.find((revision) => String(revision.number) === params.get(name));
  const to = numbered("to") ?? last;
  const from =
    numbered("from") ?? history.find((revision) => revision.number === to.number - 1) ?? to;

  const compare = (a: number, b: number) => {
    const between = { from: String(Math.min(a, b)), to: String(Math.max(a, b)) };
    // Everything is here already: only the address changes.
    window.history.replaceState(null, "", changedAddress(pathname, params, between));
  };
  const choices = history.map((revision) => ({
    value: String(revision.number),
    label: `${revision.number} · ${REASON_WORDS[revision.reason]} by ${revision.author}`,
  }));

  return (
    <div className={classes.history}>
      <ol className={classes.list} reversed>
        {history.map((revision) => (
          <li key={revision.id} data-shown={revision.number === to.number || undefined}>
            <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
              <div className={classes.what}>
                <b>Revision {revision.number}</b> · {REASON_WORDS[revision.reason]} by{" "}
                {revision.author}
                <span className={classes.when}>
                  <LocalTime iso={revision.at} />
                </span>
                {revision.comment !== "" && <p className={classes.why}>{revision.comment}</p>}
                {revision.operation !== null && (
                  <p className={classes.operation}>
                    {revision.operation.summary}
                    {revision.operation.undone ? " (undone)" : ""}
                  </p>
                )}
              </div>
              <Group gap={4} wrap="nowrap">
                {mayEdit && revision.operation?.undoable && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    onClick={() => {
                      const { id, summary } = revision.operation!;
                      modals.openConfirmModal({
                        title: "Undo this change?",
                        children: (
                          <Text size="sm">
                            “{summary}”. Questions edited since then are not affected.
                          </Text>
                        ),
                        labels: { confirm: "Undo", cancel: "Cancel" },
                        onConfirm: () => undoChange(id, () => router.refresh()),
                      });
                    }}
                  >
                    Undo
                  </Button>
                )}
                {revision.number > 1 && (
                  <Button
                    size="compact-xs"
                    variant={
                      revision.number === to.number && from.number === to.number - 1
                        ? "light"
                        : "subtle"
                    }
                    aria-label={`Show what revision ${revision.number} changed`}
                    onClick={() => compare(revision.number - 1, revision.number)}
                  >
                    Show changes
                  </Button>
                )}
              </Group>
            </Group>
          </li>
        ))}
      </ol>
      <div className={classes.compare} role="region" aria-label="Difference">
        {history.length === 1 ? (
          <Text c="dimmed">Only one revision so far. Edits will be compared here.</Text>
        ) : (
          <>
            <div className={classes.pick}>
              <NativeSelect
                size="xs"
                label="From revision"
                data={choices}
                value={String(from.number)}
                onChange={(event) => compare(Number(event.currentTarget.value), to.number)}
              />
              <NativeSelect
                size="xs"
                label="To revision"
                data={choices}
                value={String(to.number)}
                onChange={(event) => compare(from.number, Number(event.currentTarget.value))}
              />
              <Checkbox
                size="xs"
                label="Show whitespace"
                checked={signs}
                onChange={(event) => setSigns(event.currentTarget.checked)}
              />
            </div>
            <RevisionDifference before={from} after={to} signs={signs} />
          </>
        )}
      </div>
    </div>
  );
}
