"use client";

import { Checkbox, Group, NumberInput, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { DIRECTIONS, TIES, type Unit } from "@/lib/rating/protocols/vocabulary";
import { factIf } from "@/components/ui/facts-of-fields";
import { MoreOptions } from "@/components/ui/more-options";
import { ConditionSelect, conditionWords } from "./condition-select";
import { DIRECTION_WORDS, KIND_WORDS, KINDS_OF_UNIT, TIES_WORDS } from "./labels";
import { LevelFields } from "./level-fields";
import { levelsOf, type QuestionDraft } from "./protocol-draft";
import type { ErrorOf } from "./question-card";

interface QuestionFieldsProps {
  question: QuestionDraft;
  at: number;
  /** Those before it, on which it may depend. */
  earlier: readonly QuestionDraft[];
  unit: Unit;
  onChange: (part: Partial<QuestionDraft>) => void;
  errorOf: ErrorOf;
}

/** The settings of a question; those of other kinds are hidden. */
export function QuestionFields({
  question,
  at,
  earlier,
  unit,
  onChange,
  errorOf,
}: QuestionFieldsProps) {
  const { kind } = question;
  const scaled = kind === "binary" || kind === "ordinal";
  const chosen = levelsOf(question).length > 0;
  const conditions = earlier.filter((one) => levelsOf(one).length > 0);
  const conditional = conditions.length > 0 || question.when !== null;
  const citing = kind === "ordinal" && (unit === "response" || question.aboutCitations);
  // A kind of another unit stays selected, with the reason against it, until someone chooses.
  const kinds = [...new Set([...KINDS_OF_UNIT[unit], kind])];
  const errorAt = (field: string) => errorOf(`questions.${at}.${field}`);
  const conditionError = errorAt("when") ?? errorAt("when.key");
  return (
    <Stack gap="sm">
      <Group grow preventGrowOverflow={false} align="flex-start" gap="sm">
        <TextInput
          label="Label"
          data-label={question.id}
          required
          value={question.label}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
          error={errorAt("label")}
          autoComplete="off"
          miw={180}
        />
        <Select
          label="Kind"
          data={kinds.map((value) => ({ value, label: KIND_WORDS[value] }))}
          value={kind}
          onChange={(value) => value && onChange({ kind: value })}
          allowDeselect={false}
          error={errorAt("kind")}
          miw={160}
        />
      </Group>
      <Textarea
        label="Help"
        description="Shown to raters under the label"
        value={question.help}
        onChange={(event) => onChange({ help: event.currentTarget.value })}
        error={errorAt("help")}
        autosize
        minRows={1}
        maxRows={8}
      />
      {chosen && <LevelFields question={question} at={at} onChange={onChange} errorOf={errorOf} />}
      {kind === "pairwise" && (
        <Select
          label="Answers"
          data={TIES.map((value) => ({ value, label: TIES_WORDS[value] }))}
          value={question.ties}
          onChange={(value) => value && onChange({ ties: value })}
          allowDeselect={false}
        />
      )}
      {kind === "text" && (
        <NumberInput
          label="Characters at most"
          value={question.max}
          onChange={(max) => onChange({ max })}
          error={errorAt("max")}
          min={1}
          allowDecimal={false}
          w={160}
        />
      )}
      <Group gap="lg">
        <Checkbox
          label="Required"
          checked={question.required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
        {(chosen || kind === "pairwise") && (
          <Checkbox
            label="“Cannot tell” allowed"
            checked={question.cannotTell}
            onChange={(event) => onChange({ cannotTell: event.currentTarget.checked })}
          />
        )}
        {kind === "ranking" && (
          <Checkbox
            label="Ties allowed"
            checked={question.ranksTied}
            onChange={(event) => onChange({ ranksTied: event.currentTarget.checked })}
          />
        )}
      </Group>
      <MoreOptions
        name={`question ${question.id}`}
        about={[
          scaled ? "Direction, key" : "Key",
          ...(conditional ? ["condition"] : []),
          ...(citing ? ["citations"] : []),
        ].join(", ")}
        facts={[
          factIf(scaled && question.direction !== "up", DIRECTION_WORDS[question.direction]),
          factIf(question.ownKey, `Key: ${question.key}`),
          factIf(kind === "ordinal" && question.aboutCitations, "About citations"),
          question.when && `Asked only if ${conditionWords(question.when, earlier)}`,
        ]}
      >
        <Group grow preventGrowOverflow={false} align="flex-start" gap="sm">
          {scaled && (
            <Select
              label="Direction"
              data={DIRECTIONS.map((value) => ({ value, label: DIRECTION_WORDS[value] }))}
              value={question.direction}
              onChange={(value) => value && onChange({ direction: value })}
              allowDeselect={false}
              miw={150}
            />
          )}
          <TextInput
            label="Key"
            description="Names the question in exports"
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={question.key}
            onChange={(event) => onChange({ key: event.currentTarget.value, ownKey: true })}
            error={errorAt("key")}
            autoComplete="off"
            spellCheck={false}
            miw={150}
          />
        </Group>
        {conditional && (
          <ConditionSelect
            label="Asked only if"
            placeholder="Always asked"
            clearable
            questions={conditions}
            value={question.when}
            onChange={(when) => onChange({ when })}
            error={conditionError}
          />
        )}
        {citing && (
          <Checkbox
            label="About citations: compare with the citation check"
            checked={question.aboutCitations}
            onChange={(event) => onChange({ aboutCitations: event.currentTarget.checked })}
            error={errorAt("aboutCitations")}
          />
        )}
      </MoreOptions>
    </Stack>
  );
}
