"use client";

import { Button, List, ListItem, Paper, Text, Title } from "@mantine/core";
import { modals } from "@/components/ui/modals";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { undoImport } from "@/lib/dataset/imports/actions";
import { UNDO_BLOCKERS, type UndoBlocker } from "@/lib/dataset/imports/schema";
import { formatCount } from "@/lib/platform/format";
import { LinkAnchor } from "@/components/ui/links";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";

const WORDS: Record<UndoBlocker["kind"], string> = {
  release: "Releases that contain imported questions",
  response: "Runs with responses to imported questions",
  import: "Later imports that changed imported questions",
  ordering: "Later imports that set the question order",
  order: "Imported by an earlier version, which didn't record the previous order",
  revision: "Questions edited since",
  check: "Questions whose answers were verified since",
  rating: "Questions with ratings or verdicts based on the import",
  flag: "Questions with flagged answers",
};
/** Undoes an applied import, or says what was built on it. */
export function UndoImport({ importId, blockers }: { importId: number; blockers: UndoBlocker[] }) {
  const router = useRouter();
  const undo = useCommand(undoImport, {
    title: "Import not undone",
    refresh: true,
    onRefused: () => router.refresh(),
  });
  const ask = () =>
    modals.openConfirmModal({
      title: "Undo this import?",
      children: (
        <Text>
          Changed questions get their previous content, added questions are retired, and the
          previous order is restored. Nothing is deleted: the import stays in each question&apos;s
          history.
        </Text>
      ),
      labels: { confirm: "Undo import", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: () => void undo.run({ importId }),
    });
  return (
    <Paper withBorder p="lg" mt="md" maw={760} component="section" aria-labelledby="undo">
      <Title order={2} id="undo" mb="xs">
        Undo import
      </Title>
      <RefusalAlert of={undo} />
      {blockers.length === 0 ? (
        <>
          <Text fz="sm" mb="sm">
            Nothing depends on this import yet, so it can be undone as a whole.
          </Text>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={17} aria-hidden />}
            loading={undo.pending}
            onClick={ask}
          >
            Undo import
          </Button>
        </>
      ) : (
        <>
          <Text fz="sm" mb="xs">
            This import can&apos;t be undone because later work depends on it:
          </Text>
          <List size="sm" spacing={4}>
            {UNDO_BLOCKERS.flatMap((kind) => {
              const found = blockers.filter((blocker) => blocker.kind === kind);
              const [first] = found;
              if (first === undefined) return [];
              return [
                <ListItem key={kind}>
                  {WORDS[kind]}:{" "}
                  {found.map((blocker, index) => (
                    <span key={blocker.href}>
                      {index > 0 && ", "}
                      <LinkAnchor href={blocker.href} inherit underline="always">
                        {blocker.label}
                      </LinkAnchor>
                    </span>
                  ))}
                  {first.total > found.length &&
                    ` and ${formatCount(first.total - found.length)} more`}
                </ListItem>,
              ];
            })}
          </List>
        </>
      )}
    </Paper>
  );
}
