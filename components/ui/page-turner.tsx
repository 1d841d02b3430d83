import { Group, Text } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { LinkButton } from "./links";
import { countOf, formatCount } from "@/lib/platform/format";
import type { ListPage } from "@/lib/platform/lists";

interface PageTurnerProps {
  list: Omit<ListPage<unknown>, "rows">;
  /** What is on the pages: "Imports". */
  label: string;
  /** The address of a page. */
  href: (change: { page: number }) => string;
}

/** "51–100 of 180" with the way to the pages before and after; nothing where one page holds all. */
export function PageTurner({ list: { page, pageSize, total }, label, href }: PageTurnerProps) {
  if (total <= pageSize && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <Group component="nav" aria-label={`Pages: ${label}`} justify="space-between" mt="md" gap="sm">
      {page > 1 ? (
        <LinkButton
          href={href({ page: page - 1 })}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          Previous
        </LinkButton>
      ) : (
        <span />
      )}
      <Text fz="sm" c="dimmed" className="tabular">
        {first > total
          ? `Page ${formatCount(page)} doesn't exist (${countOf(total, "item")})`
          : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`}
      </Text>
      {last < total ? (
        <LinkButton
          href={href({ page: page + 1 })}
          variant="default"
          rightSection={<IconArrowRight size={16} aria-hidden />}
        >
          Next
        </LinkButton>
      ) : (
        <span />
      )}
    </Group>
  );
}
