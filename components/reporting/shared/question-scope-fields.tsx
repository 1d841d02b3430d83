"use client";

import { MultiSelect, NativeSelect } from "@mantine/core";
import type { ReportSplit } from "@/lib/reporting/accuracy/schema";
import { CATEGORIES, HOPS, type Category, type Hops } from "@/lib/dataset/questions/vocabulary";
import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { useChosen } from "./chosen-options";

interface QuestionScopeFieldsProps {
  split: ReportSplit;
  category: readonly Category[];
  hops: Hops | null;
}

/** The fields of a report's form that say of which questions it is. */
export function QuestionScopeFields({ split, category, hops }: QuestionScopeFieldsProps) {
  const chosen = useChosen();
  return (
    <>
      <NativeSelect
        name="split"
        label="Split"
        defaultValue={chosen("split", split)}
        data={[
          { value: "all", label: "All questions" },
          { value: "TEST", label: "TEST" },
          { value: "DEV", label: "DEV" },
        ]}
      />
      <MultiSelect
        name="category"
        label="Category"
        defaultValue={chosen.list("category", category)}
        placeholder={category.length === 0 ? "All categories" : ""}
        data={CATEGORIES.map((one) => ({ value: one, label: CATEGORY_WORDS[one] }))}
        clearable
        w={220}
      />
      <NativeSelect
        name="hops"
        label="Hops"
        defaultValue={chosen("hops", hops ?? "")}
        data={[{ value: "", label: "Any" }, ...HOPS.map((one) => ({ value: one, label: one }))]}
      />
    </>
  );
}
