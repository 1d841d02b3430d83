import { PageHeader } from "@/components/ui/page-header";
import { InviteButton, OpenInvitations } from "@/components/people/accounts/invitations";
import { UserTable } from "@/components/people/accounts/user-table";
import { requireActor } from "@/lib/people/access/session";
import { listOpenInvitations, listUsers } from "@/lib/people/accounts/queries";
import { membersPage } from "@/lib/people/accounts/address";

export const metadata = { title: "Members" };

export default async function UsersPage({ searchParams }: PageProps<"/members">) {
  const actor = await requireActor("users.manage");
  const filter = membersPage.read(await searchParams);
  const [users, invitations] = await Promise.all([
    listUsers(actor, filter),
    listOpenInvitations(actor),
  ]);
  return (
    <>
      <PageHeader
        title="Members"
        description="Accounts and roles. Accounts can be deactivated but not deleted."
        actions={<InviteButton />}
      />
      <UserTable users={users} filter={filter} ownId={actor.userId} />
      <OpenInvitations invitations={invitations} />
    </>
  );
}
