"use client";

import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { useChosen } from "./chosen-options";

interface SeveralFieldProps extends Pick<
  MultiSelectProps,
  "label" | "description" | "placeholder" | "data" | "w"
> {
  /** The parameter's. */
  name: string;
  /** Ids. */
  chosen: readonly number[];
  /** "No matching runs". */
  nothingFoundMessage: string;
}

/** The field of a report's form that chooses several of what may be many. */
export function SeveralField({ name, chosen, placeholder, ...more }: SeveralFieldProps) {
  const options = useChosen();
  return (
    <MultiSelect
      name={name}
      defaultValue={options.list(name, chosen)}
      placeholder={chosen.length === 0 ? placeholder : ""}
      searchable
      clearable
      hidePickedOptions
      limit={100}
      {...more}
    />
  );
}
