import { HelpList } from "@/components/home/help/help-list";
import { PageHeader } from "@/components/ui/page-header";
import { getSeenTours } from "@/lib/home/tour/queries";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";

export const metadata = { title: "Help" };

export default async function HelpPage() {
  const actor = await requireActor();
  const seenTours = may(actor, "account.manage") ? await getSeenTours(actor) : {};
  return (
    <>
      <PageHeader
        title="Help"
        description="Guides by role, the rating guidelines, and the words of the workbench."
      />
      <HelpList person={{ roles: actor.roles }} seenTours={seenTours} />
    </>
  );
}
