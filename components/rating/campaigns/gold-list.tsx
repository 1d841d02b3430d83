import { Badge, Text } from "@mantine/core";
import type { GoldListItem } from "@/lib/rating/campaigns/queries";
import type { GoldPageState } from "@/lib/rating/campaigns/schema";
import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { ListTable } from "@/components/ui/list-table";

interface GoldListProps {
  items: GoldListItem[];
  state: GoldPageState;
  pageSize: number;
  total: number;
}

/** Renders responses with their gold verdicts. */
export function GoldList({ items, state, pageSize, total }: GoldListProps) {
  const href = (page: number) => {
    const query = new URLSearchParams({
      ...(state.run !== null && { run: String(state.run) }),
      ...(state.search !== "" && { search: state.search }),
      ...(page > 1 && { page: String(page) }),
    });
    return `/campaigns/gold${query.size > 0 ? `?${query}` : ""}`;
  };
  return (
    <ListTable
      label="Responses"
      minWidth={820}
      rows={items}
      rowKey={(item) => item.responseId}
      columns={[
        {
          title: "Question",
          maxWidth: 300,
          cell: (item) => (
            <LinkAnchor href={`/campaigns/gold/${item.responseId}`} inherit fw={550}>
              {item.question}
            </LinkAnchor>
          ),
        },
        {
          title: "Response",
          maxWidth: 340,
          cell: (item) => (
            <Text fz="sm" lineClamp={2}>
              {item.text === "" ? "(empty)" : item.text}
            </Text>
          ),
        },
        {
          title: "Run",
          maxWidth: 180,
          cell: (item) => (
            <Text fz="sm" truncate title={item.run}>
              {item.run}
            </Text>
          ),
        },
        { title: "Gold verdict", cell: (item) => <GoldVerdict gold={item.gold} /> },
      ]}
      pages={{ page: state.page, pageSize, total, label: "Pages of responses", href }}
    />
  );
}

function GoldVerdict({ gold }: Pick<GoldListItem, "gold">) {
  if (gold === null)
    return (
      <Text fz="sm" c="dimmed">
        Not gold
      </Text>
    );
  return (
    <>
      <VerdictBadges verdict={gold} />
      <Text fz="xs" c="dimmed">
        {gold.setBy}, <LocalTime iso={gold.createdAt} />
      </Text>
      {gold.stale && (
        <Badge color="yellow" size="sm">
          Answers changed
        </Badge>
      )}
    </>
  );
}
