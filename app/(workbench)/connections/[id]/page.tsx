import { Alert, Badge, Paper, Stack, Text, Title } from "@mantine/core";
import { ArchiveConnection } from "@/components/runs/connections/archive-connection";
import { ConnectionForm } from "@/components/runs/connections/connection-form";
import { ConnectionTestPanel } from "@/components/runs/connections/connection-test";
import { KeyForm } from "@/components/runs/connections/key-form";
import { keyWords } from "@/components/runs/connections/key-words";
import { Prices } from "@/components/runs/connections/prices";
import { ServedModels } from "@/components/runs/connections/served-models";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { now } from "@/lib/platform/clock";
import { getConnection, type ConnectionView } from "@/lib/runs/connections/queries";
import { BRAVE_STORING, EVIDENCE_KIND_NAMES } from "@/lib/runs/connections/rules";
import { SERVICE_NAMES } from "@/lib/runs/connections/vocabulary";
import { listRunChoices } from "@/lib/runs/models/queries";

export const metadata = { title: "Connection" };

export default async function ConnectionPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor("connections.read");
  const connection = await orNotFound(getConnection(actor, idInAddress((await params).id)));
  const manage = may(actor, "connections.manage");
  const { models } = await listRunChoices(actor);
  return (
    <>
      <PageHeader
        title={connection.name}
        breadcrumbs={[{ label: "Connections", href: "/connections" }]}
        beside={connection.archived && <Badge variant="default">Archived</Badge>}
        description={`${SERVICE_NAMES[connection.service]} · ${connection.baseUrl}`}
        actions={
          manage && (
            <ArchiveConnection
              connectionId={connection.connectionId}
              archived={connection.archived}
            />
          )
        }
      />
      <Stack gap="xl">
        {connection.kinds && (
          <Text>
            Kinds of evidence:{" "}
            {connection.kinds.map((kind) => EVIDENCE_KIND_NAMES[kind]).join(", ")}. Answers that the
            service’s own models write are left out unless a method includes them.
          </Text>
        )}
        {connection.service === "brave" && (
          <Alert color="blue" title="Storing results" maw={760}>
            {BRAVE_STORING}
          </Alert>
        )}
        <section aria-labelledby="test">
          <Title order={2} id="test" mb="xs">
            Test
          </Title>
          <ConnectionTestPanel connection={connection} manage={manage} />
        </section>
        {connection.kind === "model" && (
          <ServedModels connection={connection} models={models} manage={manage} />
        )}
        <Prices connection={connection} today={now().toISOString().slice(0, 10)} manage={manage} />
        {manage && (
          <section aria-labelledby="key">
            <Title order={2} id="key" mb="xs">
              Key
            </Title>
            <KeyForm key={connection.version} connection={connection} />
          </section>
        )}
        <section aria-labelledby="details">
          <Title order={2} id="details" mb="xs">
            Details
          </Title>
          {manage ? (
            <ConnectionForm
              key={connection.version}
              connection={connection}
              canKeepKeys={connection.canKeepKeys}
            />
          ) : (
            <Paper withBorder p="md" maw={640}>
              <Text>{detailWords(connection)}</Text>
            </Paper>
          )}
        </section>
      </Stack>
    </>
  );
}

function detailWords(connection: ConnectionView): string {
  const { requestsPerMinute, concurrency, timeoutSeconds } = connection;
  return [
    `Key: ${keyWords(connection.key)}`,
    `${concurrency} requests at once`,
    requestsPerMinute === null ? "no rate limit" : `${requestsPerMinute} requests per minute`,
    `timeout ${timeoutSeconds} s`,
  ].join(" · ");
}
