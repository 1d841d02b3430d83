"use client";

import { ActionIcon, Button, Fieldset, Group, Stack, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { ConditionSelect } from "./condition-select";
import { freeId, levelsOf, type ProtocolDraft, type RuleDraft } from "./protocol-draft";
import type { ErrorOf } from "./question-card";

interface RuleFieldsProps {
  draft: ProtocolDraft;
  onChange: (rules: RuleDraft[]) => void;
  errorOf: ErrorOf;
}

/** Rules between questions: of two answers, the first requires the second. */
export function RuleFields({ draft: { questions, rules }, onChange, errorOf }: RuleFieldsProps) {
  const chosen = questions.filter((one) => levelsOf(one).length > 0);
  if (chosen.length < 2 && rules.length === 0) return null;
  const change = (id: string, part: Partial<RuleDraft>) =>
    onChange(rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)));
  return (
    <Fieldset legend="Rules">
      <Stack gap="sm">
        <Text fz="sm" c="dimmed">
          An answer that requires another one sets it on the desk.
        </Text>
        {rules.map((rule, at) => (
          <Group key={rule.id} gap="xs" align="flex-end">
            <ConditionSelect
              label="If"
              placeholder="Choose an answer"
              questions={chosen}
              value={rule.if}
              onChange={(value) => change(rule.id, { if: value })}
              error={errorOf(`rules.${at}.if`)}
              style={{ flex: "1 1 200px" }}
            />
            <ConditionSelect
              label="then"
              placeholder="Choose an answer"
              questions={chosen.filter(({ id }) => id !== rule.if?.question)}
              value={rule.then}
              onChange={(value) => change(rule.id, { then: value })}
              error={errorOf(`rules.${at}.then`)}
              style={{ flex: "1 1 200px" }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove rule ${at + 1}`}
              onClick={() => onChange(rules.filter(({ id }) => id !== rule.id))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...rules, { id: freeId(rules), if: null, then: null }])}
          >
            Add rule
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
