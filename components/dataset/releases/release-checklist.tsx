import { Alert, Group, Loader, Text, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconPuzzle,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { gridHref, parseGrid } from "@/lib/dataset/questions/grid";
import {
  CATEGORY_QUOTA,
  type ReleaseChecklist as Checklist,
  type Selection,
} from "@/lib/dataset/releases/schema";
import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { LinkAnchor } from "@/components/ui/links";
import classes from "./release-form.module.css";
import { countOf, formatCount } from "@/lib/platform/format";

interface Check {
  /** `todo` is to be done before a release, `know` to be known; neither forbids one. */
  state: "done" | "todo" | "know";
  text: ReactNode;
  more?: ReactNode;
}

/** What stands between a selection and a good release, at a glance; nothing of it forbids publishing. */
export function ReleaseChecklist({
  checklist,
  selection,
}: {
  /** Null while it is counted. */
  checklist: Checklist | null;
  selection: Selection;
}) {
  return (
    <section aria-labelledby="checklist" aria-busy={checklist === null}>
      <Title order={2} id="checklist" mb="xs">
        Before you publish
      </Title>
      {checklist === null ? (
        <Group gap="xs">
          <Loader size="xs" />
          <Text fz="sm">Counting questions…</Text>
        </Group>
      ) : (
        <>
          <PartialRelease checklist={checklist} chosen={selection.kind === "questions"} />
          <Checks checklist={checklist} selection={selection} />
        </>
      )}
    </section>
  );
}

/** Says that a release would not have all active questions. */
function PartialRelease({
  checklist: { included, active },
  chosen,
}: {
  checklist: Checklist;
  /** Questions were chosen one by one, rather than splits of this form. */
  chosen: boolean;
}) {
  if (included === 0 || included === active) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconPuzzle aria-hidden />}
      title={`Partial release: ${formatCount(included)} of ${countOf(active, "active question")}`}
      mb="sm"
    >
      The checklist and the comparison below are about these {formatCount(included)} only. The notes
      say that the release is partial; its name does not. It becomes the latest release.
      {chosen && (
        <>
          {" "}
          <LinkAnchor href="/releases/new" inherit underline="always">
            Publish all active questions instead
          </LinkAnchor>
        </>
      )}
    </Alert>
  );
}

/** Where the questions of a selection that pass a filter are listed; null: the address can't name the selection. */
function listHref(selection: Selection, filter: Record<string, string>): string | null {
  if (selection.kind === "questions") return null;
  const split =
    selection.kind === "all" ? "" : selection.splits.map((one) => one ?? "none").join(",");
  return gridHref(parseGrid({ ...(split !== "" && { split }), ...filter }));
}

function Counted({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? (
    children
  ) : (
    <LinkAnchor href={href} inherit underline="always">
      {children}
    </LinkAnchor>
  );
}

function Checks({ checklist, selection }: { checklist: Checklist; selection: Selection }) {
  const { overdue, week, withoutEvidence, withoutSplit, test } = checklist;
  const inTest = test.some(({ count }) => count > 0);
  const uneven = test.filter(({ count }) => count !== CATEGORY_QUOTA);
  const checks: Check[] = [
    overdue === 0
      ? { state: "done", text: "No overdue answers" }
      : {
          state: "todo",
          text: (
            <>
              <Counted href={listHref(selection, { overdue: "1" })}>
                {formatCount(overdue)} overdue
              </Counted>{" "}
              {overdue === 1 ? "answer" : "answers"}
            </>
          ),
          more: (
            <>
              <LinkAnchor href="/refresh/desk" inherit underline="always">
                Refresh answers
              </LinkAnchor>{" "}
              before publishing.
            </>
          ),
        },
    week === 0
      ? { state: "done", text: "No answers due this week" }
      : {
          state: "know",
          text: `${countOf(week, "answer")} due this week`,
          more: "Due today or in the next six days.",
        },
    withoutEvidence === 0
      ? { state: "done", text: "All have evidence" }
      : {
          state: "know",
          text: `${formatCount(withoutEvidence)} without evidence`,
          more: "No URL supports the answer.",
        },
    withoutSplit === 0
      ? { state: "done", text: "All assigned to a split" }
      : {
          state: "todo",
          text: (
            <>
              <Counted
                href={
                  selection.kind === "questions"
                    ? null
                    : listHref({ kind: "all" }, { split: "none" })
                }
              >
                {formatCount(withoutSplit)} with no split
              </Counted>
            </>
          ),
          more: "Assign them to TEST, DEV or DEMO.",
        },
    !inTest
      ? { state: "know", text: "No TEST questions" }
      : uneven.length === 0
        ? { state: "done", text: `TEST has ${CATEGORY_QUOTA} per category` }
        : {
            state: "know",
            text: "TEST is unbalanced",
            more: `${test.map(({ category, count }) => `${CATEGORY_WORDS[category]} ${formatCount(count)}`).join(", ")}; target ${CATEGORY_QUOTA} each.`,
          },
  ];
  return (
    <ul className={classes.checks}>
      {checks.map((check, index) => (
        <li key={index} data-open={check.state === "todo" || undefined}>
          {check.state === "done" ? (
            <IconCircleCheck size={18} aria-label="Done:" />
          ) : check.state === "todo" ? (
            <IconAlertTriangle size={18} aria-label="To do:" />
          ) : (
            <IconInfoCircle size={18} aria-label="Note:" />
          )}
          <span>{check.text}</span>
          {check.more !== undefined && <small>{check.more}</small>}
        </li>
      ))}
    </ul>
  );
}
