"use client";

import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { NamedEvaluator, VerdictSource } from "@/lib/reporting/verdicts/schema";
import { useChosen } from "./chosen-options";
import { evaluatorChoices, SOURCE_WORDS } from "./evaluator-choices";

interface VerdictFieldsProps {
  verdicts: VerdictSource;
  evaluator: number | null;
  /** By family, the newest version of each first. */
  evaluators: readonly NamedEvaluator[];
}

/** The fields of an address that say whose verdicts count. The evaluator is asked for where one is needed. */
export function VerdictFields({ verdicts, evaluator, evaluators }: VerdictFieldsProps) {
  const chosen = useChosen();
  const [source, setSource] = useState(chosen("verdicts", verdicts) as VerdictSource);
  const sources =
    evaluators.length === 0
      ? (["people"] as const)
      : (Object.keys(SOURCE_WORDS) as VerdictSource[]);
  return (
    <>
      <NativeSelect
        name="verdicts"
        label="Verdicts by"
        value={source}
        onChange={(event) => setSource(event.currentTarget.value as VerdictSource)}
        data={sources.map((value) => ({ value, label: SOURCE_WORDS[value] }))}
      />
      {source !== "people" && (
        <NativeSelect
          name="evaluator"
          label="Automatic evaluator"
          defaultValue={chosen("evaluator", String(evaluator ?? "")) || undefined}
          data={evaluatorChoices(evaluators)}
        />
      )}
    </>
  );
}
