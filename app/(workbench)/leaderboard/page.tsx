import { Badge } from "@mantine/core";
import { IconTrophy } from "@tabler/icons-react";
import { LeaderboardTable } from "@/components/reporting/leaderboard/leaderboard-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import type { AccuracyMeasure } from "@/lib/reporting/accuracy/accuracy-table";
import {
  accuracyRequest,
  accuracyView,
  comparisonRequest,
  type AccuracyReport,
  type QuestionChoice,
} from "@/lib/reporting/accuracy/schema";
import { REPORTS } from "@/lib/reporting/reports";
import { getLeaderboard, isLeaderboardPublic } from "@/lib/reporting/leaderboard/queries";

export const metadata = { title: "Leaderboard" };

/** What the numbers of a leaderboard are counted by, for the addresses of reports that count alike. */
function countingOf({
  inputs: { split, verdicts, evaluator, rule, year, truth, gold },
}: AccuracyReport) {
  return { split, verdicts, evaluator: evaluator?.id ?? null, rule, year, truth, gold };
}

/** The address of the accuracy report of the listed runs, on questions that make them comparable. */
function accuracyOn(report: AccuracyReport) {
  return (questions: QuestionChoice) => {
    const request = accuracyRequest.parse({
      runs: report.rows.map(({ runId }) => runId),
      ...countingOf(report),
      questions,
    });
    return REPORTS.accuracy.href(request);
  };
}

/** The address of the comparison of two listed runs. */
function comparisonOf(report: AccuracyReport, measure: AccuracyMeasure) {
  return (first: number, second: number) => {
    const request = comparisonRequest.parse({ first, second, ...countingOf(report) });
    return REPORTS.comparison.href(request, { measure });
  };
}

export default async function LeaderboardPage({ searchParams }: PageProps<"/leaderboard">) {
  const actor = await requireActor("reports.read");
  const view = accuracyView.schema.catch(accuracyView.parse({})).parse(await searchParams);
  const [{ report, footnote }, isPublic] = await Promise.all([
    getLeaderboard(actor),
    isLeaderboardPublic(),
  ]);
  const manages = may(actor, "leaderboard.manage");
  const settings = manages && (
    <LinkButton href="/leaderboard/settings" variant="default">
      Leaderboard settings
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Leaderboard"
        beside={
          <Badge color={isPublic ? "green" : "gray"} variant="light">
            {isPublic ? "public" : "not public"}
          </Badge>
        }
        description="Selected runs, with current verdicts."
        actions={
          report !== null && (
            <>
              {isPublic && (
                <LinkButton href="/public/leaderboard" variant="default">
                  View public page
                </LinkButton>
              )}
              {settings}
            </>
          )
        }
      />
      {report === null ? (
        <EmptyState icon={<IconTrophy size={24} />} title="No runs listed" actions={settings}>
          {manages
            ? "Choose runs and visibility."
            : "Runs appear here when a maintainer selects them."}
        </EmptyState>
      ) : (
        <LeaderboardTable
          report={report}
          footnote={footnote}
          view={view}
          address="/leaderboard"
          runHref={(row) => `/runs/${row.runId}`}
          releaseHref={(name) => `/releases/${name}`}
          questionsHref={accuracyOn(report)}
          compareHref={comparisonOf(report, view.measure)}
          fileAddress={REPORTS.leaderboard.fileHref({}, { measure: view.measure })}
          howHref="/reports/how"
          followUpOf={may(actor, "campaigns.manage") ? null : undefined}
        />
      )}
    </>
  );
}
