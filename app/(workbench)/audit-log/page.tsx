import { AuditFilters } from "@/components/people/audit-log/audit-filters";
import { AuditTable } from "@/components/people/audit-log/audit-table";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { listAuditActors, listAuditEvents } from "@/lib/people/audit-log/queries";
import { auditLogPage } from "@/lib/people/audit-log/address";

export const metadata = { title: "Audit log" };

export default async function AuditLogPage({ searchParams }: PageProps<"/audit-log">) {
  const actor = await requireActor("audit.read");
  const filter = auditLogPage.read(await searchParams);
  const [page, people] = await Promise.all([
    listAuditEvents(actor, filter),
    listAuditActors(actor),
  ]);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change, with user and time. Entries can't be edited or deleted."
      />
      <AuditFilters filter={filter} people={people} />
      <AuditTable {...page} filter={filter} />
    </>
  );
}
