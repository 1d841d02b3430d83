"use client";

import { Checkbox, Fieldset, Radio, Select, Stack } from "@mantine/core";
import { MARKS, UNITS } from "@/lib/rating/protocols/vocabulary";
import { MARKS_WORDS, UNIT_WORDS } from "./labels";
import type { ProtocolDraft } from "./protocol-draft";
import type { ErrorOf } from "./question-card";

interface ShownFieldsProps {
  draft: ProtocolDraft;
  onChange: (part: Partial<ProtocolDraft>) => void;
  errorOf: ErrorOf;
}

/** What is rated at a time, and what raters see beside the question. */
export function ShownFields({ draft: { unit, shows }, onChange, errorOf }: ShownFieldsProps) {
  const show = (part: Partial<ProtocolDraft["shows"]>) =>
    onChange({ shows: { ...shows, ...part } });
  return (
    <Fieldset legend="Items">
      <Stack gap="sm">
        <Select
          label="Rated at a time"
          data={UNITS.map((value) => ({ value, label: UNIT_WORDS[value] }))}
          value={unit}
          onChange={(value) => value && onChange({ unit: value })}
          allowDeselect={false}
          maw={320}
        />
        <Checkbox.Group
          label="Shown with the question"
          description="Names of models never are"
          error={errorOf("shows.references")}
          value={(["correctAnswers", "evidence", "references"] as const).filter(
            (one) => shows[one],
          )}
          onChange={(chosen) =>
            show({
              correctAnswers: chosen.includes("correctAnswers"),
              evidence: chosen.includes("evidence"),
              references: chosen.includes("references"),
            })
          }
        >
          <Stack mt={6} gap={8}>
            <Checkbox value="correctAnswers" label="Correct answers" />
            <Checkbox value="evidence" label="Evidence" />
            <Checkbox value="references" label="References of responses" />
          </Stack>
        </Checkbox.Group>
        <Radio.Group
          label="Citation marks in responses"
          value={shows.marks}
          onChange={(marks) => show({ marks: marks })}
        >
          <Stack mt={6} gap={8}>
            {MARKS.map((value) => (
              <Radio key={value} value={value} label={MARKS_WORDS[value]} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </Fieldset>
  );
}
