import { Text } from "@mantine/core";
import { IconAward } from "@tabler/icons-react";
import { GoldFilter } from "@/components/rating/campaigns/gold-filter";
import { GoldAnswers, GoldList, GoldVerdict } from "@/components/rating/campaigns/gold-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { countOf } from "@/lib/platform/format";
import { orNotFound } from "@/lib/people/access/or-not-found";
import type { Actor } from "@/lib/people/access/schema";
import { requireActor } from "@/lib/people/access/session";
import { getCampaignChoices } from "@/lib/rating/campaigns/queries";
import { listGold } from "@/lib/rating/campaigns/gold-queries";
import { goldPage, type GoldPageState } from "@/lib/rating/gold/address";
import { listGoldItems } from "@/lib/rating/gold/queries";
import { mayBeGold } from "@/lib/rating/gold/rules";
import { listProtocolChoices } from "@/lib/rating/protocols/queries";
import { readMarkdown } from "@/lib/rating/judging/markdown";

export const metadata = { title: "Gold responses" };

export default async function GoldPage({ searchParams }: PageProps<"/campaigns/gold">) {
  const actor = await requireActor("campaigns.manage");
  const state = goldPage.read(await searchParams);
  const [{ runs }, choices] = await Promise.all([
    getCampaignChoices(actor),
    listProtocolChoices(actor),
  ]);
  const { stillToRate, list } =
    state.protocol === null
      ? await verdicts(actor, state)
      : await answers(actor, { ...state, protocol: state.protocol });
  return (
    <>
      <PageHeader
        title="Gold responses"
        description="Items with known verdicts or answers, mixed into campaigns for quality control. Only maintainers see the results."
      />
      <GoldFilter
        key={`${state.protocol}/${state.run}/${state.search}`}
        runs={runs}
        protocols={choices.filter(mayBeGold)}
        state={state}
      />
      {stillToRate > 0 && (
        <Text c="dimmed" fz="sm" mb="sm">
          You have yet to rate {countOf(stillToRate, "response")} here. They are not listed, so that
          you rate them without knowing what is gold.
        </Text>
      )}
      {list}
    </>
  );
}

async function verdicts(actor: Actor, state: GoldPageState) {
  const gold = await listGold(actor, state);
  return {
    stillToRate: gold.stillToRate,
    list: (
      <GoldList
        items={gold}
        read={readMarkdown}
        settled={({ gold }) => <GoldVerdict gold={gold} />}
        titles={{ text: "Response", settled: "Gold verdict" }}
        state={state}
        empty={<NoGold state={state} />}
      />
    ),
  };
}

async function answers(actor: Actor, state: GoldPageState & { protocol: number }) {
  const gold = await orNotFound(listGoldItems(actor, state));
  const { definition } = gold.protocol;
  return {
    stillToRate: gold.stillToRate,
    list: (
      <GoldList
        items={gold}
        read={readMarkdown}
        settled={({ gold }) => <GoldAnswers gold={gold} definition={definition} />}
        titles={{
          text: definition.unit === "reference" ? "Reference" : "Response",
          settled: "Gold answers",
        }}
        state={state}
        empty={<NoGold state={state} />}
      />
    ),
  };
}

function NoGold({ state: { run, search } }: { state: GoldPageState }) {
  return (
    <EmptyState
      icon={<IconAward size={24} />}
      title={run === null && search === "" ? "No gold responses yet" : "No matching responses"}
    >
      {run === null ? "Select a run to mark responses as gold." : "Try different words."}
    </EmptyState>
  );
}
