import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Brand } from "./brand";
import classes from "./entry.module.css";

/** The frame of the pages before the workbench: signing in, an invitation, a reset link. */
export function EntryPage({
  title,
  description,
  children,
  below,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}) {
  return (
    <main className={classes.page}>
      <Stack gap="lg" className={classes.card}>
        <Brand size={32} />
        <div className={classes.panel}>
          <Title order={1} mb={4}>
            {title}
          </Title>
          {description && (
            <Text component="div" c="dimmed" mb="md">
              {description}
            </Text>
          )}
          {children}
        </div>
        {below}
      </Stack>
    </main>
  );
}
