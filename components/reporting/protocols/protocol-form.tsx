"use client";

import { Group, Textarea } from "@mantine/core";
import { campaignOptions } from "@/components/reporting/shared/campaign-options";
import { ReportForm } from "@/components/reporting/shared/report-form";
import { SeveralField } from "@/components/reporting/shared/several-field";
import { useChosen } from "@/components/reporting/shared/chosen-options";
import { QuestionScopeFields } from "@/components/reporting/shared/question-scope-fields";
import { RunsField } from "@/components/reporting/shared/runs-field";
import type { ReportChoices } from "@/lib/reporting/accuracy/schema";
import type { ProtocolCampaign, ProtocolRequest } from "@/lib/reporting/protocols/schema";

interface ProtocolFormProps {
  /** Null: nothing is chosen yet. */
  request: ProtocolRequest | null;
  campaigns: readonly ProtocolCampaign[];
  runs: ReportChoices["runs"];
}

/** Chooses the campaigns of a report under a protocol, and which of their runs and questions it is of. Its fields become the address. */
export function ProtocolForm({ request, campaigns, runs }: ProtocolFormProps) {
  const options = useChosen();
  const chosen = request?.campaign ?? [];
  const protocols = [...new Set(campaigns.map(({ protocol }) => protocol))];
  return (
    <ReportForm path="/reports/protocols" shown={request} submit="Show numbers">
      <SeveralField
        name="campaign"
        label="Campaigns"
        description="Of one protocol; of versions that ask the same."
        placeholder="Choose campaigns"
        data={protocols.map((protocol) => ({
          group: protocol,
          items: campaignOptions(
            campaigns.filter((campaign) => campaign.protocol === protocol),
            chosen,
          ),
        }))}
        chosen={chosen}
        nothingFoundMessage="No matching campaigns"
      />
      <Group gap="sm" align="flex-end">
        <RunsField chosen={request?.run ?? []} runs={runs} />
        <QuestionScopeFields
          split={request?.split ?? "all"}
          category={request?.category ?? []}
          hops={request?.hops ?? null}
        />
      </Group>
      <Textarea
        name="published"
        label="Published means"
        description="Optional: a table of a paper, to stand beside these systems and be checked against the scales. Titles are questions, each line is a system, – is a gap; cells divided by tabs, | or commas. It is not stored."
        placeholder={"System, Fluency, Correctness\nWebGLM-10B, 2.829, 2.810"}
        defaultValue={options("published", request?.published ?? "")}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={3_000}
      />
    </ReportForm>
  );
}
