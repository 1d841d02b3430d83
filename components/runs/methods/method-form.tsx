"use client";

import { Anchor, Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { checkWith } from "@/components/ui/form-check";
import { Link } from "@/components/ui/link";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { createMethod, saveMethodVersion } from "@/lib/runs/generation/actions";
import type { MethodVersionView } from "@/lib/runs/generation/queries";
import { createMethodSchema, type MethodDefinition } from "@/lib/runs/generation/schema";
import { definitionOf, draftOf } from "./method-draft";
import {
  MethodFields,
  type EmbeddingChoice,
  type MethodFormValues,
  type SetChoice,
} from "./method-fields";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";

interface MethodFormProps {
  sets: readonly SetChoice[];
  embeddings: readonly EmbeddingChoice[];
  /** What the form begins with. */
  from: { name: string; definition: MethodDefinition; demonstrationSetId: number | null };
  /** The method whose latest version is edited; null: a new one. */
  method: { methodId: number; latest: MethodVersionView } | null;
}

/** A new method, or the edit of one: in place while unused, else as its next version. */
export function MethodForm({ sets, embeddings, from, method }: MethodFormProps) {
  const router = useRouter();
  const form = useForm<MethodFormValues>({
    initialValues: {
      ...draftOf(from.definition),
      name: from.name,
      note: "",
      demonstrationSetId: from.demonstrationSetId === null ? null : String(from.demonstrationSetId),
    },
    validateInputOnBlur: true,
    validate: {
      name: (value) => (method ? null : checkWith(createMethodSchema.shape.name)(value)),
      note: checkWith(createMethodSchema.shape.note),
    },
  });
  const kept = useKeptForm(
    form,
    "method",
    method?.methodId ?? (from.name === "" ? null : `from-${from.name}`),
  );
  const title = "Method not saved";
  const create = useCommand(createMethod, {
    title,
    form,
    kept,
    done: "Method added",
    onDone: ({ methodId }) => router.push(`/methods/${methodId}`),
  });
  const edit = useCommand(saveMethodVersion, {
    title,
    form,
    kept,
    done: ({ number }) => `Version ${number} saved`,
    refresh: true,
  });
  const save = (values: MethodFormValues) => {
    const read = definitionOf(values);
    if ("errors" in read) return form.setErrors(read.errors);
    const said = {
      definition: read.definition,
      demonstrationSetId:
        values.demonstrationSetId === null ? null : Number(values.demonstrationSetId),
    };
    if (method === null) return void create.run({ ...said, name: values.name, note: values.note });
    const { latest, methodId } = method;
    void edit.run({
      ...said,
      methodId,
      base: {
        number: latest.number,
        definition: latest.definition,
        demonstrationSetId: latest.demonstrationSet?.setId ?? null,
      },
      inPlace: latest.frozenAt === null,
    });
  };
  const taken = (create.refusal?.details as { methodId?: number } | undefined)?.methodId;
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <DraftRestored of={kept} />
      <RefusalAlert of={[create, edit]} shownFields={Object.keys(form.values)}>
        {taken !== undefined && (
          <Anchor component={Link} href={`/methods/${taken}`} display="block" mt="xs">
            View method
          </Anchor>
        )}
      </RefusalAlert>
      <Stack gap="sm" maw={640}>
        {method === null && (
          <TextInput
            label="Name"
            description="Shown in reports"
            required
            autoComplete="off"
            {...form.getInputProps("name")}
          />
        )}
        <MethodFields form={form} sets={sets} embeddings={embeddings} />
        {method === null && (
          <Textarea
            label="Note"
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps("note")}
          />
        )}
        <ProblemList />
        <Group>
          <Button type="submit" loading={create.pending || edit.pending}>
            {method === null
              ? "Add method"
              : `Save version ${method.latest.number + (method.latest.frozenAt === null ? 0 : 1)}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
