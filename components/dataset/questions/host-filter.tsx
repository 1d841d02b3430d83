"use client";

import { TagsInput, type TagsInputProps } from "@mantine/core";

interface HostFilterProps extends Omit<TagsInputProps, "value" | "onChange"> {
  value: readonly string[];
  onChange: (hosts: string[]) => void;
}

/** Filters questions by the domains of their evidence; of a pasted URL it keeps the domain. */
export function HostFilter({ value, onChange, ...props }: HostFilterProps) {
  return (
    <TagsInput
      size="xs"
      clearable
      splitChars={[",", " "]}
      {...(value.length === 0 && { placeholder: "en.wikipedia.org" })}
      value={[...value]}
      onChange={(texts) => onChange(texts.map(hostOf).filter((host) => host !== ""))}
      {...props}
    />
  );
}

/** "en.wikipedia.org" of "https://www.en.wikipedia.org/wiki/Anything". */
function hostOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/.*$/, "");
}
