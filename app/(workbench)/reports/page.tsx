import { Paper, SimpleGrid, Text, Title } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { REPORTS } from "@/lib/reporting/reports";

export const metadata = { title: "Reports" };

export default async function ReportsPage() {
  await requireActor("reports.read");
  return (
    <>
      <PageHeader
        title="Reports"
        description="Publication-ready tables with confidence intervals, sample sizes and methods."
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {Object.values(REPORTS).map((report) => (
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
