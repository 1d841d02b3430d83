"use client";

import { PasswordInput, Radio, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { checkWith } from "@/components/ui/form-check";
import { keyText, type KeyInput } from "@/lib/runs/connections/schema";
import { KEY_VARIABLE, KEY_VARIABLE_RULE } from "@/lib/platform/fields";
import type { KeySource } from "@/lib/runs/connections/vocabulary";

/** What a form holds of a key: what is typed here is sent once and never comes back. */
export interface KeyValues {
  source: KeySource;
  variable: string;
  key: string;
}
export const NO_KEY: KeyValues = { source: "none", variable: "", key: "" };

/** The checks of the fields, for a form that has them beside others. */
export const KEY_CHECKS = {
  variable: (value: string, { source }: KeyValues) =>
    source !== "environment" || KEY_VARIABLE.test(value.trim()) ? null : KEY_VARIABLE_RULE,
  key: (value: string, { source }: KeyValues) =>
    source === "entered" ? checkWith(keyText)(value) : null,
};

export function keyInputOf({ source, variable, key }: KeyValues): KeyInput {
  switch (source) {
    case "none":
      return { source };
    case "environment":
      return { source, variable };
    case "entered":
      return { source, key };
  }
}

interface KeyFieldsProps<Values extends KeyValues> {
  form: UseFormReturnType<Values>;
  /** Whether an entered key could be encrypted. */
  canKeepKeys: boolean;
}

/** Where the key is, and the key itself where it is entered. */
export function KeyFields<Values extends KeyValues>({ form, canKeepKeys }: KeyFieldsProps<Values>) {
  const { source } = form.values;
  return (
    <Stack gap="sm">
      <Radio.Group label="Key" {...form.getInputProps("source")}>
        <Stack gap={6} mt={4}>
          <Radio value="none" label="None" description="Most local servers need none" />
          <Radio
            value="entered"
            label="Enter here"
            description={
              canKeepKeys
                ? "Stored encrypted; only its last four characters are shown afterwards"
                : "Needs FRESHQA_SECRET_KEYS where the server starts (openssl rand -base64 32)"
            }
            disabled={!canKeepKeys}
          />
          <Radio
            value="environment"
            label="From the environment"
            description="A variable of the server and its workers"
          />
        </Stack>
      </Radio.Group>
      {source === "entered" && (
        <PasswordInput
          label="API key"
          required
          autoComplete="new-password"
          spellCheck={false}
          maw={480}
          visibilityToggleButtonProps={{ "aria-label": "Show API key" }}
          {...form.getInputProps("key")}
        />
      )}
      {source === "environment" && (
        <TextInput
          label="Variable"
          description="The service’s usual name, such as OPENAI_API_KEY, or one that starts with FRESHQA_KEY_"
          required
          autoComplete="off"
          spellCheck={false}
          maw={480}
          {...form.getInputProps("variable")}
        />
      )}
    </Stack>
  );
}
