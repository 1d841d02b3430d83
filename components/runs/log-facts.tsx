import { Alert, Paper, Text, Title } from "@mantine/core";
import { LocalTime } from "@/components/ui/local-time";
import { showInvisible } from "@/lib/platform/invisible";
import { formatCount } from "@/lib/platform/format";
import type { FoundLog } from "@/lib/runs/logs/schema";
import { LOG_TOOLS } from "@/lib/runs/logs/vocabulary";
import { hasModel, modelsOf, namesOther } from "@/lib/runs/responses/log-choices";
import { Facts } from "./facts";

/** What the log of an evaluation tool says of its run as a whole, beside the run that it is imported into. */
export function LogFacts({
  log,
  model,
  children,
}: {
  log: FoundLog;
  /** Of the run. */
  model: string;
  children?: React.ReactNode;
}) {
  const models = modelsOf(log);
  const known: [string, React.ReactNode][] = [
    ["Tool", [LOG_TOOLS[log.tool], log.toolVersion].filter(Boolean).join(" ")],
    ["Model in the log", log.model],
    ["Run date", log.startedAt && <LocalTime key="date" iso={log.startedAt} />],
    ["Temperature", log.temperature === null ? "" : String(log.temperature)],
    ["Max tokens", log.maxTokens === null ? "" : formatCount(log.maxTokens)],
    ["Task", log.task],
    ["Dataset", log.dataset],
    ...Object.entries(log.parameters).map(([name, value]): [string, string] => [
      name === "judge" ? "Judge" : name,
      value,
    ]),
  ];
  const facts = known
    .filter(([, value]) => value !== "" && value !== null)
    .map(
      ([term, value]) => [term, typeof value === "string" ? showInvisible(value) : value] as const,
    );
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="log">
      <Title order={2} id="log" mb="xs">
        Found in the log
      </Title>
      {namesOther(log, model) && (
        <Alert color="orange" mb="sm" title="Another model?">
          <Text fz="sm">
            {models.length > 1
              ? `The log has ${formatCount(models.length)} models, ${hasModel(log, model) ? `also ${model}, which the run is of` : `and none is named ${model}`}. Selected: ${showInvisible(log.model)}.`
              : `The log names the model ${showInvisible(log.model)}; the run is of ${model}.`}
          </Text>
        </Alert>
      )}
      {log.trouble !== "" && (
        <Alert
          color="orange"
          mb="sm"
          title={`The run did not finish (${showInvisible(log.trouble)})`}
        >
          <Text fz="sm">Samples that are not in the log count as missing responses.</Text>
        </Alert>
      )}
      <Facts facts={facts} />
      {children}
    </Paper>
  );
}
