"use client";

import {
  Checkbox,
  Fieldset,
  Group,
  NumberInput,
  Select,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { MoreOptions } from "@/components/ui/more-options";
import { EVIDENCE_ORDERS } from "@/lib/runs/generation/evidence";
import { KIND_WORDS, ORDER_WORDS } from "@/lib/runs/generation/rules";
import { METHOD_KINDS, TIME_ZONES } from "@/lib/runs/generation/schema";
import { COUNTED, factsOf, optionsOf, type MethodDraft } from "./method-draft";

export interface MethodFormValues extends MethodDraft {
  name: string;
  note: string;
  demonstrationSetId: string | null;
}

/** A set of demonstrations that a method may choose. */
export interface SetChoice {
  setId: number;
  name: string;
  version: number;
  demonstrations: number;
}

/** A model whose embeddings a method may compare. */
export interface EmbeddingChoice {
  servedModelId: number;
  label: string;
  connectionName: string;
}

interface MethodFieldsProps {
  form: UseFormReturnType<MethodFormValues>;
  sets: readonly SetChoice[];
  embeddings: readonly EmbeddingChoice[];
}

/** The settings of a definition; those of other kinds are hidden. */
export function MethodFields({ form, sets, embeddings }: MethodFieldsProps) {
  const { kind } = form.values;
  const has = optionsOf(form.values);
  const shows = kind !== "plain" && kind !== "search-only" && kind !== "webglm";
  const about = [
    has.evidence && "Kinds of evidence",
    has.pages && "time for a page",
    has.followUps && "follow-up questions",
    has.search && "language and country of searches",
    has.asks && "time zone, temperature, max tokens, seed",
  ]
    .filter((one) => one !== false)
    .join(", ");
  return (
    <>
      <Select
        label="Kind"
        data={METHOD_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        allowDeselect={false}
        {...form.getInputProps("kind")}
      />
      {shows && <Demonstrations form={form} sets={sets} />}
      {kind === "self-ask" && (
        <Checkbox
          label="Answer follow-up questions by search"
          description="Otherwise the model answers them itself, in one reply"
          {...form.getInputProps("searches", { type: "checkbox" })}
        />
      )}
      {has.evidence && <EvidenceFields form={form} />}
      {has.pages && <PageFields form={form} embeddings={embeddings} />}
      {has.asks && <PromptFields form={form} />}
      <MoreOptions
        name="method"
        about={about.charAt(0).toUpperCase() + about.slice(1)}
        facts={factsOf(form.values)}
      >
        {has.evidence && <EvidenceKindFields form={form} />}
        {has.search && <SearchFields form={form} />}
        {has.asks && <ParameterFields form={form} />}
      </MoreOptions>
    </>
  );
}

type Part = Pick<MethodFieldsProps, "form">;

function Demonstrations({ form, sets }: Pick<MethodFieldsProps, "form" | "sets">) {
  const { kind } = form.values;
  return (
    <Fieldset legend="Demonstrations">
      <Stack gap="sm">
        <Group grow preventGrowOverflow={false} align="flex-start">
          <Select
            label="Demonstration set"
            data={sets.map((set) => ({
              value: String(set.setId),
              label: `${set.name}, version ${set.version} (${set.demonstrations})`,
            }))}
            placeholder={sets.length === 0 ? "No sets yet" : "Choose a set"}
            allowDeselect={false}
            miw={240}
            {...form.getInputProps("demonstrationSetId")}
          />
          <NumberInput
            label="Number of demonstrations"
            description="Taken from the start of the set"
            inputWrapperOrder={["label", "input", "description", "error"]}
            min={0}
            allowDecimal={false}
            miw={180}
            {...form.getInputProps("demonstrations")}
          />
        </Group>
        {(kind === "few-shot" || kind === "freshprompt") && (
          <Select
            label="Answers of demonstrations"
            data={[
              { value: "short", label: "Short" },
              { value: "long", label: "Long" },
            ]}
            allowDeselect={false}
            {...form.getInputProps("answers")}
          />
        )}
        {kind === "chain-of-thought" && (
          <Select
            label="Response"
            description="Text that is stored and judged"
            data={[
              { value: "reply", label: "Whole reply" },
              { value: "answer", label: "What follows “So the answer is”" },
            ]}
            allowDeselect={false}
            {...form.getInputProps("response")}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

function EvidenceFields({ form }: Part) {
  return (
    <Fieldset legend="Evidence">
      <Stack gap="sm">
        <Group grow preventGrowOverflow={false} align="flex-start">
          <NumberInput
            label="Evidence kept"
            min={0}
            allowDecimal={false}
            miw={110}
            {...form.getInputProps("keep")}
          />
          <Select
            label="Order"
            data={EVIDENCE_ORDERS.map((value) => ({ value, label: ORDER_WORDS[value] }))}
            allowDeselect={false}
            miw={220}
            {...form.getInputProps("order")}
          />
        </Group>
        <Checkbox
          label="Premise check"
          description="On the last question only; demonstrations are unchanged"
          {...form.getInputProps("premiseCheck", { type: "checkbox" })}
        />
      </Stack>
    </Fieldset>
  );
}

function EvidenceKindFields({ form }: Part) {
  return (
    <Fieldset legend="Kinds of evidence">
      <Stack gap="sm">
        <Group grow preventGrowOverflow={false} align="flex-start">
          {(["organic", "related", "qa"] as const).map((one) => (
            <NumberInput
              key={one}
              label={COUNTED[one]}
              min={0}
              allowDecimal={false}
              miw={110}
              {...form.getInputProps(one)}
            />
          ))}
        </Group>
        <Group gap="lg">
          <Checkbox
            label="Knowledge graph"
            {...form.getInputProps("graph", { type: "checkbox" })}
          />
          <Checkbox label="Answer box" {...form.getInputProps("box", { type: "checkbox" })} />
        </Group>
      </Stack>
    </Fieldset>
  );
}

function PageFields({ form, embeddings }: Pick<MethodFieldsProps, "form" | "embeddings">) {
  const count = (name: "pages" | "keep", label: string, description: string) => (
    <NumberInput
      label={label}
      description={description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      min={1}
      allowDecimal={false}
      miw={150}
      {...form.getInputProps(name)}
    />
  );
  return (
    <Fieldset legend="Pages and paragraphs">
      <Stack gap="sm">
        <Group grow preventGrowOverflow={false} align="flex-start">
          {count("pages", "Pages read", "Best results first")}
          {count("keep", "Paragraphs in the prompt", "Cited as [1], [2] …")}
        </Group>
        <Select
          label="Embedding model"
          description="Also compares the paragraphs that share most words with the question. None: words alone decide"
          data={embeddings.map(({ servedModelId, label, connectionName }) => ({
            value: String(servedModelId),
            label: `${label} · ${connectionName}`,
          }))}
          placeholder="None"
          clearable
          searchable
          nothingFoundMessage="No models. An administrator adds them to an OpenAI-compatible connection."
          {...form.getInputProps("embeddingModelId")}
        />
      </Stack>
    </Fieldset>
  );
}

function SearchFields({ form }: Part) {
  const has = optionsOf(form.values);
  return (
    <Fieldset legend="Search">
      <Stack gap="sm">
        <Group grow preventGrowOverflow={false} align="flex-start">
          {has.followUps && (
            <NumberInput
              label="Max follow-up questions"
              min={1}
              allowDecimal={false}
              miw={180}
              {...form.getInputProps("maxFollowUps")}
            />
          )}
          <TextInput label="Language" miw={100} {...form.getInputProps("language")} />
          <TextInput label="Country" miw={100} {...form.getInputProps("country")} />
          {has.pages && (
            <NumberInput
              label="Seconds for a page"
              description="Slower ones are left out"
              inputWrapperOrder={["label", "input", "description", "error"]}
              min={1}
              allowDecimal={false}
              miw={150}
              {...form.getInputProps("pageSeconds")}
            />
          )}
        </Group>
        {has.aiText && (
          <Checkbox
            label="AI text as evidence"
            description="Text written by the search engine's own model; reports mention it in the run's method"
            {...form.getInputProps("aiText", { type: "checkbox" })}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

function PromptFields({ form }: Part) {
  return (
    <Fieldset legend="Prompt">
      <Stack gap="sm">
        <Textarea
          label="Instruction"
          description="Part of the system message"
          autosize
          minRows={2}
          maxRows={10}
          {...form.getInputProps("instruction")}
        />
        <Checkbox
          label="Date in prompt"
          description="The date chosen for the job"
          {...form.getInputProps("dateInPrompt", { type: "checkbox" })}
        />
      </Stack>
    </Fieldset>
  );
}

function ParameterFields({ form }: Part) {
  return (
    <Fieldset legend="Parameters">
      <Stack gap="sm">
        <Select
          label="Time zone"
          description="Of the date in the prompt"
          data={Object.keys(TIME_ZONES)}
          allowDeselect={false}
          {...form.getInputProps("timeZone")}
        />
        <Group grow preventGrowOverflow={false} align="flex-start">
          <NumberInput
            label="Temperature"
            description="Empty: not sent"
            inputWrapperOrder={["label", "input", "description", "error"]}
            min={0}
            max={2}
            step={0.1}
            miw={120}
            {...form.getInputProps("temperature")}
          />
          <NumberInput
            label="Max tokens"
            min={1}
            allowDecimal={false}
            miw={120}
            {...form.getInputProps("maxTokens")}
          />
          <NumberInput
            label="Seed"
            description="Empty: not sent"
            inputWrapperOrder={["label", "input", "description", "error"]}
            min={0}
            allowDecimal={false}
            miw={120}
            {...form.getInputProps("seed")}
          />
        </Group>
      </Stack>
    </Fieldset>
  );
}
