import { Badge, Paper, Stack, Title } from "@mantine/core";
import { cache } from "react";
import { ArchiveButton } from "@/components/ui/archive-button";
import { archiveProtocol } from "@/lib/rating/protocols/actions";
import { ProtocolDetailsForm } from "@/components/rating/protocols/protocol-details-form";
import { ProtocolFacts } from "@/components/rating/protocols/protocol-facts";
import { ProtocolVersions } from "@/components/rating/protocols/protocol-versions";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { getProtocol } from "@/lib/rating/protocols/queries";
import { RELAXED_STRICT } from "@/lib/rating/protocols/vocabulary";
import { newProtocolPage } from "@/lib/rating/protocols/address";

interface ProtocolPageProps {
  params: Promise<{ id: string }>;
}

const findProtocol = cache(async (id: string) => {
  const actor = await requireActor("reports.read");
  return orNotFound(getProtocol(actor, idInAddress(id)));
});

export async function generateMetadata({ params }: ProtocolPageProps) {
  return { title: (await findProtocol((await params).id)).name };
}

export default async function ProtocolPage({ params }: ProtocolPageProps) {
  const actor = await requireActor("reports.read");
  const protocol = await findProtocol((await params).id);
  const { protocolId, name, note, builtIn, archived, versions } = protocol;
  const manage = may(actor, "campaigns.manage");
  const latest = versions[0]!;
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[{ label: "Protocols", href: "/protocols" }]}
        beside={
          <>
            {builtIn && <Badge variant="light">Built in</Badge>}
            {archived && <Badge color="gray">Archived</Badge>}
          </>
        }
        description={note}
        actions={
          manage &&
          (builtIn ? (
            <LinkButton href={newProtocolPage.href({ from: RELAXED_STRICT })} variant="default">
              Customize
            </LinkButton>
          ) : (
            <>
              <ArchiveButton
                what="Protocol"
                archived={archived}
                input={{ protocolId, archived: !archived }}
                change={archiveProtocol}
              />
              <LinkButton href={`/protocols/${protocolId}/edit`}>
                {latest.frozenAt === null ? "Edit version" : "New version"}
              </LinkButton>
            </>
          ))
        }
      />
      <Stack gap="xl">
        <section aria-labelledby="asks">
          <Title order={2} id="asks" mb="xs">
            Questions
          </Title>
          <Paper withBorder p="md">
            <ProtocolFacts definition={latest.definition} />
          </Paper>
        </section>
        <section aria-labelledby="versions">
          <Title order={2} id="versions" mb="xs">
            Versions and campaigns
          </Title>
          <ProtocolVersions versions={versions} campaignLinks={manage} />
        </section>
        {manage && !builtIn && (
          <section aria-labelledby="details">
            <Title order={2} id="details" mb="xs">
              Name and note
            </Title>
            <ProtocolDetailsForm key={`${name} ${note}`} protocol={protocol} />
          </section>
        )}
      </Stack>
    </>
  );
}
