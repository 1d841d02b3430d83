import { Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ReleaseChecklist as Checklist } from "@/lib/dataset/releases/queries";
import { CATEGORY_QUOTA } from "@/lib/dataset/releases/schema";
import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { LinkAnchor } from "@/components/ui/links";
import classes from "./release-form.module.css";
import { formatCount } from "@/lib/platform/format";

interface Check {
  /** `todo` is to be done before a release, `know` to be known; neither forbids one. */
  state: "done" | "todo" | "know";
  text: ReactNode;
  more?: string;
}

/** What stands between the dataset and a good release, at a glance; nothing of it forbids publishing. */
export function ReleaseChecklist({
  checklist,
  overdue,
}: {
  checklist: Checklist;
  overdue: number;
}) {
  const { withoutEvidence, withoutSplit, notLookedAt, test } = checklist;
  const uneven = test.filter(({ count }) => count !== CATEGORY_QUOTA);
  const checks: Check[] = [
    overdue === 0
      ? { state: "done", text: "No overdue answers" }
      : {
          state: "todo",
          text: (
            <>
              <LinkAnchor href="/refresh" inherit underline="always">
                {formatCount(overdue)} overdue
              </LinkAnchor>{" "}
              {overdue === 1 ? "answer" : "answers"}
            </>
          ),
          more: "Refresh them before publishing.",
        },
    ...(notLookedAt === null
      ? []
      : [
          notLookedAt === 0
            ? { state: "done" as const, text: "All checked since the last release" }
            : {
                state: "know" as const,
                text: `${formatCount(notLookedAt)} not checked since the last release`,
                more: "Neither verified nor edited.",
              },
        ]),
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
              <LinkAnchor href="/questions?split=none" inherit underline="always">
                {formatCount(withoutSplit)} with no split
              </LinkAnchor>
            </>
          ),
          more: "Assign them to TEST, DEV or DEMO.",
        },
    uneven.length === 0
      ? { state: "done", text: `TEST has ${CATEGORY_QUOTA} per category` }
      : {
          state: "know",
          text: "TEST is unbalanced",
          more: `${test.map(({ category, count }) => `${CATEGORY_WORDS[category]} ${formatCount(count)}`).join(", ")}; target ${CATEGORY_QUOTA} each.`,
        },
  ];
  return (
    <section aria-labelledby="checklist">
      <Title order={2} id="checklist" mb="xs">
        Before you publish
      </Title>
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
    </section>
  );
}
