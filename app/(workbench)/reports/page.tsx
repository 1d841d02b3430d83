import { Paper, SimpleGrid, Text, Title } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";

export const metadata = { title: "Reports" };

const REPORTS = [
  {
    href: "/reports/accuracy",
    title: "Accuracy",
    words:
      "The FreshQA paper's table for any runs, by category, hops and knowledge age, in Relaxed and Strict, with the hallucination gap.",
  },
  {
    href: "/reports/compare",
    title: "Compare runs",
    words:
      "Two runs on the same questions: paired difference with 95% CI, McNemar's test, odds ratio, and every question with different verdicts.",
  },
  {
    href: "/leaderboard",
    title: "Leaderboard",
    words: "Selected runs with configuration and release. Can be made public.",
  },
  {
    href: "/reports/accuracy/over-time",
    title: "Accuracy over time",
    words: "One model's accuracy by release.",
  },
  {
    href: "/reports/agreement",
    title: "Agreement",
    words:
      "Agreement among raters, with automatic evaluators and with adjudication: the paper's table, every coefficient, rater drift, and each disagreement.",
  },
  {
    href: "/reports/agreement/file",
    title: "Agreement from a file",
    words:
      "Upload ratings from any tool: percent agreement, Cohen, Fleiss, Krippendorff and Gwet with 95% CIs. The file is not stored.",
  },
  {
    href: "/reports/how",
    title: "How numbers are computed",
    words:
      "What reports count, what they leave out, and the method behind each number, with one worked example.",
  },
];

export default async function ReportsPage() {
  await requireActor("reports.read");
  return (
    <>
      <PageHeader
        title="Reports"
        description="Publication-ready tables with confidence intervals, sample sizes and methods."
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {REPORTS.map((report) => (
          <Paper key={report.href} withBorder p="md" component="article">
            <Title order={2} size="h3">
              <LinkAnchor href={report.href} inherit>
                {report.title}
              </LinkAnchor>
            </Title>
            <Text fz="sm" c="dimmed" mt={4}>
              {report.words}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </>
  );
}
