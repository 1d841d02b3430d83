import { Text } from "@mantine/core";
import { Fragment } from "react";
import { Link } from "@/components/ui/link";
import { gridHref, parseGrid } from "@/lib/dataset/questions/grid";
import type { Overview } from "@/lib/home/schema";
import { formatCount, formatDay } from "@/lib/platform/format";
import classes from "./home.module.css";

/** The dataset in a few numbers, each a link to what it counts. */
export function Figures({ overview }: { overview: Overview }) {
  const { questions, overdue, release, yesterday, changedSinceYesterday } = overview;
  return (
    <div className={classes.figures}>
      <Figure href="/questions" label="Active questions" value={formatCount(questions)} />
      <Figure
        href={gridHref({ overdue: true })}
        label="Overdue answers"
        value={formatCount(overdue)}
        note={overdue > 0 ? "due for a check" : "all up to date"}
      />
      <Figure
        href={gridHref(
          parseGrid({
            revisedFrom: yesterday,
            status: "active,retired",
            sort: "-revised",
            columns: "id,question,answer,category,status,author,revised",
          }),
        )}
        label="Edited since yesterday"
        value={formatCount(changedSinceYesterday)}
        note={changedSinceYesterday === 1 ? "question" : "questions"}
      />
      <Figure
        href={release ? `/releases/${encodeURIComponent(release.name)}` : "/releases"}
        label="Latest release"
        value={release?.name ?? "None yet"}
        note={release ? formatDay(release.publishedAt) : undefined}
      />
    </div>
  );
}

function Figure({
  href,
  label,
  value,
  note,
}: {
  href: string;
  label: string;
  value: string;
  note?: string | undefined;
}) {
  const name = value.length > 12;
  return (
    <Link href={href} className={classes.figure}>
      <Text component="span" display="block" fz="sm" c="dimmed" mb={name ? 3 : 0}>
        {label}
      </Text>
      <Text
        component="span"
        display="block"
        fz={name ? 16 : 22}
        fw={640}
        lh={1.3}
        className="tabular"
        style={{ overflowWrap: "anywhere" }}
      >
        {/* A release's name breaks behind its underscore before it breaks anywhere. */}
        {value.split("_").map((part, at) => (
          <Fragment key={at}>
            {at > 0 && (
              <>
                _<wbr />
              </>
            )}
            {part}
          </Fragment>
        ))}
      </Text>
      {note && (
        <Text component="span" display="block" fz="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Link>
  );
}
