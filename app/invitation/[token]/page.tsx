import { Badge, Group } from "@mantine/core";
import { EntryPage } from "@/components/users/entry-page";
import { InvitationForm } from "@/components/users/link-forms";
import { ProviderButtons } from "@/components/users/provider-buttons";
import { configuredProviders } from "@/lib/access/sign-in";
import { formatMoment } from "@/components/ui/format";
import { findLink } from "@/lib/users/queries";
import { linkTokenSchema } from "@/lib/users/schema";
import { LinkButton } from "@/components/ui/links";

export const metadata = { title: "Invitation" };

const WORDS = {
  used: "It has already been used. If that was you, sign in.",
  revoked: "It was taken back. Ask an administrator for another.",
  expired: "It has expired. Ask an administrator for another.",
  unknown: "The address is incomplete or was never given out. Copy the whole link, or ask an administrator for another.",
};

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const token = linkTokenSchema.safeParse((await params).token).data;
  const link = token === undefined ? null : await findLink("invitation", token);
  if (token === undefined || link?.state !== "valid") {
    return (
      <EntryPage title="Invalid invitation" description={WORDS[link === null || link.state === "valid" ? "unknown" : link.state]}>
        <LinkButton href="/sign-in" variant="default" fullWidth>Go to the sign-in page</LinkButton>
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Welcome to the workbench" description={<>You are invited as <Group gap={4} component="span" display="inline-flex">{link.roles.map((role) => <Badge key={role} size="sm">{role}</Badge>)}</Group>. The link works once, until {formatMoment(link.expiresAt)}.</>}>
      <InvitationForm token={token} email={link.email} />
      <ProviderButtons providers={configuredProviders()} callbackPath="/" />
    </EntryPage>
  );
}
