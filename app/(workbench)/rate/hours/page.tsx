import { Title } from "@mantine/core";
import { HoursFile, HoursFilter, HoursTable } from "@/components/rating/hours/hours-view";
import { RateHistory } from "@/components/rating/hours/rates";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getRaterHours, listRates } from "@/lib/rating/hours/queries";
import { hoursPage } from "@/lib/rating/hours/address";

export const metadata = { title: "My hours" };

export default async function OwnHoursPage({ searchParams }: PageProps<"/rate/hours">) {
  const actor = await requireActor("ratings.judge");
  // Who manages campaigns too sees others' hours there, and their own here.
  const asked = { ...hoursPage.read(await searchParams), rater: actor.userId };
  const [report, rates] = await Promise.all([getRaterHours(actor, asked), listRates(actor)]);
  const own = rates.find(({ raterId }) => raterId === actor.userId);
  return (
    <>
      <PageHeader
        title="My hours"
        description="Your active time and items, and what they come to where a rate is set."
        actions={<HoursFile asked={asked} />}
      />
      <HoursFilter asked={asked} raters={[]} />
      <HoursTable report={{ ...report, everyone: false }} />
      <Title order={2} mt="xl" mb="xs">
        My rate
      </Title>
      <RateHistory rates={own?.rates ?? []} />
    </>
  );
}
