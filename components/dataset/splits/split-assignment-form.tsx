"use client";

import { Alert, Button, Group, NumberInput, Radio, Stack, Text, TextInput } from "@mantine/core";
import { modals } from "@/components/ui/modals";
import { useState } from "react";
import { CategoryBadge, HopsBadge } from "@/components/dataset/questions/badges";
import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { isUnknown } from "@/lib/platform/lost-answers";
import { applyDraw, previewDraw } from "@/lib/dataset/splits/actions";
import type { DrawCount, DrawInput, DrawPreview, SplitSizes } from "@/lib/dataset/splits/schema";
import { useCommand } from "@/components/ui/use-command";
import { countOf, formatCount } from "@/lib/platform/format";
import { ProblemList } from "@/components/ui/problem-list";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";
import { ListTable } from "@/components/ui/list-table";
import { SPLITS } from "@/lib/dataset/questions/vocabulary";

/** A draw of splits: sizes and seed, a preview, and only then the writing. */
export function DrawForm({ sizes, seed }: { sizes: SplitSizes; seed: string }) {
  const initial: DrawInput = { seed, mode: "fill", sizes };
  const [input, setInput] = useState(initial);
  const [shown, setShown] = useState<{ input: DrawInput; preview: DrawPreview } | null>(null);
  const kept = useKeptValues({
    of: ["split-assignment", null],
    values: input,
    initial,
    set: (values) => {
      setInput(values);
      setShown(null);
    },
  });
  const title = "Splits not assigned";
  const preview = useCommand(previewDraw, {
    title,
    reads: true,
    onDone: (value, of) => setShown({ input: of, preview: value }),
  });
  const draw = useCommand(applyDraw, {
    title,
    kept,
    done: ({ changed }) => `Moved ${countOf(changed, "question")}`,
    onDone: () => setShown(null),
    // Where no one knows, the same preview stays, so that the same can be sent again.
    onRefused: (refusal) => {
      if (!isUnknown(refusal)) setShown(null);
    },
    refresh: true,
  });
  const fields = { ...preview.fields, ...draw.fields };
  const busy = preview.pending || draw.pending;
  const set = (part: Partial<DrawInput>) => {
    setInput((before) => ({ ...before, ...part }));
    setShown(null);
  };
  const size = (key: keyof SplitSizes, label: string) => (
    <NumberInput
      label={label}
      w={170}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      value={input.sizes[key]}
      error={fields[`sizes.${key}`]}
      onChange={(value) =>
        set({
          sizes: {
            ...input.sizes,
            [key]: typeof value === "number" ? value : Number.parseInt(value, 10) || 0,
          },
        })
      }
    />
  );
  const apply = () =>
    modals.openConfirmModal({
      title: `Move ${countOf(shown!.preview.changed, "question")} to new splits?`,
      children: (
        <Text size="sm">
          Creates a revision for each. You can undo the whole change from the list below. Published
          releases are not affected.
        </Text>
      ),
      labels: { confirm: "Move questions", cancel: "Cancel" },
      onConfirm: () => void draw.run({ ...shown!.input, fingerprint: shown!.preview.fingerprint }),
    });
  return (
    <Stack gap="md">
      <RefusalAlert of={[preview, draw]} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void preview.run(input);
        }}
      >
        <DraftRestored of={kept} />
        <Stack gap="sm">
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Random seed"
              description="Same seed, same splits"
              w={220}
              value={input.seed}
              error={fields.seed}
              onChange={(event) => set({ seed: event.currentTarget.value })}
            />
            {size("testPerCategory", "TEST per category")}
            {size("devPerCategory", "DEV per category")}
            {size("demoQuestions", "DEMO total")}
          </Group>
          <Radio.Group label="Questions" value={input.mode} onChange={(mode) => set({ mode })}>
            <Stack gap={12} mt={6}>
              <Radio
                size="sm"
                value="fill"
                label="Only questions with no split; fill up to the targets"
              />
              <Radio size="sm" value="anew" label="All active questions; reassign every split" />
            </Stack>
          </Radio.Group>
          <ProblemList />
          <Group>
            <Button type="submit" variant={shown === null ? "filled" : "default"} loading={busy}>
              Preview
            </Button>
          </Group>
        </Stack>
      </form>
      {shown !== null && (
        <section aria-label="Preview">
          <Text mb="xs">
            {formatCount(shown.preview.questions)} active{" "}
            {shown.preview.questions === 1 ? "question" : "questions"},{" "}
            <b>{formatCount(shown.preview.changed)}</b> would move.
          </Text>
          {shown.preview.short.length > 0 && (
            <Alert color="orange" mb="xs" title="Not enough questions">
              {shown.preview.short
                .map(
                  (one) =>
                    `${CATEGORY_WORDS[one.category]}: ${formatCount(one.missing)} ${one.split} missing`,
                )
                .join("; ")}
              .
            </Alert>
          )}
          <DrawTable counts={shown.preview.counts} />
          <Group mt="sm">
            <Button onClick={apply} loading={busy} disabled={shown.preview.changed === 0}>
              Apply splits
            </Button>
          </Group>
        </section>
      )}
    </Stack>
  );
}

/** Renders the outcome of sampling. */
export function DrawTable({ counts }: { counts: readonly DrawCount[] }) {
  return (
    <ListTable
      label="Questions by split"
      minWidth={300}
      rows={counts}
      rowKey={({ category, hops }) => `${category} ${hops}`}
      columns={[
        {
          title: "Category and hops",
          heading: true,
          cell: ({ category, hops }) => (
            <>
              <CategoryBadge category={category} /> <HopsBadge hops={hops} />
            </>
          ),
        },
        ...SPLITS.map((split) => ({
          title: split,
          as: "number" as const,
          cell: (row: DrawCount) => formatCount(row[split]),
        })),
        { title: "No split", as: "number", cell: ({ none }) => formatCount(none) },
      ]}
    />
  );
}
