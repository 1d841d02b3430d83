"use client";

import {
  Alert,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { factIf, factOf, type FieldFact } from "@/components/ui/facts-of-fields";
import { checkWith } from "@/components/ui/form-check";
import { numberOf } from "@/components/ui/form-values";
import { MoreOptions } from "@/components/ui/more-options";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";
import { createConnection, editConnection } from "@/lib/runs/connections/actions";
import type { ConnectionView } from "@/lib/runs/connections/queries";
import { BRAVE_STORING, readQuery, writeQuery } from "@/lib/runs/connections/rules";
import { connectionSchema } from "@/lib/runs/connections/schema";
import {
  BASE_URLS,
  MODEL_APIS,
  SEARCH_SERVICES,
  SERVICE_NAMES,
  kindOf,
  type Service,
} from "@/lib/runs/connections/vocabulary";
import { KEY_CHECKS, KeyFields, keyInputOf, NO_KEY } from "./key-fields";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";

const named = (services: readonly Service[]) =>
  services.map((value) => ({ value, label: SERVICE_NAMES[value] }));
const SERVICES = [
  { group: "Models", items: named(MODEL_APIS) },
  { group: "Search", items: named(SEARCH_SERVICES) },
];
const fields = connectionSchema.shape;

/** What a new connection has where nobody says otherwise. */
const USUAL = { keyHeader: "authorization", concurrency: 4, timeoutSeconds: 120 } as const;
/** What can be set beyond address and key, by what the service takes. */
const ABOUT = {
  openai: "Key header, URL parameters, request limits, timeout",
  search: "URL parameters, request limits, timeout",
  model: "Request limits, timeout",
};
interface FoldedValues {
  keyHeader: ConnectionView["keyHeader"];
  query: string;
  concurrency: number | string;
  requestsPerMinute: number | string;
  timeoutSeconds: number | string;
}

function factsOf(values: FoldedValues, options: keyof typeof ABOUT): FieldFact[] {
  const parameters = values.query.split("\n").filter((line) => line.trim() !== "").length;
  return [
    options === "openai" ? factOf("Key header", values.keyHeader, USUAL.keyHeader) : null,
    factIf(options !== "model" && parameters > 0, countOf(parameters, "URL parameter")),
    factOf("Requests at once", values.concurrency, USUAL.concurrency),
    factOf("Requests per minute", values.requestsPerMinute, ""),
    factOf("Timeout", values.timeoutSeconds, USUAL.timeoutSeconds, `${values.timeoutSeconds} s`),
  ];
}

interface ConnectionFormProps {
  connection: ConnectionView | null;
  canKeepKeys: boolean;
}

/** A new connection with its key, or the edit of one without. */
export function ConnectionForm({ connection, canKeepKeys }: ConnectionFormProps) {
  const router = useRouter();
  const first: Service = connection?.service ?? "openai-chat";
  const form = useForm({
    initialValues: {
      service: first,
      name: connection?.name ?? "",
      baseUrl: connection?.baseUrl ?? BASE_URLS["openai-chat"],
      keyHeader: connection?.keyHeader ?? USUAL.keyHeader,
      query: writeQuery(connection?.query ?? {}),
      concurrency: (connection?.concurrency ?? USUAL.concurrency) as number | string,
      requestsPerMinute: (connection?.requestsPerMinute ?? "") as number | string,
      timeoutSeconds: (connection?.timeoutSeconds ?? USUAL.timeoutSeconds) as number | string,
      ...NO_KEY,
    },
    validateInputOnBlur: ["name", "baseUrl", "concurrency", "requestsPerMinute", "timeoutSeconds"],
    validate: {
      name: checkWith(fields.name),
      baseUrl: checkWith(fields.baseUrl),
      query: (value) => checkWith(fields.query)(readQuery(value)),
      concurrency: (value) => checkWith(fields.concurrency)(numberOf(value)),
      requestsPerMinute: (value) => checkWith(fields.requestsPerMinute)(numberOf(value)),
      timeoutSeconds: (value) => checkWith(fields.timeoutSeconds)(numberOf(value)),
      ...(connection === null && KEY_CHECKS),
    },
  });
  const kept = useKeptForm(form, "connection", connection?.connectionId ?? null, ["key"]);
  const title = "Connection not saved";
  const create = useCommand(createConnection, {
    title,
    form,
    kept,
    done: "Connection added",
    onDone: ({ connectionId }) => router.push(`/connections/${connectionId}`),
  });
  const edit = useCommand(editConnection, {
    title,
    form,
    kept,
    done: ({ keyRemoved }) =>
      keyRemoved
        ? {
            title: "Connection saved",
            message: "The host changed, so the key was removed. Enter the key of the new host.",
            color: "orange",
          }
        : "Connection saved",
    refresh: true,
  });
  const save = ({ source, variable, key, service, ...values }: typeof form.values) => {
    const wanted = {
      ...values,
      query: readQuery(values.query) ?? {},
      concurrency: Number(values.concurrency),
      requestsPerMinute: numberOf(values.requestsPerMinute),
      timeoutSeconds: Number(values.timeoutSeconds),
    };
    if (connection === null)
      void create.run({ ...wanted, service, key: keyInputOf({ source, variable, key }) });
    else
      void edit.run({
        ...wanted,
        connectionId: connection.connectionId,
        version: connection.version,
      });
  };
  const { service } = form.values;
  const options =
    service === "openai-chat" ? "openai" : kindOf(service) === "search" ? "search" : "model";
  const choose = (next: string | null) => {
    if (next === null) return;
    const before = BASE_URLS[service];
    form.setFieldValue("service", next as Service);
    // What was typed stays; what was proposed changes with the service.
    if (form.values.baseUrl === before) form.setFieldValue("baseUrl", BASE_URLS[next as Service]);
  };
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <DraftRestored of={kept} />
      <RefusalAlert of={[create, edit]} shownFields={[...Object.keys(form.values), "key.key"]} />
      <Stack gap="sm" maw={640}>
        {connection === null && (
          <Select
            label="Service"
            data={SERVICES}
            allowDeselect={false}
            {...form.getInputProps("service")}
            onChange={choose}
          />
        )}
        {service === "brave" && (
          <Alert color="blue" title="Storing results">
            {BRAVE_STORING}
          </Alert>
        )}
        <TextInput
          label="Name"
          description="Shown in lists and forms"
          required
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <TextInput
          label="URL"
          description={
            kindOf(service) === "model"
              ? "Up to the version, for example http://localhost:11434/v1"
              : service === "searxng"
                ? "Your instance; its settings.yml must list json under search.formats"
                : "Change it only for a proxy"
          }
          required
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("baseUrl")}
        />
        {connection === null && <KeyFields form={form} canKeepKeys={canKeepKeys} />}
        <MoreOptions name="connection" about={ABOUT[options]} facts={factsOf(form.values, options)}>
          {options === "openai" && (
            <Select
              label="Key header"
              data={[
                { value: "authorization", label: "Authorization: Bearer …" },
                { value: "api-key", label: "api-key: … (Azure)" },
              ]}
              allowDeselect={false}
              {...form.getInputProps("keyHeader")}
            />
          )}
          {options !== "model" && (
            <Textarea
              label="URL parameters"
              description="One per line, for example api-version=2026-10-21; no keys"
              autosize
              minRows={1}
              maxRows={6}
              spellCheck={false}
              {...form.getInputProps("query")}
            />
          )}
          <Group grow preventGrowOverflow={false} align="flex-start">
            <NumberInput
              label="Requests at once"
              min={1}
              max={100}
              allowDecimal={false}
              miw={160}
              {...form.getInputProps("concurrency")}
            />
            <NumberInput
              label="Requests per minute"
              description="Empty: no limit"
              inputWrapperOrder={["label", "input", "description", "error"]}
              min={1}
              allowDecimal={false}
              miw={160}
              {...form.getInputProps("requestsPerMinute")}
            />
            <NumberInput
              label="Timeout (seconds)"
              min={1}
              max={3600}
              allowDecimal={false}
              miw={160}
              {...form.getInputProps("timeoutSeconds")}
            />
          </Group>
        </MoreOptions>
        <ProblemList />
        <Group>
          <Button type="submit" loading={create.pending || edit.pending}>
            {connection === null ? "Add connection" : "Save connection"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
