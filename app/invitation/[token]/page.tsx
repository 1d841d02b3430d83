import { Badge, Group } from "@mantine/core";
import { EntryPage } from "@/components/shell/entry-page";
import { InvitationForm } from "@/components/people/accounts/link-forms";
import { ProviderButtons } from "@/components/people/accounts/provider-buttons";
import { configuredProviders } from "@/lib/people/accounts/sign-in";
import { findLink } from "@/lib/people/accounts/queries";
import { linkTokenSchema } from "@/lib/people/accounts/schema";
import { InvalidLink } from "@/components/shell/invalid-link";
import { formatMoment } from "@/lib/platform/format";

export const metadata = { title: "Invitation" };

const WORDS = {
  used: "It has already been used. If that was you, sign in.",
  revoked: "It was revoked. Ask an administrator for a new one.",
  expired: "It has expired. Ask an administrator for a new one.",
  unknown:
    "The link is incomplete or invalid. Copy the full link, or ask an administrator for a new one.",
};

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const token = linkTokenSchema.safeParse((await params).token).data;
  const link = token === undefined ? null : await findLink("invitation", token);
  if (token === undefined || link?.state !== "valid") {
    return (
      <InvalidLink
        title="Invalid invitation"
        why={WORDS[link === null || link.state === "valid" ? "unknown" : link.state]}
      />
    );
  }
  return (
    <EntryPage
      title="Welcome to FreshQA Workbench"
      description={
        <>
          You&apos;re invited as{" "}
          <Group gap={4} component="span" display="inline-flex">
            {link.roles.map((role) => (
              <Badge key={role} size="sm">
                {role}
              </Badge>
            ))}
          </Group>
          . This link works once and expires {formatMoment(link.expiresAt)}.
        </>
      }
    >
      <InvitationForm token={token} email={link.email} />
      <ProviderButtons providers={configuredProviders()} callbackPath="/" />
    </EntryPage>
  );
}
