import { EntryPage } from "@/components/shell/entry-page";
import { ResetForm } from "@/components/people/accounts/link-forms";
import { findLink } from "@/lib/people/accounts/queries";
import { linkTokenSchema } from "@/lib/people/accounts/schema";
import { InvalidLink } from "@/components/shell/invalid-link";

export const metadata = { title: "Set password" };

const WORDS = {
  used: "It has already been used. If that wasn't you, contact an administrator.",
  revoked: "It was replaced or revoked. Ask an administrator for a new one.",
  expired: "It has expired. Ask an administrator for a new one.",
  unknown:
    "The link is incomplete or invalid. Copy the full link, or ask an administrator for a new one.",
};

export default async function ResetPage({ params }: { params: Promise<{ token: string }> }) {
  const token = linkTokenSchema.safeParse((await params).token).data;
  const link = token === undefined ? null : await findLink("password-reset", token);
  if (token === undefined || link?.state !== "valid") {
    return (
      <InvalidLink
        title="Invalid link"
        why={WORDS[link === null || link.state === "valid" ? "unknown" : link.state]}
      />
    );
  }
  return (
    <EntryPage
      title="Set password"
      description={`For ${link.name ?? link.email}. This signs the account out everywhere.`}
    >
      <ResetForm token={token} email={link.email} />
    </EntryPage>
  );
}
