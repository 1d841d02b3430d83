"use client";

import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  Loader,
  Modal,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { IconInfoCircle, IconPackageExport } from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { z } from "zod";
import { SPLITS, type Split } from "@/lib/dataset/questions/schema";
import { previewSelection, publishRelease } from "@/lib/dataset/releases/actions";
import type { ReleaseDraft } from "@/lib/dataset/releases/queries";
import { previewPublishing } from "@/lib/dataset/release-differences/actions";
import { describeCounts } from "@/lib/dataset/release-differences/rules";
import type { PublishingPreview } from "@/lib/dataset/release-differences/schema";
import {
  NOTES_MAX_CHARACTERS,
  publishReleaseSchema,
  releaseNameSchema,
  type Selection,
  type SelectionPreview,
} from "@/lib/dataset/releases/schema";
import { SPLIT_WORDS } from "@/components/dataset/questions/labels";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { ReleaseCounts } from "./release-counts";
import classes from "./release-form.module.css";
import { keepValue, readValue } from "@/components/ui/device-storage";
import { recallSelection } from "@/components/dataset/questions/release-selection";
import { answerOf, UNREACHABLE } from "@/lib/platform/lost-answers";
import { countOf, formatCount } from "@/lib/platform/format";

interface ReleaseFormProps {
  draft: ReleaseDraft;
  /** What publishing all active questions would change. */
  changes: PublishingPreview;
  /** The questions were chosen in the grid and wait in this tab. */
  chosen: boolean;
  /** Where this person's typed text is kept on the device. */
  draftKey: string;
}

const keptSchema = z.object({ name: z.string().nullable(), notes: z.string().nullable() });

/** Everything that a release needs, with what would be in it and what changed, up to the last step that cannot be undone. */
export function ReleaseForm({ draft, changes, chosen, draftKey }: ReleaseFormProps) {
  const router = useRouter();
  const [typedName, setTypedName] = useState<string | null>(null);
  const [typedNotes, setTypedNotes] = useState<string | null>(null);
  const [left, setLeft] = useState<ReadonlySet<Split | null>>(new Set());
  const [asking, setAsking] = useState(false);
  const publish = useCommand(publishRelease, {
    title: "Release not published",
    onDone: (release) => {
      keepValue(draftKey, null);
      router.push(`/releases/${release.name}`);
    },
  });
  const publishing = publish.pending;
  const picked = usePicked(chosen);
  useKeptText(
    draftKey,
    typedName,
    typedNotes,
    useCallback((kept) => {
      setTypedName(kept.name);
      setTypedNotes(kept.notes);
    }, []),
  );

  const name = typedName ?? draft.suggestion.name;
  const nameProblem =
    releaseNameSchema.safeParse(name).error?.issues[0]?.message ??
    (draft.takenNames.includes(name.trim())
      ? "A release with this name already exists and can't be changed. Choose another date."
      : null);
  const preview: SelectionPreview | null = chosen ? picked.preview : draft;
  const splits = [...SPLITS, null].filter((split) =>
    draft.counts.some((part) => part.split === split),
  );
  const isChosen = (split: Split | null) => chosen || !left.has(split);
  const counts = preview?.counts.filter((part) => isChosen(part.split)) ?? [];
  const total = counts.reduce((sum, part) => sum + part.count, 0);
  const selection: Selection = chosen
    ? { kind: "questions", questionIds: picked.ids ?? [] }
    : left.size === 0
      ? { kind: "all" }
      : { kind: "splits", splits: splits.filter(isChosen) };
  const difference = useDifference(changes, selection, total > 0);
  // Until someone types, the notes are what the machine wrote.
  const notes = typedNotes ?? difference?.changelog ?? "";
  const ready =
    nameProblem === null &&
    (typedNotes !== null || difference !== null) &&
    notes.length <= NOTES_MAX_CHARACTERS &&
    total > 0;

  const submit = async () => {
    const input = publishReleaseSchema.safeParse({ name, notes, selection });
    if (input.success) await publish.run(input.data);
    else publish.refuse(input.error.issues[0]!.message);
    setAsking(false);
  };

  return (
    <>
      <RefusalAlert of={publish} closable>
        {publish.refusal?.code === "taken" && (
          <Anchor component={Link} href={`/releases/${name.trim()}`} mt="xs" display="block">
            View {name.trim()}
          </Anchor>
        )}
      </RefusalAlert>
      {chosen && picked.ids === null && !picked.loading && (
        <Alert
          color="yellow"
          title="No questions selected"
          icon={<IconInfoCircle aria-hidden />}
          mb="md"
        >
          Your selection was made in another browser tab. Select the questions again in{" "}
          <Anchor component={Link} href="/questions" underline="always">
            Questions
          </Anchor>
          , or{" "}
          <Anchor component={Link} href="/releases/new" underline="always">
            publish all active questions
          </Anchor>
          .
        </Alert>
      )}
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) setAsking(true);
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Name"
            description="FreshQA_vMMDDYYYY"
            value={name}
            onChange={(event) => setTypedName(event.currentTarget.value)}
            error={nameProblem}
            maw={360}
            required
            spellCheck={false}
            autoComplete="off"
          />
          {draft.suggestion.todayTaken !== null && typedName === null && (
            <Text fz="sm" c="dimmed">
              {draft.suggestion.todayTaken} already exists (one release per date). This is the next
              available date.
            </Text>
          )}
          <Changes preview={difference} />
          <Textarea
            label="Notes"
            description="Plain text. Starts with a generated changelog you can edit. Kept on this device until you publish."
            value={notes}
            onChange={(event) => setTypedNotes(event.currentTarget.value)}
            autosize
            minRows={8}
            maxRows={20}
            error={
              notes.length > NOTES_MAX_CHARACTERS
                ? `${formatCount(NOTES_MAX_CHARACTERS)} characters maximum; the notes have ${formatCount(notes.length)}.`
                : null
            }
          />
          {typedNotes !== null &&
            difference !== null &&
            !typedNotes.includes(difference.changelog) && (
              <Group gap="xs">
                <Button
                  variant="default"
                  size="xs"
                  onClick={() =>
                    setTypedNotes(
                      `${typedNotes.trimEnd()}${typedNotes.trim() === "" ? "" : "\n\n"}${difference.changelog}`,
                    )
                  }
                >
                  Append generated changelog
                </Button>
              </Group>
            )}
          {!chosen && (
            <Checkbox.Group
              label="Splits to include"
              description="All active questions, in dataset order"
              value={splits.filter(isChosen).map((split) => split ?? "none")}
              onChange={(values) =>
                setLeft(new Set(splits.filter((split) => !values.includes(split ?? "none"))))
              }
            >
              <Group mt="xs" gap="lg">
                {splits.map((split) => (
                  <Checkbox
                    key={split}
                    value={split ?? "none"}
                    label={`${SPLIT_WORDS[split ?? "none"]} (${formatCount(draft.counts.filter((part) => part.split === split).reduce((sum, part) => sum + part.count, 0))})`}
                  />
                ))}
              </Group>
            </Checkbox.Group>
          )}
          <div>
            <Button
              type="submit"
              size="md"
              disabled={!ready}
              leftSection={<IconPackageExport size={18} aria-hidden />}
            >
              Publish {total > 0 && countOf(total, "question")}
            </Button>
            <Text fz="sm" c="dimmed" mt="xs">
              {total === 0 && preview !== null
                ? "No questions to publish."
                : "A published release can't be changed or deleted."}
            </Text>
          </div>
        </Stack>
        <section aria-labelledby="contents" aria-busy={preview === null}>
          <Title order={2} id="contents" mb="xs">
            Contents
          </Title>
          {preview === null ? (
            picked.loading && (
              <Group gap="xs">
                <Loader size="xs" />
                <Text fz="sm">Counting questions…</Text>
              </Group>
            )
          ) : (
            <ReleaseCounts counts={counts} />
          )}
        </section>
      </form>
      <Modal
        opened={asking}
        onClose={() => !publishing && setAsking(false)}
        title={`Publish ${name.trim()}?`}
        closeOnClickOutside={!publishing}
        withCloseButton={!publishing}
      >
        <Text>
          {countOf(total, "question")} will be frozen in {total === 1 ? "its" : "their"} current
          state. No one can change or delete the release afterwards, not even an administrator.
        </Text>
        {publishing && (
          <Group gap="xs" mt="md" role="status">
            <Loader size="xs" />
            <Text fz="sm">
              Creating the file and checksum… {formatCount(100_000)} questions take a few seconds.
            </Text>
          </Group>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button
            variant="default"
            onClick={() => setAsking(false)}
            disabled={publishing}
            data-autofocus
          >
            Cancel
          </Button>
          <Button onClick={() => void submit()} loading={publishing}>
            Publish release
          </Button>
        </Group>
      </Modal>
    </>
  );
}

/** Renders the changes since the last release. */
function Changes({ preview }: { preview: PublishingPreview | null }) {
  if (preview === null)
    return (
      <Group gap="xs">
        <Loader size="xs" />
        <Text fz="sm">Comparing with the last release…</Text>
      </Group>
    );
  if (preview.since === null)
    return (
      <Text fz="sm" c="dimmed">
        First release: nothing to compare with.
      </Text>
    );
  const phrases = describeCounts(preview.counts);
  return (
    <Paper withBorder p="sm" radius="md" component="section" aria-labelledby="difference">
      <Title order={2} id="difference" fz="sm" mb={6}>
        Since{" "}
        <Anchor component={Link} href={`/releases/${preview.since}`} inherit underline="always">
          {preview.since}
        </Anchor>
      </Title>
      {phrases.length === 0 ? (
        <Text fz="sm">No changes</Text>
      ) : (
        <ul className={classes.phrases}>
          {phrases.map((phrase) => (
            <li key={phrase}>{phrase}</li>
          ))}
        </ul>
      )}
      <Text fz="sm" c="dimmed">
        {formatCount(preview.counts.unchanged)} unchanged.
      </Text>
      <Anchor
        component={Link}
        href={`/releases/compare?from=${preview.since}&to=present`}
        fz="sm"
        underline="always"
      >
        View full comparison
      </Anchor>
    </Paper>
  );
}

/** The difference with the last release, loaded again when the choice of questions changes. `key` names the choice. */
function useDifference(
  initial: PublishingPreview,
  selection: Selection,
  ready: boolean,
): PublishingPreview | null {
  const whole = selection.kind === "all";
  const key = JSON.stringify(selection);
  const [found, setFound] = useState<{ key: string; preview: PublishingPreview } | null>(null);
  useEffect(() => {
    if (whole || !ready) return;
    let current = true;
    const load = async () => {
      const wanted = JSON.parse(key) as Selection;
      const result = await answerOf(previewPublishing({ selection: wanted }), UNREACHABLE);
      if (current && result.ok) setFound({ key, preview: result.value });
    };
    void load();
    return () => {
      current = false;
    };
  }, [whole, ready, key]);
  return whole ? initial : found?.key === key ? found.preview : null;
}

/** The questions chosen in the grid, counted by the server. */
function usePicked(chosen: boolean): {
  ids: number[] | null;
  preview: SelectionPreview | null;
  loading: boolean;
} {
  const [state, setState] = useState<{
    ids: number[] | null;
    preview: SelectionPreview | null;
    loading: boolean;
  }>({ ids: null, preview: null, loading: chosen });
  useEffect(() => {
    if (!chosen) return;
    let current = true;
    const load = async () => {
      const ids = recallSelection();
      const result =
        ids === null
          ? null
          : await answerOf(
              previewSelection({ selection: { kind: "questions", questionIds: ids } }),
              UNREACHABLE,
            );
      if (current) setState({ ids, preview: result?.ok ? result.value : null, loading: false });
    };
    void load();
    return () => {
      current = false;
    };
  }, [chosen]);
  return state;
}

/** Keeps what was typed on the device, and brings it back once after a reload. */
function useKeptText(
  key: string,
  name: string | null,
  notes: string | null,
  restore: (kept: z.infer<typeof keptSchema>) => void,
): void {
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    const read = async () => {
      const kept = keptSchema.safeParse(readValue(key));
      if (kept.success) restore(kept.data);
      setRestored(true);
    };
    void read();
  }, [key, restore]);
  useEffect(() => {
    if (!restored) return;
    keepValue(key, name === null && notes === null ? null : { name, notes });
  }, [key, name, notes, restored]);
}
