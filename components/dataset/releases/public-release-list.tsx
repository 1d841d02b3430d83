import { Anchor, VisuallyHidden } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable } from "@/components/ui/list-table";
import type { ReleaseInHistory } from "@/lib/dataset/release-differences/queries";
import { formatBytes, formatCount, formatDay } from "@/lib/platform/format";
import classes from "./public-home.module.css";
import { publicPage } from "@/lib/dataset/releases/address";
import { publicChangesPage } from "@/lib/dataset/release-differences/address";
import { type DifferenceKind } from "@/lib/dataset/release-differences/vocabulary";
import type { ListPage } from "@/lib/platform/lists";

/** Of the release that changed most answers, in pixels. */
const WIDEST_BAR = 100;

/** Published releases for anyone, the newest first, with what changed from one to the next. */
export function PublicReleaseList({ releases }: { releases: ListPage<ReleaseInHistory> }) {
  const most = Math.max(1, ...releases.rows.map(({ changes }) => changes?.answers ?? 0));
  return (
    <ListTable
      label="Releases"
      minWidth={620}
      rows={releases}
      rowKey={({ name }) => name}
      columns={[
        {
          title: "Release",
          as: "line",
          cell: ({ name }) => (
            <LinkAnchor href={`/public/releases/${name}`} inherit fw={550}>
              {name}
            </LinkAnchor>
          ),
        },
        { title: "Published", as: "line", cell: ({ publishedAt }) => formatDay(publishedAt) },
        {
          title: "Questions",
          as: "number",
          cell: ({ questionCount }) => formatCount(questionCount),
        },
        {
          title: "Answers changed",
          as: "line",
          minWidth: 190,
          cell: ({ name, changes }) =>
            changes === null ? (
              "First release"
            ) : changes.common === 0 ? (
              "No questions in both"
            ) : (
              <span className={classes.changed}>
                <span
                  className={classes.bar}
                  style={{ width: `${(WIDEST_BAR * changes.answers) / most}px` }}
                  aria-hidden
                />
                <span>
                  <Changed to={name} from={changes.from} kind="answers" count={changes.answers} />{" "}
                  of {formatCount(changes.common)}
                </span>
              </span>
            ),
        },
        {
          title: "Added",
          as: "number",
          cell: ({ name, changes }) =>
            changes === null ? (
              "–"
            ) : (
              <Changed to={name} from={changes.from} kind="added" count={changes.added} />
            ),
        },
        {
          title: "Removed",
          as: "number",
          cell: ({ name, changes }) =>
            changes === null ? (
              "–"
            ) : (
              <Changed to={name} from={changes.from} kind="retired" count={changes.removed} />
            ),
        },
        {
          title: "File",
          as: "line",
          cell: ({ name, byteSize }) => (
            <Anchor href={`/public/releases/${name}/${name}.csv`} inherit>
              CSV<VisuallyHidden> of {name}</VisuallyHidden> ({formatBytes(byteSize)})
            </Anchor>
          ),
        },
      ]}
      href={publicPage.href}
    />
  );
}

interface ChangedProps {
  from: string;
  to: string;
  kind: DifferenceKind;
  count: number;
}

/** A number with the way to the questions that it counts. */
function Changed({ from, to, kind, count }: ChangedProps) {
  if (count === 0) return "0";
  return (
    <LinkAnchor href={publicChangesPage.href({ name: to, from, kind })} inherit underline="always">
      {formatCount(count)}
      <VisuallyHidden> since {from}</VisuallyHidden>
    </LinkAnchor>
  );
}
