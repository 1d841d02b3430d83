import { Title } from "@mantine/core";
import { HoursFile, HoursFilter, HoursTable } from "@/components/rating/hours/hours-view";
import { RatesTable } from "@/components/rating/hours/rates";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getRaterHours, listRates } from "@/lib/rating/hours/queries";
import { hoursPage } from "@/lib/rating/hours/address";

export const metadata = { title: "Hours of raters" };

export default async function HoursPage({ searchParams }: PageProps<"/campaigns/hours">) {
  const actor = await requireActor("campaigns.manage");
  const asked = hoursPage.read(await searchParams);
  const [report, rates] = await Promise.all([getRaterHours(actor, asked), listRates(actor)]);
  return (
    <>
      <PageHeader
        title="Hours of raters"
        description="Active time and items in all campaigns, and what they come to where a rate is set."
        actions={<HoursFile asked={asked} />}
      />
      <HoursFilter asked={asked} raters={rates} />
      <HoursTable report={report} />
      <Title order={2} mt="xl" mb="xs">
        Rates
      </Title>
      <RatesTable rates={rates} today={report.today} />
    </>
  );
}
