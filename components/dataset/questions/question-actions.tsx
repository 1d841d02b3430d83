"use client";

import { Button } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconPencil } from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { changeQuestions } from "@/lib/dataset/questions/actions";
import type { BulkChange } from "@/lib/dataset/questions/schema";
import type { Status } from "@/lib/dataset/questions/vocabulary";
import { mayActOnKey } from "@/components/ui/shortcut-scope";
import { ChangeDialog } from "./change-dialog";
import { ShortcutHelp } from "@/components/ui/shortcut-help";
import { notifyChange } from "./undo-notification";
import { useCommand } from "@/components/ui/use-command";
import { withQuery } from "@/lib/platform/address";

interface QuestionActionsProps {
  questionId: number;
  status: Status;
  mayEdit: boolean;
  /** The grid's view that the reader came from. */
  query: string;
}

const SHORTCUTS = [
  { keys: ["j", "k"], does: "Next / previous question" },
  { keys: ["1", "…", "9"], does: "Open evidence 1–9" },
  { keys: ["e"], does: "Edit (maintainers)" },
  { keys: ["u"], does: "Back to list" },
  { keys: ["?"], does: "Show keyboard shortcuts" },
];

/** Renders the actions on a question, as buttons with keys. */
export function QuestionActions({ questionId, status, mayEdit, query }: QuestionActionsProps) {
  const router = useRouter();
  const [dialog, setDialog] = useState<BulkChange["kind"] | null>(null);
  const [help, setHelp] = useState(false);
  const change = useCommand(changeQuestions, {
    title: "Question not changed",
    onDone: (outcome) => {
      setDialog(null);
      notifyChange(outcome, () => router.refresh());
    },
    refresh: true,
  });
  const edit = withQuery(`/questions/${questionId}/edit`, query);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!mayActOnKey(event)) return;
      if (event.key === "e" && mayEdit) router.push(edit);
      else if (event.key === "u") router.push(withQuery("/questions", query));
      else if (/^[1-9]$/.test(event.key))
        document.querySelector<HTMLAnchorElement>(`a[data-evidence="${event.key}"]`)?.click();
      else if (event.key === "?") setHelp(true);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [edit, mayEdit, query, router]);

  return (
    <>
      {mayEdit && (
        <>
          <Button
            component={Link}
            href={edit}
            size="xs"
            leftSection={<IconPencil size={15} aria-hidden />}
          >
            Edit
          </Button>
          {status === "active" ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArchive size={15} aria-hidden />}
              onClick={() => setDialog("retire")}
            >
              Retire…
            </Button>
          ) : (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArchiveOff size={15} aria-hidden />}
              onClick={() => setDialog("restore")}
            >
              Restore…
            </Button>
          )}
        </>
      )}
      <ChangeDialog
        kind={dialog}
        count={1}
        onClose={() => setDialog(null)}
        of={[change]}
        apply={(wanted, comment) =>
          change.run({ questionIds: [questionId], change: wanted, comment })
        }
      />
      <ShortcutHelp opened={help} onClose={() => setHelp(false)} shortcuts={SHORTCUTS} />
    </>
  );
}
