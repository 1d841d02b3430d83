"use client";

import {
  NativeSelect,
  SimpleGrid,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import type { ReactNode } from "react";
import { TableScroll } from "@/components/ui/table-scroll";
import { MarkedText } from "@/components/ui/marked-text";
import {
  columnOf,
  MAIN_ROLES,
  withMainRole,
  type MainRole,
  PREVIEWED_RECORDS,
} from "@/lib/runs/responses/rules";
import type { ColumnRole } from "@/lib/runs/responses/schema";

const WORDS: Record<MainRole, string> = { question: "Question", response: "Response", id: "ID" };

interface MainColumnsProps {
  columns: readonly string[];
  roles: readonly ColumnRole[];
  /** The first records' cells. */
  preview: readonly (readonly string[])[];
  /** The same cells as responses are shown, by record and column; left out where a cell would look the same. */
  formatted: readonly (readonly ReactNode[])[];
  onChange: (roles: ColumnRole[]) => void;
}

/** Chooses the three columns that nearly every file is read by, with its first records as they would be read. */
export function MainColumns({ columns, roles, preview, formatted, onChange }: MainColumnsProps) {
  const chosen = MAIN_ROLES.map((role) => [role, columnOf(roles, role)] as const);
  const records = preview.slice(0, PREVIEWED_RECORDS);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {chosen.map(([role, at]) => (
          <NativeSelect
            key={role}
            label={`${WORDS[role]} column`}
            value={at === -1 ? "" : String(at)}
            data={[
              { value: "", label: "None" },
              ...columns.map((name, index) => ({ value: String(index), label: name })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChange(withMainRole(roles, role, value === "" ? -1 : Number(value), preview))
            }
          />
        ))}
      </SimpleGrid>
      {records.length > 0 && (
        <TableScroll label="First rows">
          <Table mt="sm" fz="sm" miw={480} aria-label="First rows">
            <TableThead>
              <TableTr>
                {chosen.map(([role]) => (
                  <TableTh key={role} scope="col">
                    {WORDS[role]}
                  </TableTh>
                ))}
              </TableTr>
            </TableThead>
            <TableTbody>
              {records.map((cells, row) => (
                <TableTr key={row}>
                  {chosen.map(([role, at]) => (
                    <TableTd key={role} style={{ overflowWrap: "anywhere", verticalAlign: "top" }}>
                      {at === -1 ? (
                        <Text span c="dimmed" inherit>
                          –
                        </Text>
                      ) : role === "response" && (formatted[row]?.[at] ?? null) !== null ? (
                        formatted[row]![at]
                      ) : (
                        <Text fz="sm" lineClamp={3}>
                          <MarkedText text={cells[at] ?? ""} />
                        </Text>
                      )}
                    </TableTd>
                  ))}
                </TableTr>
              ))}
            </TableTbody>
          </Table>
        </TableScroll>
      )}
    </>
  );
}
