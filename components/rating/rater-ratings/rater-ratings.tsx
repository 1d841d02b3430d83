import { Badge, Button, Group, NativeSelect, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import { NotesOfRating, ratingColumns } from "@/components/rating/judging/rating-columns";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable } from "@/components/ui/list-table";
import { NewerOlder } from "@/components/ui/newer-older";
import { PageTabs } from "@/components/ui/page-tabs";
import type { RaterRating, RaterRatings } from "@/lib/rating/rater-ratings/queries";
import { RATING_FILTERS, type RatingFilter } from "@/lib/rating/rater-ratings/address";
import { FILTER_WORDS } from "./words";
import { raterRatingsPage } from "@/lib/rating/rater-ratings/address";

interface RaterRatingsViewProps {
  campaignId: number;
  show: RatingFilter;
  ratings: RaterRatings;
}

/** One rater's ratings in a campaign, the latest first, by what is remarkable about them. */
export function RaterRatingsView({ campaignId, show, ratings }: RaterRatingsViewProps) {
  const { raterId: rater, raters, rows, newer, older, gold } = ratings;
  const filters = RATING_FILTERS.filter((one) => one !== "gold-wrong" || gold);
  return (
    <>
      <form method="get">
        <Group align="flex-end" gap="sm" mb="md">
          <NativeSelect
            name="rater"
            label="Rater"
            key={rater}
            defaultValue={rater ?? ""}
            data={raters.map(({ raterId, name, number }) => ({
              value: String(raterId),
              label: `${name} (Rater ${number})`,
            }))}
          />
          {show !== "all" && <input type="hidden" name="show" value={show} />}
          <Button type="submit" variant="default">
            Show
          </Button>
        </Group>
      </form>
      <PageTabs
        label="Which ratings"
        tabs={filters.map((one) => ({
          href: raterRatingsPage.href({ id: campaignId, rater, show: one }),
          words: FILTER_WORDS[one],
          current: one === show,
        }))}
      />
      {show === "too-fast" && (
        <Text fz="sm" c="dimmed" mb="sm">
          Below {ratings.fastSeconds} s of active time.
        </Text>
      )}
      {rows.length === 0 ? (
        <EmptyState icon={<IconListCheck size={24} />} title="No such ratings">
          {show === "all"
            ? "This rater hasn’t rated anything here yet."
            : "Choose another filter or another rater."}
        </EmptyState>
      ) : (
        <ListTable
          label="Ratings"
          minWidth={860}
          rows={rows}
          rowKey={(row) => row.id}
          columns={ratingColumns(Question, Notes)}
        />
      )}
      <NewerOlder
        label="Rating pages"
        newer={
          newer === null
            ? null
            : raterRatingsPage.href({ id: campaignId, rater, show, after: newer })
        }
        older={
          older === null
            ? null
            : raterRatingsPage.href({ id: campaignId, rater, show, before: older })
        }
      />
    </>
  );
}

function Question({ row }: { row: RaterRating }) {
  const [run] = row.runs;
  return (
    <>
      <LinkAnchor
        href={
          row.runs.length === 1
            ? `/runs/${run!.runId}/responses/${row.questionId}`
            : `/questions/${row.questionId}`
        }
        inherit
      >
        {row.question}
      </LinkAnchor>
      <Text fz="xs" c="dimmed" component="div">
        <CategoryBadge category={row.category} /> {row.runs.map(({ label }) => label).join(", ")}
      </Text>
    </>
  );
}

function Notes({ row }: { row: RaterRating }) {
  return (
    <NotesOfRating
      row={row}
      before={
        <>
          {row.goldRight === true && <Badge color="green">Gold right</Badge>}
          {row.goldRight === false && <Badge color="red">Gold wrong</Badge>}
          {row.tooFast && <Badge color="orange">Too fast</Badge>}
        </>
      }
    />
  );
}
