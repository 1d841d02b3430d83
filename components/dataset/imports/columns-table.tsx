import { NativeSelect, Text } from "@mantine/core";
import { MarkedText } from "@/components/ui/marked-text";
import { ListTable } from "@/components/ui/list-table";

interface ColumnsTableProps<Meaning extends string> {
  names: readonly string[];
  /** For each column its first values. */
  samples: readonly (readonly string[])[];
  /** For each column what it is taken for. */
  meanings: readonly Meaning[];
  choices: readonly { value: Meaning; label: string }[];
  onChange: (at: number, meaning: Meaning) => void;
}

/** The columns of a file with their first values, and what each is taken for. */
export function ColumnsTable<Meaning extends string>({
  names,
  samples,
  meanings,
  choices,
  onChange,
}: ColumnsTableProps<Meaning>) {
  return (
    <ListTable
      label="Columns of the file"
      minWidth={560}
      rows={names.map((name, at) => ({ name, at }))}
      rowKey={({ name }) => name}
      columns={[
        {
          title: "Column",
          heading: true,
          as: "text",
          minWidth: 120,
          maxWidth: 200,
          cell: ({ name }) => (
            <Text span inherit fw={550}>
              {name}
            </Text>
          ),
        },
        {
          title: "Use as",
          minWidth: 190,
          cell: ({ name, at }) => (
            <NativeSelect
              aria-label={`Use ${name} as`}
              size="xs"
              data={[...choices]}
              value={meanings[at]}
              onChange={(event) => onChange(at, event.currentTarget.value as Meaning)}
            />
          ),
        },
        {
          title: "Sample values",
          as: "text",
          small: true,
          minWidth: 240,
          maxWidth: 420,
          cell: ({ at }) =>
            (samples[at] ?? [])
              .filter((value) => value.trim() !== "")
              .map((value, index) => (
                <Text key={index} fz="sm" lineClamp={2}>
                  <MarkedText text={value} />
                </Text>
              )),
        },
      ]}
    />
  );
}
