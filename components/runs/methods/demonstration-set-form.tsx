"use client";

import { Alert, Button, Fieldset, Group, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { fieldErrors, firstName } from "@/lib/platform/fields";
import { CATEGORIES } from "@/lib/dataset/questions/vocabulary";
import { saveDemonstrationSet } from "@/lib/runs/generation/actions";
import {
  MAX_DEMONSTRATIONS,
  saveDemonstrationSetSchema,
  type Demonstration,
} from "@/lib/runs/generation/schema";
import {
  demonstrationDraftOf,
  demonstrationOf,
  emptyDemonstration,
  type DemonstrationDraft,
} from "./demonstration-draft";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";

interface DemonstrationSetFormProps {
  /** The version that is edited; null: a new set. */
  set: {
    name: string;
    version: number;
    asOf: string;
    note: string;
    demonstrations: readonly Demonstration[];
  } | null;
}

type Errors = Record<string, string>;

/** A new demonstration set, or the next version of one. */
export function DemonstrationSetForm({ set }: DemonstrationSetFormProps) {
  const router = useRouter();
  const [head, setHead] = useState({
    name: set?.name ?? "",
    asOf: set?.asOf ?? "",
    note: set?.note ?? "",
  });
  const [entries, setEntries] = useState<DemonstrationDraft[]>(
    () => set?.demonstrations.map(demonstrationDraftOf) ?? [emptyDemonstration()],
  );
  /** By field, and by the key of an entry and its field. */
  const [errors, setErrors] = useState<Errors>({});
  const kept = useKeptValues({
    of: ["demonstration-set", set?.name ?? null],
    values: { ...head, entries: entries.map(contentOf) },
    initial: {
      name: set?.name ?? "",
      asOf: set?.asOf ?? "",
      note: set?.note ?? "",
      entries: (set?.demonstrations.map(demonstrationDraftOf) ?? [emptyDemonstration()]).map(
        contentOf,
      ),
    },
    set: ({ entries: contents, ...rest }) => {
      setHead(rest);
      setEntries(contents.map((content) => ({ ...emptyDemonstration(), ...content })));
      setErrors({});
    },
  });
  const save = useCommand(saveDemonstrationSet, {
    kept,
    title: "Demonstration set not saved",
    form: { setErrors },
    done: "Demonstration set saved",
    onDone: ({ setId }) => router.push(`/methods/demonstrations/${setId}`),
  });
  const field = (name: keyof typeof head) => ({
    value: head[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setHead({ ...head, [name]: currentTarget.value }),
  });
  const submit = () => {
    const found: Errors = {};
    const demonstrations = entries.flatMap((entry) => {
      const read = demonstrationOf(entry);
      if ("demonstration" in read) return [read.demonstration];
      for (const [name, words] of Object.entries(read.errors))
        found[`${entry.key}.${name}`] = words;
      return [];
    });
    const wanted = { ...head, base: set?.version ?? null, demonstrations };
    const read = saveDemonstrationSetSchema.safeParse(wanted);
    if (read.error) Object.assign(found, fieldErrors(read.error, firstName));
    if (Object.keys(found).some((name) => name.includes("."))) delete found.demonstrations;
    setErrors(found);
    if (read.success && Object.keys(found).length === 0) void save.run(read.data);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DraftRestored of={kept} />
      <RefusalAlert of={save} shownFields={Object.keys(head)} />
      <Stack gap="sm" maw={760}>
        {set === null && <TextInput label="Name" required autoComplete="off" {...field("name")} />}
        <TextInput
          type="date"
          label="As of"
          description="Date on which the answers are true"
          required
          maw={220}
          {...field("asOf")}
        />
        <Textarea label="Note" autosize minRows={1} maxRows={6} {...field("note")} />
        {entries.map((entry, index) => (
          <Entry
            key={entry.key}
            entry={entry}
            number={index + 1}
            errors={errors}
            onChange={(change) =>
              setEntries(
                entries.map((one) => (one.key === entry.key ? { ...one, ...change } : one)),
              )
            }
            onRemove={
              entries.length > 1
                ? () => setEntries(entries.filter((one) => one.key !== entry.key))
                : null
            }
          />
        ))}
        <ProblemList />
        {errors.demonstrations !== undefined && <Alert color="red">{errors.demonstrations}</Alert>}
        <Group>
          <Button
            variant="default"
            disabled={entries.length >= MAX_DEMONSTRATIONS}
            onClick={() => setEntries([...entries, emptyDemonstration()])}
          >
            Add demonstration
          </Button>
          <Button type="submit" loading={save.pending}>
            {set === null ? "Add set" : `Save version ${set.version + 1}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A demonstration without the key by which it stands in the list. */
const contentOf = ({ key: _, ...content }: DemonstrationDraft) => content;

interface EntryProps {
  entry: DemonstrationDraft;
  number: number;
  errors: Errors;
  onChange: (change: Partial<DemonstrationDraft>) => void;
  /** Null: the last one stays. */
  onRemove: (() => void) | null;
}

function Entry({ entry, number, errors, onChange, onRemove }: EntryProps) {
  const text = (name: "question" | "short" | "long" | "reasoning" | "followUps") => ({
    value: entry[name],
    error: errors[`${entry.key}.${name}`],
    autosize: true,
    minRows: 1,
    maxRows: 8,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <Fieldset legend={`Demonstration ${number}`}>
      <Stack gap="sm">
        <Textarea label="Question" required {...text("question")} />
        <Select
          label="Category"
          clearable
          maw={260}
          data={CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }))}
          value={entry.category}
          onChange={(value) => onChange({ category: value })}
        />
        <Textarea label="Short answer" required {...text("short")} />
        <Textarea label="Long answer" description="Empty: the short one" {...text("long")} />
        <Textarea
          label="Reasoning"
          description="For chain of thought, without the answer"
          {...text("reasoning")}
        />
        <Textarea
          label="Follow-up questions"
          description="For Self-Ask, one per line: question | answer"
          {...text("followUps")}
        />
        {onRemove && (
          <Group>
            <Button variant="subtle" color="red" size="compact-sm" onClick={onRemove}>
              Remove demonstration {number}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
