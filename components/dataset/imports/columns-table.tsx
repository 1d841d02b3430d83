import {
  NativeSelect,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import { TableScroll } from "@/components/ui/table-scroll";
import { MarkedText } from "@/components/ui/marked-text";

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
    <TableScroll label="Columns of the file">
      <Table miw={560} verticalSpacing={6}>
        <TableThead>
          <TableTr>
            <TableTh scope="col" miw={120}>
              Column
            </TableTh>
            <TableTh scope="col">Use as</TableTh>
            <TableTh scope="col" miw={240}>
              Sample values
            </TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {names.map((name, at) => (
            <TableTr key={name}>
              <TableTh scope="row" fw={550} maw={200} style={{ overflowWrap: "anywhere" }}>
                {name}
              </TableTh>
              <TableTd miw={190}>
                <NativeSelect
                  aria-label={`Use ${name} as`}
                  size="xs"
                  data={[...choices]}
                  value={meanings[at]}
                  onChange={(event) => onChange(at, event.currentTarget.value as Meaning)}
                />
              </TableTd>
              <TableTd fz="sm" maw={420} style={{ overflowWrap: "anywhere" }}>
                {(samples[at] ?? [])
                  .filter((value) => value.trim() !== "")
                  .map((value, index) => (
                    <Text key={index} fz="sm" lineClamp={2}>
                      <MarkedText text={value} />
                    </Text>
                  ))}
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
