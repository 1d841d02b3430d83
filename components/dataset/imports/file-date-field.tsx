import { Box, Checkbox, Group, TextInput } from "@mantine/core";
import { isToCome } from "@/lib/dataset/imports/rules";
import { UNKNOWN_DATE } from "@/lib/dataset/imports/schema";
import { now } from "@/lib/platform/clock";

interface FileDateFieldProps {
  /** What is dated. */
  label: string;
  description?: string;
  /** A FileDate; empty: not said yet. */
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}

/** Whether a date was said that a file can have. */
export function isSaid(value: string): boolean {
  return value !== "" && (value === UNKNOWN_DATE || !isToCome(value, now()));
}

/** Asks since which date the answers of a file hold, or whether no one knows. */
export function FileDateField({
  label,
  description,
  value,
  onChange,
  autoFocus = false,
}: FileDateFieldProps) {
  const unknown = value === UNKNOWN_DATE;
  return (
    <TextInput
      type="date"
      label={label}
      description={description}
      value={unknown ? "" : value}
      min="0001-01-01"
      max="9999-12-31"
      disabled={unknown}
      error={value !== "" && !isSaid(value) ? "This date is in the future." : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      styles={{ label: { overflowWrap: "anywhere" } }}
      inputContainer={(input) => (
        <Group gap="md" wrap="nowrap">
          <Box flex={1}>{input}</Box>
          <Checkbox
            label="Unknown date"
            aria-label={`${label}: unknown date`}
            checked={unknown}
            onChange={(event) => onChange(event.currentTarget.checked ? UNKNOWN_DATE : "")}
          />
        </Group>
      )}
      {...(autoFocus && { "data-autofocus": true })}
    />
  );
}
