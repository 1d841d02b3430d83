import { Alert } from "@mantine/core";
import { ProtocolEditor } from "@/components/rating/protocols/protocol-editor";
import { protocolDraftKey } from "@/components/ui/device-keys";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getProtocol } from "@/lib/rating/protocols/queries";
import { RELAXED_STRICT } from "@/lib/rating/protocols/vocabulary";
import { newProtocolPage } from "@/lib/rating/protocols/address";

export const metadata = { title: "Edit protocol" };

export default async function EditProtocolPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor("campaigns.manage");
  const protocol = await orNotFound(getProtocol(actor, idInAddress((await params).id)));
  const { protocolId, name, note, builtIn, versions } = protocol;
  const { number, definition, frozenAt } = versions[0]!;
  const frozen = frozenAt !== null;
  return (
    <>
      <PageHeader
        title={frozen ? `New version of ${name}` : `Edit ${name}`}
        breadcrumbs={[
          { label: "Protocols", href: "/protocols" },
          { label: name, href: `/protocols/${protocolId}` },
        ]}
        description={
          !builtIn &&
          (frozen
            ? `Version ${number} has been used by a campaign and stays as it is.`
            : `Version ${number} is unused and can change. Opening a campaign freezes it.`)
        }
      />
      {builtIn ? (
        <Alert title="This protocol can't be edited" maw={640}>
          It came with the product.
          <div>
            <LinkButton href={newProtocolPage.href({ from: RELAXED_STRICT })} size="xs" mt="sm">
              Customize
            </LinkButton>
          </div>
        </Alert>
      ) : (
        <ProtocolEditor
          // Saved by someone else, it begins again; what was typed is kept on the device.
          key={`${number} ${JSON.stringify(definition)}`}
          draftKey={protocolDraftKey(actor.userId, protocolId)}
          begin={{ name, note, definition, from: "", number }}
          protocol={{ protocolId, number, frozen }}
        />
      )}
    </>
  );
}
