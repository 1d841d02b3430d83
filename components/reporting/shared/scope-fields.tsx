"use client";

import { NativeSelect, NumberInput } from "@mantine/core";
import type { AccuracyScope, ReportChoices } from "@/lib/reporting/accuracy/schema";
import { campaignOptions } from "./campaign-options";
import { useChosen } from "./chosen-options";
import { CountingFields } from "./counting-fields";
import { QuestionScopeFields } from "./question-scope-fields";
import { VerdictFields } from "./verdict-fields";

/** Renders the form fields of a report's scope: campaign, evaluator, split and the like. */
export function ScopeFields({ scope, choices }: { scope: AccuracyScope; choices: ReportChoices }) {
  const chosen = useChosen();
  return (
    <>
      <NativeSelect
        name="campaign"
        label="Campaign"
        defaultValue={chosen("campaign", String(scope.campaign ?? "all"))}
        data={[
          { value: "all", label: "All campaigns" },
          ...campaignOptions(choices.campaigns, scope.campaign === null ? [] : [scope.campaign]),
        ]}
      />
      <VerdictFields
        verdicts={scope.verdicts}
        evaluator={scope.evaluator}
        evaluators={choices.evaluators}
      />
      <NativeSelect
        name="rule"
        label="If raters disagree"
        description="With two ratings per response, both give the same result"
        defaultValue={chosen("rule", scope.rule)}
        data={[
          { value: "majority", label: "Use adjudication, then majority vote" },
          { value: "excluded", label: "Use adjudication, otherwise exclude" },
        ]}
      />
      <CountingFields truth={scope.truth} gold={scope.gold} timeZone={choices.timeZone} />
      <QuestionScopeFields split={scope.split} category={scope.category} hops={scope.hops} />
      <NumberInput
        name="year"
        label="“Old” means before"
        defaultValue={Number(chosen("year", String(scope.year)))}
        min={1000}
        max={9999}
        allowDecimal={false}
        thousandSeparator=""
        w={110}
      />
    </>
  );
}
