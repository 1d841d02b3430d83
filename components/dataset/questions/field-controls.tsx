"use client";

import { Group, NativeSelect, Radio } from "@mantine/core";
import { memo, type ComponentType } from "react";
import { QUESTION_FIELDS, type FieldWords } from "@/lib/dataset/questions/fields";
import { SPLITS, type Field } from "@/lib/dataset/questions/vocabulary";
import {
  AnswersControl,
  NextReviewControl,
  NoteControl,
  QuestionControl,
  SourcesControl,
  YearControl,
  type ControlProps,
} from "./question-fields";

const choiceControl = <F extends "falsePremise" | "factType" | "hops">(name: F) =>
  function ChoiceControl({ value, set, errorOf, description, required = false }: ControlProps<F>) {
    const { label, choices, words }: FieldWords = QUESTION_FIELDS[name];
    return (
      <Radio.Group
        label={label}
        withAsterisk={required}
        description={description}
        value={value}
        error={errorOf(name)}
        onChange={(next) => set({ [name]: next } as Parameters<typeof set>[0])}
      >
        <Group gap="md" mt={4}>
          {choices?.map((one) => (
            <Radio key={one} size="xs" value={one} label={words?.[one] ?? one} />
          ))}
        </Group>
      </Radio.Group>
    );
  };

function SplitControl({ value, set, description, required = false }: ControlProps<"split">) {
  const { label, words } = QUESTION_FIELDS.split;
  return (
    <NativeSelect
      label={label}
      withAsterisk={required}
      description={description}
      value={value}
      onChange={(event) => set({ split: event.currentTarget.value as typeof value })}
      data={(["none", ...SPLITS] as const).map((one) => ({
        value: one,
        label: words[one],
      }))}
    />
  );
}

/** The control of each field. */
const FIELD_CONTROLS = {
  question: QuestionControl,
  answers: AnswersControl,
  sources: SourcesControl,
  falsePremise: memo(choiceControl("falsePremise")),
  factType: memo(choiceControl("factType")),
  hops: memo(choiceControl("hops")),
  split: memo(SplitControl),
  effectiveYear: YearControl,
  nextReview: NextReviewControl,
  note: NoteControl,
} satisfies { [F in Field]: ComponentType<ControlProps<F>> };

interface FieldControlProps<F extends Field> extends ControlProps<F> {
  of: F;
}

/** The control of any field, as a form that loops over them needs it. */
export function FieldControl<F extends Field>({ of, ...props }: FieldControlProps<F>) {
  const Control = FIELD_CONTROLS[of] as unknown as ComponentType<ControlProps<F>>;
  return <Control {...props} />;
}
