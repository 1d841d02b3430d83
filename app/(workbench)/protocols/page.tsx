import { Title } from "@mantine/core";
import { PresetList } from "@/components/rating/protocols/preset-list";
import { ProtocolTable } from "@/components/rating/protocols/protocol-table";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { listProtocols } from "@/lib/rating/protocols/queries";

export const metadata = { title: "Protocols" };

export default async function ProtocolsPage() {
  const actor = await requireActor("reports.read");
  const protocols = await listProtocols(actor);
  const manage = may(actor, "campaigns.manage");
  const added = new Set(protocols.map(({ key }) => key));
  const presets = PROTOCOL_PRESETS.filter(({ key }) => !added.has(key)).map(
    ({ definition: { unit, questions }, ...preset }) => ({
      ...preset,
      unit,
      questions: questions.length,
    }),
  );
  return (
    <>
      <PageHeader
        title="Protocols"
        description="What raters are asked: what they rate at a time, what they see, and the questions."
        actions={manage && <LinkButton href="/protocols/new">New protocol</LinkButton>}
      />
      <ProtocolTable protocols={protocols} />
      {manage && presets.length > 0 && (
        <section aria-labelledby="presets">
          <Title order={2} id="presets" mt="xl" mb="xs">
            Presets
          </Title>
          <PresetList presets={presets} />
        </section>
      )}
    </>
  );
}
