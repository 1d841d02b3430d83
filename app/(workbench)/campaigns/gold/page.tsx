import { Text } from "@mantine/core";
import { IconAward } from "@tabler/icons-react";
import { GoldFilter } from "@/components/rating/campaigns/gold-filter";
import { GoldList } from "@/components/rating/campaigns/gold-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { countOf } from "@/lib/platform/format";
import { requireActor } from "@/lib/people/access/session";
import { GOLD_PER_PAGE, listGold } from "@/lib/rating/campaigns/queries";
import { goldPageSchema } from "@/lib/rating/campaigns/schema";

export const metadata = { title: "Gold responses" };

export default async function GoldPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireActor("campaigns.manage");
  const state = goldPageSchema.parse(await searchParams);
  const { runs, items, total, stillToRate } = await listGold(actor, state);
  return (
    <>
      <PageHeader
        title="Gold responses"
        breadcrumbs={[{ label: "Campaigns", href: "/campaigns" }]}
        description="Responses with known verdicts, mixed into campaigns for quality control. Only maintainers see the results."
      />
      <GoldFilter key={`${state.run}/${state.search}`} runs={runs} state={state} />
      {stillToRate > 0 && (
        <Text c="dimmed" fz="sm" mb="sm">
          You have yet to rate {countOf(stillToRate, "response")} here. They are not listed, so that
          you rate them without knowing of gold verdicts.
        </Text>
      )}
      {total === 0 ? (
        <EmptyState
          icon={<IconAward size={24} />}
          title={
            state.run === null && state.search === ""
              ? "No gold responses yet"
              : "No matching responses"
          }
        >
          {state.run === null ? "Select a run to mark responses as gold." : "Try different words."}
        </EmptyState>
      ) : (
        <GoldList items={items} state={state} pageSize={GOLD_PER_PAGE} total={total} />
      )}
    </>
  );
}
