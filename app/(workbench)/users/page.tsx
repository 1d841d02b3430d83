import { PageHeader } from "@/components/ui/page-header";
import { InviteButton, OpenInvitations } from "@/components/users/invitations";
import { UserTable } from "@/components/users/user-table";
import { requireActor } from "@/lib/access/session";
import { listOpenInvitations, listUsers } from "@/lib/users/queries";
import { userFilterSchema } from "@/lib/users/schema";

export const metadata = { title: "People" };

export default async function UsersPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const actor = await requireActor("users.manage");
  const filter = userFilterSchema.parse(await searchParams);
  const [users, invitations] = await Promise.all([listUsers(actor, filter), listOpenInvitations(actor)]);
  return (
    <>
      <PageHeader title="People" description="Who may do what. Nobody is ever deleted: revisions and the audit log keep naming them." actions={<InviteButton />} />
      <UserTable {...users} filter={filter} ownId={actor.userId} />
      <OpenInvitations invitations={invitations} />
    </>
  );
}
