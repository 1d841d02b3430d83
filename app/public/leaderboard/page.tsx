import { IconTrophy } from "@tabler/icons-react";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { LeaderboardTable } from "@/components/reporting/leaderboard/leaderboard-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { accuracyView } from "@/lib/reporting/accuracy/schema";
import { verdictSourceInWords } from "@/lib/reporting/verdicts/rules";
import { publicLeaderboard } from "@/lib/reporting/leaderboard/queries";

export const metadata = { title: "Leaderboard" };

export default async function PublicLeaderboardPage({
  searchParams,
}: PageProps<"/public/leaderboard">) {
  const view = accuracyView.schema.catch(accuracyView.parse({})).parse(await searchParams);
  const { report, footnote } = await orNotFound(publicLeaderboard());
  return (
    <>
      <PageHeader
        title="Leaderboard"
        description={`Model accuracy on FreshQA (% of responses with credit).${report === null ? "" : ` ${verdictSourceInWords(report.inputs)}`}`}
      />
      {report === null ? (
        <EmptyState icon={<IconTrophy size={24} />} title="No runs listed yet" />
      ) : (
        <LeaderboardTable
          report={report}
          footnote={footnote}
          view={view}
          address="/public/leaderboard"
          runHref={(row) => `/public/leaderboard/${row.runId}`}
          releaseHref={(name) => `/public/releases/${name}`}
          questionsHref={null}
          compareHref={null}
          fileAddress={`/public/leaderboard/pairs?measure=${view.measure}`}
          howHref="/public/leaderboard/how"
        />
      )}
    </>
  );
}
