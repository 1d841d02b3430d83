import { Paper, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { Suspense } from "react";
import { ReportPicture } from "@/components/reporting/overview/report-picture";
import { NothingRated } from "@/components/reporting/shared/nothing-rated";
import { LinkAnchor } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may, type Permission } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { requireActor } from "@/lib/people/access/session";
import {
  BEGIN_BY_THEMSELVES,
  getReportDefaults,
  getReportFigure,
  PICTURED,
  type Pictured,
  type ReportDefaults,
} from "@/lib/reporting/defaults/queries";
import { REPORT_PAGES } from "@/lib/reporting/reports";
import { newJobPage } from "@/lib/runs/jobs/address";

export const metadata = { title: "Reports" };

export default async function ReportsPage() {
  const actor = await requireActor("reports.read");
  const begin = await getReportDefaults(actor);
  return (
    <>
      <PageHeader
        title="Reports"
        description="Publication-ready tables with confidence intervals, sample sizes and methods."
      />
      {begin === null && (
        <NothingRated
          icon={<IconChartBar size={24} />}
          mayManage={may(actor, "campaigns.manage")}
        />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {Object.entries(REPORT_PAGES).map(([name, report]) => (
          <Paper key={report.path} withBorder p="md" component="article">
            <Title order={2} size="h3">
              <LinkAnchor href={report.path} inherit>
                {report.title}
              </LinkAnchor>
            </Title>
            <Text fz="sm" c="dimmed" mt={4}>
              {report.words}
            </Text>
            {isPictured(name) && (begin !== null || BEGIN_BY_THEMSELVES.includes(name)) && (
              <Suspense fallback={<Skeleton h={88} mt="sm" />}>
                <Picture actor={actor} report={name} begin={begin} />
              </Suspense>
            )}
          </Paper>
        ))}
      </SimpleGrid>
    </>
  );
}

function isPictured(name: string): name is Pictured {
  return (PICTURED as readonly string[]).includes(name);
}

interface PictureProps {
  actor: Actor;
  report: Pictured;
  begin: ReportDefaults | null;
}

async function Picture({ actor, report, begin }: PictureProps) {
  const figure = await getReportFigure(actor, report, begin);
  if (figure !== null) return <ReportPicture figure={figure} />;
  const { fact, way } = NOTHING_YET[report];
  return (
    <Text fz="sm" mt="sm">
      {fact}
      {way !== undefined && may(actor, way.needs) && (
        <>
          {" "}
          <LinkAnchor href={way.href} inherit underline="always">
            {way.label}
          </LinkAnchor>
        </>
      )}
    </Text>
  );
}

/** What stands in place of a picture, and how one comes to it. */
const NOTHING_YET: Record<
  Pictured,
  { fact: string; way?: { label: string; href: string; needs: Permission } }
> = {
  accuracy: { fact: "No verdict counts yet." },
  comparison: { fact: "Two rated runs of a release are needed." },
  leaderboard: {
    fact: "No runs are listed yet.",
    way: { label: "Choose runs", href: "/leaderboard/settings", needs: "leaderboard.manage" },
  },
  "accuracy-over-time": { fact: "No verdict counts yet." },
  agreement: { fact: "No response has two ratings yet." },
  protocols: {
    fact: "No campaign has rated by another protocol yet.",
    way: { label: "View protocols", href: "/protocols", needs: "reports.read" },
  },
  principles: {
    fact: "No runs have been compared by principles yet.",
    way: {
      label: "Compare runs",
      href: newJobPage.href({ kind: "compare" }),
      needs: "jobs.manage",
    },
  },
};
