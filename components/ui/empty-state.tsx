import { Group, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** 1 where it stands for the whole page, which then has no other heading. */
  order?: 1 | 2;
  /** Why it is empty and what to do about it. */
  children?: ReactNode;
  /** Buttons for the next step. */
  actions?: ReactNode;
}

/** Renders an empty state: a title, an explanation and the next action. */
export function EmptyState({ icon, title, order = 2, children, actions }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      {icon && (
        <ThemeIcon size={44} radius="xl" variant="light" aria-hidden>
          {icon}
        </ThemeIcon>
      )}
      <Title order={order} size="h2">
        {title}
      </Title>
      {children && (
        <Text component="div" c="dimmed" maw="52ch">
          {children}
        </Text>
      )}
      {actions && (
        <Group justify="center" gap="xs" mt="xs">
          {actions}
        </Group>
      )}
    </Stack>
  );
}
