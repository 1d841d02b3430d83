"use client";

import {
  Alert,
  Anchor,
  Box,
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
import { SPLITS, type Split } from "@/lib/dataset/questions/vocabulary";
import { previewSelection, publishRelease } from "@/lib/dataset/releases/actions";
import type { ReleaseDraft } from "@/lib/dataset/releases/queries";
import { LICENSE_WORDS } from "@/lib/dataset/licenses/vocabulary";
import { previewPublishing } from "@/lib/dataset/release-differences/actions";
import { describeCounts } from "@/lib/dataset/release-differences/rules";
import type { PublishingPreview } from "@/lib/dataset/release-differences/schema";
import {
  NOTES_MAX_CHARACTERS,
  publishReleaseSchema,
  releaseNameSchema,
  selectionSchema,
  type Selection,
  type SelectionPreview,
} from "@/lib/dataset/releases/schema";
import { SPLIT_WORDS } from "@/components/dataset/questions/labels";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { ReleaseChecklist } from "./release-checklist";
import { ReleaseCounts } from "./release-counts";
import classes from "./release-form.module.css";
import { keepValue, readValue } from "@/components/ui/device-storage";
import { recallSelection } from "@/components/dataset/questions/release-selection";
import type { AnyResult } from "@/lib/platform/result";
import { answerOf, UNREACHABLE } from "@/lib/platform/lost-answers";
import { countOf, formatCount } from "@/lib/platform/format";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";
import { comparePage } from "@/lib/dataset/release-differences/address";
import { CURRENT } from "@/lib/dataset/release-differences/vocabulary";

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
  const kept = useKeptValues({
    of: ["release", null],
    values: { name: typedName, notes: typedNotes, left: [...left] },
    initial: { name: null, notes: null, left: [] },
    set: (values) => {
      setTypedName(values.name);
      setTypedNotes(values.notes);
      setLeft(new Set(values.left));
    },
  });
  const publish = useCommand(publishRelease, {
    kept,
    title: "Release not published",
    onDone: (release) => {
      router.push(`/releases/${release.name}`);
    },
  });
  const publishing = publish.pending;
  const ids = useChosenIds(chosen);
  useOlderDraft(
    draftKey,
    useCallback((older) => {
      setTypedName(older.name);
      setTypedNotes(older.notes);
    }, []),
  );

  const name = typedName ?? draft.suggestion.name;
  const nameProblem =
    releaseNameSchema.safeParse(name).error?.issues[0]?.message ??
    (draft.takenNames.includes(name.trim())
      ? "A release with this name already exists and can't be changed. Choose another date."
      : null);
  const splits = [...SPLITS, null].filter((split) =>
    draft.counts.some((part) => part.split === split),
  );
  const isChosen = (split: Split | null) => chosen || !left.has(split);
  const selection: Selection = chosen
    ? { kind: "questions", questionIds: ids === "loading" ? [] : (ids ?? []) }
    : left.size === 0
      ? { kind: "all" }
      : { kind: "splits", splits: splits.filter(isChosen) };
  const counted = usePreview(draft, selection);
  const preview = counted.value;
  // A choice of splits is counted at once.
  const counts = (chosen ? preview : draft)?.counts.filter((part) => isChosen(part.split)) ?? [];
  const total = counts.reduce((sum, part) => sum + part.count, 0);
  const compared = useDifference(changes, selection, total > 0);
  const difference = compared.value;
  // Until someone types, the notes are what the machine wrote.
  const notes = typedNotes ?? difference?.changelog ?? "";
  const ready =
    draft.license !== null &&
    nameProblem === null &&
    (typedNotes !== null || difference !== null) &&
    notes.length <= NOTES_MAX_CHARACTERS &&
    total > 0;

  const submit = async () => {
    const input = publishReleaseSchema.safeParse({
      name,
      notes,
      selection,
      licenseId: draft.license?.id,
    });
    if (input.success) await publish.run(input.data);
    else publish.refuse(input.error.issues[0]!.message);
    setAsking(false);
  };

  return (
    <>
      <DraftRestored of={kept} />
      <RefusalAlert of={publish} closable>
        {publish.refusal?.code === "taken" && (
          <Anchor component={Link} href={`/releases/${name.trim()}`} mt="xs" display="block">
            View {name.trim()}
          </Anchor>
        )}
      </RefusalAlert>
      {ids === null && (
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
      {ids !== null && (total > 0 || preview === null) && (
        <Box mb="xl">
          {counted.failed ? (
            <NotCounted what="check the selected questions" retry={counted.retry} />
          ) : (
            <ReleaseChecklist checklist={preview?.checklist ?? null} selection={selection} />
          )}
        </Box>
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
          {compared.failed ? (
            <NotCounted what="compare with the last release" retry={compared.retry} />
          ) : (
            <Changes preview={difference} />
          )}
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
              <ProblemList />
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
          <LicenseOf license={draft.license} />
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
        <section
          aria-labelledby="contents"
          aria-busy={chosen && preview === null && !counted.failed}
        >
          <Title order={2} id="contents" mb="xs">
            Contents
          </Title>
          {chosen && preview === null ? (
            ids !== null &&
            !counted.failed && (
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
          {preview !== null && total < preview.checklist.active
            ? `A partial release: ${formatCount(total)} of ${countOf(preview.checklist.active, "active question")}`
            : countOf(total, "question")}{" "}
          will be frozen in {total === 1 ? "its" : "their"} current state. No one can change or
          delete the release afterwards, not even an administrator.
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

/** Says which license the release will have; without one there is no release. */
function LicenseOf({ license }: { license: ReleaseDraft["license"] }) {
  const settings = (words: string) => (
    <Anchor component={Link} href="/settings#license" inherit underline="always">
      {words}
    </Anchor>
  );
  if (license === null)
    return (
      <Alert
        color="yellow"
        title="No license chosen"
        icon={<IconInfoCircle aria-hidden />}
        role="status"
      >
        Every release states the license of its data. {settings("Choose a license")}
      </Alert>
    );
  return (
    <Text fz="sm">
      License: {LICENSE_WORDS[license.license].name}. Rights holder: {license.holder}.{" "}
      {settings("Change license")}
    </Text>
  );
}

/** Renders the changes since the last release. */
function NotCounted({ what, retry }: { what: string; retry: () => void }) {
  return (
    <Alert color="yellow" title={`Couldn’t ${what}`} role="alert">
      <Button size="compact-sm" variant="default" onClick={retry}>
        Retry
      </Button>
    </Alert>
  );
}

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
  const phrases = describeCounts(preview.counts, preview.partial);
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
        href={comparePage.href({ from: preview.since, to: CURRENT })}
        fz="sm"
        underline="always"
      >
        {preview.partial ? "Compare with all active questions" : "View full comparison"}
      </Anchor>
    </Paper>
  );
}

/** The difference with the last release, loaded again when the choice of questions changes. */
function useDifference(initial: PublishingPreview, selection: Selection, ready: boolean) {
  const whole = selection.kind === "all";
  return useAsked(whole ? initial : null, whole || !ready, selection, askDifference);
}
const askDifference = (selection: Selection) =>
  answerOf(previewPublishing({ selection }), UNREACHABLE);

/** The questions chosen in the grid, once this tab was asked for them; null: it has none. None are wanted: undefined. */
function useChosenIds(chosen: boolean): number[] | "loading" | null | undefined {
  const [ids, setIds] = useState<number[] | "loading" | null | undefined>(
    chosen ? "loading" : undefined,
  );
  useEffect(() => {
    if (!chosen) return;
    const read = async () => setIds(recallSelection());
    void read();
  }, [chosen]);
  return ids;
}

/** What a release of the selection would hold, with its checklist, counted again when the selection changes. */
function usePreview(draft: SelectionPreview, selection: Selection) {
  const whole = selection.kind === "all";
  const idle = whole || !selectionSchema.safeParse(selection).success;
  return useAsked(whole ? draft : null, idle, selection, askPreview);
}
const askPreview = (selection: Selection) => answerOf(previewSelection({ selection }), UNREACHABLE);

interface Asked<T> {
  /** Null: not here yet, or not to be had. */
  value: T | null;
  failed: boolean;
  retry: () => void;
}

/**
 * What the server says of a choice, asked again when that changes.
 * @param known what is said without asking
 * @param idle nothing is asked
 */
function useAsked<T>(
  known: T | null,
  idle: boolean,
  selection: Selection,
  ask: (selection: Selection) => Promise<AnyResult<T>>,
): Asked<T> {
  const key = JSON.stringify(selection);
  const [found, setFound] = useState<{ key: string; value: T | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (idle) return;
    let current = true;
    const load = async () => {
      const result = await ask(JSON.parse(key) as Selection);
      if (current) setFound({ key, value: result.ok ? result.value : null });
    };
    void load();
    return () => {
      current = false;
    };
  }, [idle, key, attempt, ask]);
  const here = found?.key === key ? found : null;
  return {
    value: known ?? here?.value ?? null,
    failed: known === null && here !== null && here.value === null,
    retry: () => {
      setFound(null);
      setAttempt(attempt + 1);
    },
  };
}

/** Name and notes were once kept under a name of their own. */
function useOlderDraft(key: string, restore: (older: z.infer<typeof keptSchema>) => void): void {
  useEffect(() => {
    const older = keptSchema.safeParse(readValue(key));
    if (older.success) restore(older.data);
    keepValue(key, null);
  }, [key, restore]);
}
