import { Alert, Stack, Text } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { Fragment } from "react";
import type { AccuracyMeasure } from "@/lib/reporting/accuracy/accuracy-table";
import {
  auditNotes,
  automaticShares,
  methodNotes,
  basisNotes,
  questionNotes,
  readingNotes,
} from "@/lib/reporting/accuracy/rules";
import type { AccuracyReport, QuestionChoice } from "@/lib/reporting/accuracy/schema";
import { LinkAnchor } from "@/components/ui/links";

/**
 * Says that runs were rated on different questions, with the ways to compare them: on those that all have, or standardized;
 * says it too once they are.
 */
export function QuestionsDiffer({
  report,
  href,
}: {
  report: AccuracyReport;
  /** The address of the report on other questions; called on the server. Null: there is none. */
  href: ((questions: QuestionChoice) => string) | null;
}) {
  const [words] = questionNotes(report);
  if (words === undefined) return null;
  const {
    inputs: { questions: chosen, basis },
    common,
  } = report;
  const choices: [QuestionChoice, string][] =
    chosen !== "rated"
      ? [["rated", "Show as rated"]]
      : [
          ...(common !== null && common.questions > 0
            ? [
                [
                  "common",
                  basis === "rated"
                    ? "Compare on these questions"
                    : "Compare on the questions rated in every run",
                ] as [QuestionChoice, string],
              ]
            : []),
          // Estimates weigh strata already.
          ...(basis === "rated"
            ? [["standardized", "Standardize by category and hops"] as [QuestionChoice, string]]
            : []),
        ];
  return (
    <Alert color="blue" variant="light" icon={<IconArrowsDiff size={16} aria-hidden />} p="xs">
      {words}{" "}
      {href !== null &&
        choices.map(([questions, title], at) => (
          <Fragment key={questions}>
            {at > 0 && " · "}
            <LinkAnchor href={href(questions)} inherit underline="always">
              {title}
            </LinkAnchor>
          </Fragment>
        ))}
    </Alert>
  );
}

/** Renders the notes below an accuracy table. */
export function AccuracyNotes({
  report,
  measure,
}: {
  report: AccuracyReport;
  measure: AccuracyMeasure;
}) {
  return (
    <Stack gap={2} maw="90ch">
      <Text fz="sm" c="dimmed">
        {readingNotes(report, measure).join(" ")}
      </Text>
      <Text fz="sm" c="dimmed">
        {[
          ...basisNotes(report, measure),
          ...automaticShares(report),
          ...auditNotes(report),
          ...methodNotes(report.rows),
        ].join(" ")}
      </Text>
    </Stack>
  );
}
