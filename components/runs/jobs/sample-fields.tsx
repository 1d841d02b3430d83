import { Group, NumberInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { SampleValues } from "./sample-values";

interface SampleFieldsProps<Values extends SampleValues> {
  form: UseFormReturnType<Values>;
  of: "questions" | "responses" | "pairs";
  /** Whether a job may ask about all of them. */
  whole: boolean;
}

/** The fields of how much a job asks, and what it may cost. */
export function SampleFields<Values extends SampleValues>({
  form,
  of,
  whole,
}: SampleFieldsProps<Values>) {
  return (
    <Group grow preventGrowOverflow={false} align="flex-start">
      <NumberInput
        label="Random sample"
        description={`Number of ${of}${whole ? ". Empty: all" : ""}`}
        min={1}
        allowDecimal={false}
        miw={180}
        {...form.getInputProps("size")}
      />
      <NumberInput
        label="Spending limit (US$)"
        description="The job pauses before a call could exceed it. Empty: none"
        min={0}
        decimalScale={4}
        miw={180}
        {...form.getInputProps("spendingLimit")}
      />
    </Group>
  );
}

/** The seed of the sample, which few change. */
export function SeedField<Values extends SampleValues>({
  form,
  of,
}: Pick<SampleFieldsProps<Values>, "form" | "of">) {
  return (
    <NumberInput
      label="Seed"
      description={`The same seed chooses the same ${of}`}
      min={0}
      allowDecimal={false}
      {...form.getInputProps("seed")}
    />
  );
}
