"use client";

import {
  Button,
  Group,
  Modal,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { checkWith } from "@/components/ui/form-check";
import { numberOf } from "@/components/ui/form-values";
import { ListTable, type ListColumn } from "@/components/ui/list-table";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { formatDay, formatDollars } from "@/lib/platform/format";
import { addPrice } from "@/lib/runs/connections/actions";
import type { ConnectionView, PriceView } from "@/lib/runs/connections/queries";
import { priceSchema } from "@/lib/runs/connections/schema";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { ProblemList } from "@/components/ui/problem-list";

interface PricesProps {
  connection: ConnectionView;
  /** ISO day. */
  today: string;
  manage: boolean;
}

const dollars = (amount: number | null) => (amount === null ? "–" : formatDollars(amount));

/** What a connection charges, the latest first, with the form for the next price. */
export function Prices({ connection, today, manage }: PricesProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const search = connection.kind === "search";
  const columns: ListColumn<PriceView>[] = [
    ...(search
      ? []
      : [{ title: "Model", as: "text" as const, cell: ({ apiName }: PriceView) => apiName }]),
    { title: "From", as: "line", cell: ({ validFrom }) => formatDay(validFrom) },
    ...(search
      ? [
          {
            title: "Per 1,000 requests",
            as: "number" as const,
            cell: ({ requests }: PriceView) => dollars(requests),
          },
        ]
      : [
          { title: "Input", as: "number" as const, cell: ({ input }: PriceView) => dollars(input) },
          {
            title: "Cached input",
            as: "number" as const,
            cell: ({ cachedInput }: PriceView) => dollars(cachedInput),
          },
          {
            title: "Output",
            as: "number" as const,
            cell: ({ output }: PriceView) => dollars(output),
          },
        ]),
    { title: "Source", as: "text", small: true, cell: ({ source }) => source },
    { title: "Added by", small: true, cell: ({ addedBy }) => addedBy },
  ];
  return (
    <section aria-labelledby="prices">
      <Group justify="space-between" mb={4}>
        <Title order={2} id="prices">
          Prices
        </Title>
        {manage && (
          <Button variant="default" onClick={open}>
            Add price
          </Button>
        )}
      </Group>
      <Text c="dimmed" mb="xs">
        US dollars {search ? "per 1,000 requests" : "per million tokens"}. Each call has the price
        of its date; of several entries with the same date, the last one counts.
      </Text>
      {connection.prices.length === 0 ? (
        <Text>No prices yet. Costs are unknown.</Text>
      ) : (
        <ListTable
          label="Prices"
          minWidth={search ? 480 : 680}
          rows={connection.prices}
          rowKey={({ id }) => id}
          columns={columns}
        />
      )}
      <Modal
        opened={opened}
        onClose={close}
        title="Add price"
        size="lg"
        closeOnClickOutside={false}
      >
        <PriceForm connection={connection} today={today} onDone={close} />
      </Modal>
    </section>
  );
}

function PriceForm({
  connection: { connectionId, kind, models },
  today,
  onDone,
}: Omit<PricesProps, "manage"> & { onDone: () => void }) {
  const names = [...new Set(models.map(({ apiName }) => apiName))];
  const missing = (of: typeof kind, value: number | string) =>
    kind === of && value === "" ? "Enter a price." : null;
  const form = useForm({
    initialValues: {
      apiName: names[0] ?? "",
      validFrom: today,
      input: "" as number | string,
      cachedInput: "" as number | string,
      output: "" as number | string,
      requests: "" as number | string,
      source: "",
    },
    validate: {
      validFrom: checkWith(priceSchema.shape.validFrom),
      apiName: (value) => (kind === "model" && value === "" ? "Choose a model." : null),
      input: (value) =>
        missing("model", value) ?? checkWith(priceSchema.shape.input)(numberOf(value)),
      cachedInput: (value) => checkWith(priceSchema.shape.cachedInput)(numberOf(value)),
      output: (value) =>
        missing("model", value) ?? checkWith(priceSchema.shape.output)(numberOf(value)),
      requests: (value) =>
        missing("search", value) ?? checkWith(priceSchema.shape.requests)(numberOf(value)),
      source: checkWith(priceSchema.shape.source),
    },
  });
  const kept = useKeptForm(form, "price", connectionId);
  const add = useCommand(addPrice, {
    title: "Price not added",
    form,
    kept,
    done: "Price added",
    onDone,
    refresh: true,
  });
  const amount = (field: "input" | "cachedInput" | "output" | "requests", label: string) => (
    <NumberInput
      label={label}
      required={field !== "cachedInput"}
      min={0}
      decimalScale={6}
      prefix="$"
      hideControls
      miw={140}
      {...form.getInputProps(field)}
    />
  );
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        const numbers = {
          input: numberOf(values.input),
          cachedInput: numberOf(values.cachedInput),
          output: numberOf(values.output),
          requests: numberOf(values.requests),
        };
        void add.run({ ...values, ...numbers, connectionId });
      })}
      noValidate
    >
      <Stack gap="sm">
        <DraftRestored of={kept} />
        <RefusalAlert of={add} shownFields={Object.keys(form.values)} />
        {kind === "model" && (
          <Select
            label="Model"
            required
            data={names}
            allowDeselect={false}
            placeholder="Add a model first"
            {...form.getInputProps("apiName")}
          />
        )}
        <TextInput label="From" type="date" required {...form.getInputProps("validFrom")} />
        {kind === "search" ? (
          amount("requests", "Per 1,000 requests")
        ) : (
          <Group grow preventGrowOverflow={false} align="flex-start">
            {amount("input", "Input")}
            {amount("cachedInput", "Cached input")}
            {amount("output", "Output")}
          </Group>
        )}
        <TextInput
          label="Source"
          description="Page or document with the price"
          autoComplete="off"
          {...form.getInputProps("source")}
        />
        <ProblemList />
        <Group justify="flex-end">
          <Button type="submit" loading={add.pending}>
            Add price
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
