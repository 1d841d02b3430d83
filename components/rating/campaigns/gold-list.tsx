import {
  Badge,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import type { GoldListItem } from "@/lib/rating/campaigns/queries";
import type { GoldPageState } from "@/lib/rating/campaigns/schema";
import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageTurner } from "@/components/ui/page-turner";
import { TableScroll } from "@/components/ui/table-scroll";

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
    <>
      <TableScroll label="Responses">
        <Table miw={820} highlightOnHover>
          <TableThead>
            <TableTr>
              <TableTh scope="col">Question</TableTh>
              <TableTh scope="col">Response</TableTh>
              <TableTh scope="col">Run</TableTh>
              <TableTh scope="col">Gold verdict</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {items.map((item) => (
              <TableTr key={item.responseId}>
                <TableTd maw={300}>
                  <LinkAnchor href={`/campaigns/gold/${item.responseId}`} inherit fw={550}>
                    {item.question}
                  </LinkAnchor>
                </TableTd>
                <TableTd maw={340}>
                  <Text fz="sm" lineClamp={2}>
                    {item.text === "" ? "(empty)" : item.text}
                  </Text>
                </TableTd>
                <TableTd maw={180}>
                  <Text fz="sm" truncate title={item.run}>
                    {item.run}
                  </Text>
                </TableTd>
                <TableTd>
                  {item.gold === null ? (
                    <Text fz="sm" c="dimmed">
                      Not gold
                    </Text>
                  ) : (
                    <>
                      <VerdictBadges verdict={item.gold} />
                      <Text fz="xs" c="dimmed">
                        {item.gold.setBy}, <LocalTime iso={item.gold.createdAt} />
                      </Text>
                      {item.gold.stale && (
                        <Badge color="yellow" size="sm">
                          Answers changed
                        </Badge>
                      )}
                    </>
                  )}
                </TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      <PageTurner
        page={state.page}
        pageSize={pageSize}
        total={total}
        label="Pages of responses"
        href={href}
      />
    </>
  );
}
