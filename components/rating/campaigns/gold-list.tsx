import { Badge, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { GoldListItem } from "@/lib/rating/campaigns/gold-queries";
import { goldItemPage, goldPage, type GoldPageState } from "@/lib/rating/gold/address";
import type { GoldItem } from "@/lib/rating/gold/queries";
import { goldQuestions } from "@/lib/rating/gold/rules";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { ListTable } from "@/components/ui/list-table";
import { expectedWords } from "./labels";
import { SampleResponse } from "@/components/rating/judging/sample-response";
import { type Rich } from "@/lib/rating/judging/markdown";
import type { ListPage } from "@/lib/platform/lists";

/** An item that may be gold: a response, or one of its references. */
type Listed = Pick<GoldItem, "question" | "responseId" | "run" | "text"> & {
  referencePlace?: number | null;
};

interface GoldListProps<Item> {
  items: ListPage<Item>;
  /** What is settled of an item. */
  settled: (item: Item) => ReactNode;
  /** Reads a response's Markdown; called on the server. */
  read: (text: string) => Rich[] | null;
  /** What its last column is called, and the one with what is rated. */
  titles: { settled: string; text: string };
  state: GoldPageState;
  /** Shown where there is none. */
  empty: ReactNode;
}

/** Renders items with their gold. */
export function GoldList<Item extends Listed>({
  items,
  settled,
  read,
  titles,
  state,
  empty,
}: GoldListProps<Item>) {
  return (
    <ListTable
      label="Responses"
      minWidth={820}
      rows={items}
      empty={empty}
      rowKey={(item) => `${item.responseId}.${item.referencePlace ?? ""}`}
      columns={[
        {
          title: "Question",
          maxWidth: 300,
          cell: (item) => (
            <LinkAnchor
              href={goldItemPage.href({
                responseId: item.responseId,
                protocol: state.protocol,
                reference: item.referencePlace ?? null,
              })}
              inherit
              fw={550}
            >
              {item.question}
            </LinkAnchor>
          ),
        },
        {
          title: titles.text,
          maxWidth: 340,
          cell: (item) =>
            item.text === "" ? (
              "(empty)"
            ) : (
              <SampleResponse
                name={[titles.text, item.responseId, item.referencePlace].filter(Boolean).join(" ")}
                text={item.text}
                rich={read(item.text)}
              />
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
        { title: titles.settled, cell: settled },
      ]}
      href={({ page }) => goldPage.href({ ...state, page })}
    />
  );
}

/** The gold verdict of a response under Relaxed and Strict. */
export function GoldVerdict({ gold }: Pick<GoldListItem, "gold">) {
  return gold === null ? (
    <NotGold />
  ) : (
    <Settled gold={gold}>
      <VerdictBadges verdict={gold} />
    </Settled>
  );
}

/** What gold expects of an item under another protocol. */
export function GoldAnswers({
  gold,
  definition,
}: Pick<GoldItem, "gold"> & { definition: ProtocolDefinition }) {
  return gold === null ? (
    <NotGold />
  ) : (
    <Settled gold={gold}>
      {goldQuestions(definition).flatMap((question) => {
        const expected = gold.expected[question.key];
        return expected === undefined
          ? []
          : [
              <Text key={question.key} fz="sm">
                {question.label}: <b>{expectedWords(question, expected)}</b>
              </Text>,
            ];
      })}
    </Settled>
  );
}

function NotGold() {
  return (
    <Text fz="sm" c="dimmed">
      Not gold
    </Text>
  );
}

function Settled({
  gold,
  children,
}: {
  gold: { setBy: string; createdAt: string; stale: boolean };
  children: ReactNode;
}) {
  return (
    <>
      {children}
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
