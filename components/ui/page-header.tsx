import { Breadcrumbs, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { LinkAnchor } from "./links";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** The way here, without the page itself. */
  breadcrumbs?: { label: string; href: string }[];
  /** Badges and the like, beside the title. */
  beside?: ReactNode;
  /** Buttons, at the end of the row or below on phones. */
  actions?: ReactNode;
}

/** The head of every page: where one is, what it is for, what one can do. */
export function PageHeader({
  title,
  description,
  breadcrumbs = [],
  beside,
  actions,
}: PageHeaderProps) {
  return (
    <Stack component="header" gap={4} mb="md">
      {breadcrumbs.length > 0 && (
        <nav aria-label="Breadcrumbs">
          <Breadcrumbs separatorMargin={6}>
            {breadcrumbs.map((crumb) => (
              <LinkAnchor key={crumb.href} href={crumb.href} fz="sm">
                {crumb.label}
              </LinkAnchor>
            ))}
          </Breadcrumbs>
        </nav>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" align="center" miw={0}>
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {title}
          </Title>
          {beside}
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {description && (
        <Text c="dimmed" maw="70ch">
          {description}
        </Text>
      )}
    </Stack>
  );
}
