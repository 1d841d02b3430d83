"use client";

import { MultiSelect, NativeSelect, NumberInput } from "@mantine/core";
import type { AccuracyScope, ReportChoices } from "@/lib/reporting/accuracy/schema";
import { CATEGORIES, HOPS } from "@/lib/dataset/questions/schema";
import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { CountingFields } from "./counting-fields";

/** Renders the form fields of a report's scope: campaign, evaluator, split and the like. */
export function ScopeFields({ scope, choices }: { scope: AccuracyScope; choices: ReportChoices }) {
  const ids = (items: { id: number; name: string }[]) =>
    items.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <NativeSelect
        name="campaign"
        label="Campaign"
        defaultValue={scope.campaign ?? "all"}
        data={[{ value: "all", label: "All campaigns" }, ...ids(choices.campaigns)]}
      />
      <NativeSelect
        name="evaluator"
        label="Verdicts by"
        defaultValue={scope.evaluator ?? "human"}
        data={[{ value: "human", label: "Human raters" }, ...ids(choices.evaluators)]}
      />
      <NativeSelect
        name="rule"
        label="If raters disagree"
        description="With two ratings per response, both give the same result"
        defaultValue={scope.rule}
        data={[
          { value: "majority", label: "Use adjudication, then majority vote" },
          { value: "excluded", label: "Use adjudication, otherwise exclude" },
        ]}
      />
      <CountingFields truth={scope.truth} gold={scope.gold} />
      <NativeSelect
        name="split"
        label="Split"
        defaultValue={scope.split}
        data={[
          { value: "all", label: "All questions" },
          { value: "TEST", label: "TEST" },
          { value: "DEV", label: "DEV" },
        ]}
      />
      <MultiSelect
        name="category"
        label="Category"
        defaultValue={scope.category}
        placeholder={scope.category.length === 0 ? "All categories" : ""}
        data={CATEGORIES.map((category) => ({ value: category, label: CATEGORY_WORDS[category] }))}
        clearable
        w={220}
      />
      <NativeSelect
        name="hops"
        label="Hops"
        defaultValue={scope.hops ?? ""}
        data={[{ value: "", label: "Any" }, ...HOPS.map((hops) => ({ value: hops, label: hops }))]}
      />
      <NumberInput
        name="year"
        label="“Old” means before"
        defaultValue={scope.year}
        min={1000}
        max={9999}
        allowDecimal={false}
        thousandSeparator=""
        w={110}
      />
    </>
  );
}
