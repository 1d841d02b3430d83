import { Group, NumberInput, Select } from "@mantine/core";
import type { CitationFilter } from "@/lib/runs/references/schema";
import { CITATION_CHECK_TITLES, CITATION_CHECKS } from "@/lib/runs/references/vocabulary";
import { KEEP_WORDS } from "./labels";

interface CitationFilterFieldsProps {
  value: CitationFilter | null;
  onChange: (value: CitationFilter | null) => void;
  /** What is wrong with it. */
  error: string | undefined;
}

const FIRST_BELOW = 0.5;
const KEEPS = ["unsupported", "missing", "precision"] as const;

/** Takes only responses into a sample that the citation check says something of. */
export function CitationFilterFields({ value, onChange, error }: CitationFilterFieldsProps) {
  const choose = (keep: CitationFilter["keep"] | "", variant: CitationFilter["variant"]) => {
    if (keep === "") onChange(null);
    else if (keep !== "precision") onChange({ keep, variant });
    else onChange({ keep, variant, below: value?.keep === keep ? value.below : FIRST_BELOW });
  };
  return (
    <Group gap="md" align="flex-start">
      <Select
        label="Citation check"
        description="For responses with references: a hint by shared words. Raters aren’t told."
        data={[
          { value: "", label: "All responses" },
          ...KEEPS.map((keep) => ({ value: keep, label: KEEP_WORDS[keep] })),
        ]}
        value={value?.keep ?? ""}
        onChange={(keep) => choose(keep ?? "", value?.variant ?? "paper")}
        allowDeselect={false}
        inputWrapperOrder={["label", "input", "description", "error"]}
        w={320}
        maw="100%"
      />
      {value !== null && (
        <Select
          label="Variant"
          data={CITATION_CHECKS.map((variant) => ({
            value: variant,
            label: CITATION_CHECK_TITLES[variant],
          }))}
          value={value.variant}
          onChange={(variant) => variant !== null && choose(value.keep, variant)}
          allowDeselect={false}
          w={300}
          maw="100%"
        />
      )}
      {value?.keep === "precision" && (
        <NumberInput
          label="Below"
          value={value.below}
          onChange={(below) => onChange({ ...value, below: Number(below) })}
          min={0.01}
          max={1}
          step={0.05}
          decimalScale={2}
          allowNegative={false}
          w={110}
          error={error}
        />
      )}
    </Group>
  );
}
