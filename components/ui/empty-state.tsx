import { Group, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** Why it is empty and what to do about it. */
  children?: ReactNode;
  /** Buttons for the next step. */
  actions?: ReactNode;
}

/** What stands where there is nothing yet: says so, and leads on. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      {icon && <ThemeIcon size={44} radius="xl" variant="light" aria-hidden>{icon}</ThemeIcon>}
      <Title order={2}>{title}</Title>
      {children && <Text component="div" c="dimmed" maw="52ch">{children}</Text>}
      {actions && <Group justify="center" gap="xs" mt="xs">{actions}</Group>}
    </Stack>
  );
}
