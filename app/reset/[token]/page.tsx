import { EntryPage } from "@/components/users/entry-page";
import { ResetForm } from "@/components/users/link-forms";
import { findLink } from "@/lib/users/queries";
import { linkTokenSchema } from "@/lib/users/schema";
import { LinkButton } from "@/components/ui/links";

export const metadata = { title: "Set a password" };

const WORDS = {
  used: "It was used already; it works once. If it was not you, tell an administrator.",
  revoked: "It was replaced or taken back. Ask an administrator for another.",
  expired: "It has expired. Ask an administrator for another.",
  unknown: "The address is incomplete or was never given out. Copy the whole link, or ask an administrator for another.",
};

export default async function ResetPage({ params }: { params: Promise<{ token: string }> }) {
  const token = linkTokenSchema.safeParse((await params).token).data;
  const link = token === undefined ? null : await findLink("password-reset", token);
  if (token === undefined || link?.state !== "valid") {
    return (
      <EntryPage title="This link does not work" description={WORDS[link === null || link.state === "valid" ? "unknown" : link.state]}>
        <LinkButton href="/sign-in" variant="default" fullWidth>Go to the sign-in page</LinkButton>
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Set a password" description={`For ${link.name ?? link.email}. Every session of this account ends when you do.`}>
      <ResetForm token={token} email={link.email} />
    </EntryPage>
  );
}
