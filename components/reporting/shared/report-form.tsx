"use client";

import { Button, Group, Paper, Stack } from "@mantine/core";
import { IconCalculator } from "@tabler/icons-react";
import Form from "next/form";
import type { ReactNode } from "react";

interface ReportFormProps {
  /** The report's page, whose address the fields become. */
  path: string;
  /** What the report shows: with something else the fields begin anew. */
  shown: unknown;
  /** What its button says: "Show accuracy". */
  submit: string;
  children: ReactNode;
}

/** A form that chooses what a report is of. */
export function ReportForm({ path, shown, submit, children }: ReportFormProps) {
  return (
    <Paper withBorder p="md" className="no-print">
      <Form action={path} key={JSON.stringify(shown)}>
        <Stack gap="sm">
          {children}
          <Group>
            <Button type="submit" leftSection={<IconCalculator size={16} aria-hidden />}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Paper>
  );
}
