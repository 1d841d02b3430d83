"use client";

import { Group, NativeSelect } from "@mantine/core";
import type { ReportChoices } from "@/lib/reporting/accuracy/schema";
import type { AgreementRequest } from "@/lib/reporting/agreement/schema";
import { campaignOptions } from "@/components/reporting/shared/campaign-options";
import { ReportForm } from "@/components/reporting/shared/report-form";
import { SeveralField } from "@/components/reporting/shared/several-field";
import { useChosen } from "@/components/reporting/shared/chosen-options";
import { CountingFields } from "@/components/reporting/shared/counting-fields";
import { QuestionScopeFields } from "@/components/reporting/shared/question-scope-fields";
import { RunsField } from "@/components/reporting/shared/runs-field";

interface AgreementFormProps {
  /** Null: nothing is chosen yet. */
  request: AgreementRequest | null;
  choices: ReportChoices;
}

/** Chooses what a report of agreement is of. Its fields become the address. */
export function AgreementForm({ request, choices }: AgreementFormProps) {
  const chosen = useChosen();
  const campaigns = request?.campaign ?? [];
  const run = request?.run ?? [];
  return (
    <ReportForm path="/reports/agreement" shown={request} submit="Show agreement">
      <SeveralField
        name="campaign"
        label="Campaigns"
        placeholder="Choose campaigns"
        data={campaignOptions(choices.campaigns, campaigns)}
        chosen={campaigns}
        nothingFoundMessage="No matching campaigns"
      />
      <Group gap="sm" align="flex-end">
        <RunsField chosen={run} runs={choices.runs} />
        <QuestionScopeFields
          split={request?.split ?? "all"}
          category={request?.category ?? []}
          hops={request?.hops ?? null}
        />
        <NativeSelect
          name="period"
          label="Time interval"
          defaultValue={chosen("period", request?.period ?? "week")}
          data={[
            { value: "week", label: "Week" },
            { value: "month", label: "Month" },
          ]}
        />
        <NativeSelect
          name="rule"
          label="Human vs. automatic verdicts"
          defaultValue={chosen("rule", request?.rule ?? "majority")}
          data={[
            { value: "majority", label: "Adjudicated, else majority" },
            { value: "excluded", label: "Adjudicated, else unanimous" },
          ]}
        />
        <CountingFields
          truth={request?.truth ?? "release"}
          gold={request?.gold ?? "count"}
          timeZone={choices.timeZone}
        />
      </Group>
    </ReportForm>
  );
}
