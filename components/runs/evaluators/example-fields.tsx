"use client";

import { Accordion, Button, Group, SimpleGrid, Stack, Switch, Text, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { JUDGING_MODES } from "@/lib/runs/evaluators/vocabulary";
import type { EvaluatorFormValues } from "./form-values";
import { MODE_WORDS } from "./labels";

interface ExampleFieldsProps {
  form: UseFormReturnType<EvaluatorFormValues>;
  /** The keys of the examples that are unfolded. */
  open: string[];
  onOpen: (keys: string[]) => void;
}

/** The examples of an evaluator, folded; each with both verdicts. */
export function ExampleFields({ form, open, onOpen }: ExampleFieldsProps) {
  const { examples } = form.values;
  const add = () => {
    const key = Math.max(-1, ...examples.map((example) => example.key)) + 1;
    const empty = { correct: true, comment: "" };
    form.insertListItem("examples", {
      key,
      question: "",
      answers: "",
      response: "",
      relaxed: empty,
      strict: empty,
    });
    onOpen([...open, String(key)]);
  };
  return (
    <>
      {typeof form.errors.examples === "string" && (
        <Text c="var(--mantine-color-error)" fz="sm" mb="xs">
          {form.errors.examples}
        </Text>
      )}
      <Accordion multiple variant="contained" value={open} onChange={onOpen} order={3}>
        {examples.map((example, at) => (
          <Accordion.Item key={example.key} value={String(example.key)}>
            <Accordion.Control>
              <Text fz="sm" lineClamp={1}>
                {at + 1}. {example.question.trim() === "" ? "New example" : example.question}
              </Text>
              <Text fz="xs" c="dimmed">
                {JUDGING_MODES.map(
                  (mode) =>
                    `${MODE_WORDS[mode]}: ${example[mode].correct ? "credit" : "no credit"}`,
                ).join(" · ")}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              {open.includes(String(example.key)) && (
                <Stack gap="sm">
                  <Textarea
                    label="Question"
                    required
                    autosize
                    maxRows={6}
                    {...form.getInputProps(`examples.${at}.question`)}
                  />
                  <Textarea
                    label="Correct answers"
                    description="One per line"
                    required
                    autosize
                    maxRows={10}
                    {...form.getInputProps(`examples.${at}.answers`)}
                  />
                  <Textarea
                    label="Response"
                    required
                    autosize
                    minRows={2}
                    maxRows={12}
                    {...form.getInputProps(`examples.${at}.response`)}
                  />
                  <SimpleGrid cols={{ base: 1, sm: 2 }}>
                    {JUDGING_MODES.map((mode) => (
                      <Stack key={mode} gap="xs">
                        <Switch
                          label={`Credit in ${MODE_WORDS[mode]}`}
                          {...form.getInputProps(`examples.${at}.${mode}.correct`, {
                            type: "checkbox",
                          })}
                        />
                        <Textarea
                          label={`Comment, ${MODE_WORDS[mode]}`}
                          description="Placed before the verdict in the prompt"
                          required
                          autosize
                          minRows={2}
                          maxRows={12}
                          {...form.getInputProps(`examples.${at}.${mode}.comment`)}
                        />
                      </Stack>
                    ))}
                  </SimpleGrid>
                  <Group>
                    <Button
                      variant="default"
                      size="xs"
                      onClick={() => form.removeListItem("examples", at)}
                    >
                      Remove example {at + 1}
                    </Button>
                  </Group>
                </Stack>
              )}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Group mt="sm">
        <Button variant="default" onClick={add}>
          Add example
        </Button>
      </Group>
    </>
  );
}
