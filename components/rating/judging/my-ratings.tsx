import { Badge, Box, Group, Text } from "@mantine/core";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor } from "@/components/ui/links";
import type { OwnAgreement, OwnPace, OwnWork } from "@/lib/rating/judging/queries";
import { durationWords, perHour } from "@/lib/rating/judging/rules";
import { NotesOfRating, ratingColumns } from "./rating-columns";
import { VerdictBadges } from "./verdict-labels";
import { formatCount, formatDay } from "@/lib/platform/format";
import { ListTable } from "@/components/ui/list-table";
import { NewerOlder } from "@/components/ui/newer-older";
import { ownRatingsPage } from "@/lib/rating/judging/address";
import { type OwnFilters } from "./own-filter";

/** One's own judgments, the latest first, each leading to its correction. */
export function OwnWorkTable({ work, filters }: { work: OwnWork; filters: OwnFilters }) {
  return (
    <>
      <ListTable
        label="My ratings"
        minWidth={820}
        rows={work.rows}
        rowKey={(row) => row.id}
        columns={ratingColumns(Question, Notes)}
      />
      <NewerOlder
        label="Rating pages"
        newer={work.newer === null ? null : ownRatingsPage.href({ ...filters, after: work.newer })}
        older={work.older === null ? null : ownRatingsPage.href({ ...filters, before: work.older })}
      />
    </>
  );
}

function Question({ row }: { row: OwnWork["rows"][number] }) {
  return (
    <>
      <LinkAnchor href={`/rate/mine/${row.taskId}`} inherit>
        {row.question}
      </LinkAnchor>
      <Text fz="xs" c="dimmed" component="div">
        <CategoryBadge category={row.category} /> {row.campaign}
      </Text>
    </>
  );
}

function Notes({ row }: { row: OwnWork["rows"][number] }) {
  const { final } = row;
  return (
    <NotesOfRating
      row={row}
      behind={
        <>
          {row.stale && <Badge color="yellow">Answers changed</Badge>}
          {final === null && row.adjudicated && <Badge color="gray">Final</Badge>}
          {final !== null && (
            <Badge color={final.same ? "green" : "orange"}>
              {final.same ? "Final verdict agrees" : "Final verdict differs"}
            </Badge>
          )}
        </>
      }
    >
      {final !== null && (
        <Text fz="xs" c="dimmed" component="div" mt={2}>
          {!final.same && <VerdictBadges verdict={final} />} Adjudicator: “{final.reason}”
        </Text>
      )}
    </NotesOfRating>
  );
}

/** How often the final verdicts of closed campaigns agree with one's own; nothing where none does yet. */
export function OwnAgreementList({ agreement }: { agreement: readonly OwnAgreement[] }) {
  return (
    agreement.length > 0 && (
      <section aria-label="Agreement with final verdicts" style={{ marginBottom: 16 }}>
        {agreement.map((of) => (
          <Text key={of.campaignId} className="tabular">
            {of.campaign}: you agreed with{" "}
            <b>
              {formatCount(of.same)} of {formatCount(of.settled)}
            </b>{" "}
            final verdicts (Relaxed {formatCount(of.relaxed)}, Strict {formatCount(of.strict)}).{" "}
            {of.same < of.settled && (
              <LinkAnchor
                href={ownRatingsPage.href({ campaign: of.campaignId, show: "differs" })}
                underline="always"
              >
                View where they differ
              </LinkAnchor>
            )}
          </Text>
        ))}
        <Text c="dimmed" fz="sm">
          Only responses that an adjudicator decided, in closed campaigns.
        </Text>
      </section>
    )
  );
}

/** The rater's own hours, breaks not counted, with each day to be unfolded. */
export function OwnPaceSummary({ pace }: { pace: OwnPace }) {
  const most = Math.max(1, ...pace.days.map((day) => day.judged));
  return (
    <section aria-label="My pace" style={{ marginBottom: 16 }}>
      <Text mb={4}>
        <b>{formatCount(pace.judged)}</b> rated in <b>{durationWords(pace.activeMs)}</b> of active
        time
        {pace.activeMs > 0 && (
          <>
            : <b>{perHour(pace.judged, pace.activeMs)}</b> per hour
          </>
        )}
        .{" "}
        <Text span c="dimmed" fz="sm">
          After {durationWords(pace.idleSeconds * 1_000)} without typing, clicking or scrolling,
          time counts as a break and isn&apos;t included.
        </Text>
      </Text>
      {pace.days.length > 0 && (
        <details>
          <summary>Hours by date</summary>
          <Box maw={760}>
            <ListTable
              label="My pace by date"
              minWidth={460}
              rows={pace.days}
              rowKey={({ day }) => day}
              columns={[
                {
                  title: `Date (${pace.timeZone})`,
                  heading: true,
                  as: "line",
                  cell: ({ day }) => formatDay(day),
                },
                { title: "Rated", cell: ({ judged }) => <Judged judged={judged} most={most} /> },
                { title: "Corrected", as: "number", cell: (day) => formatCount(day.corrected) },
                { title: "Active time", as: "number", cell: (day) => durationWords(day.activeMs) },
                {
                  title: "Per hour",
                  as: "number",
                  cell: (day) => perHour(day.judged, day.activeMs),
                },
              ]}
            />
          </Box>
        </details>
      )}
    </section>
  );
}

/** The ratings of a day, beside the day with the most. */
function Judged({ judged, most }: { judged: number; most: number }) {
  return (
    <Group gap={8} wrap="nowrap" className="tabular">
      <span style={{ minWidth: 32 }}>{formatCount(judged)}</span>
      <span
        aria-hidden
        style={{
          width: `${Math.round((120 * judged) / most)}px`,
          height: 8,
          borderRadius: 2,
          background: "var(--mantine-color-spruce-5)",
        }}
      />
    </Group>
  );
}
