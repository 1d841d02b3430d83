import { Group, Text } from "@mantine/core";
import { ProtocolEditor } from "@/components/rating/protocols/protocol-editor";
import { protocolDraftKey } from "@/components/ui/device-keys";
import { LinkAnchor } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { newProtocolPage } from "@/lib/rating/protocols/address";

export const metadata = { title: "New protocol" };

export default async function NewProtocolPage({ searchParams }: PageProps<"/protocols/new">) {
  const actor = await requireActor("campaigns.manage");
  const { from } = newProtocolPage.read(await searchParams);
  const preset = PROTOCOL_PRESETS.find(({ key }) => key === from);
  return (
    <>
      <PageHeader
        title="New protocol"
        breadcrumbs={[{ label: "Protocols", href: "/protocols" }]}
        description={preset && `Begins with ${preset.name}.`}
      />
      <Group component="nav" aria-label="Begin with" gap="xs" mb="md">
        <Text fz="sm">Begin with:</Text>
        {[{ key: "", name: "Empty" }, ...PROTOCOL_PRESETS].map(({ key, name }) => (
          <LinkAnchor
            key={key}
            href={newProtocolPage.href({ from: key })}
            fz="sm"
            {...(key === (preset?.key ?? "") && { "aria-current": "page", fw: 650 })}
          >
            {name}
          </LinkAnchor>
        ))}
      </Group>
      <ProtocolEditor
        key={preset?.key ?? ""}
        draftKey={protocolDraftKey(actor.userId, null)}
        begin={{
          name: preset ? `${preset.name}, custom` : "",
          note: "",
          definition: preset?.definition ?? null,
          from: preset?.key ?? "",
          number: 0,
        }}
        protocol={null}
      />
    </>
  );
}
