import { AuditFilters } from "@/components/home/audit-log/audit-filters";
import { AuditTable } from "@/components/home/audit-log/audit-table";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { listAuditActors, listAuditEvents } from "@/lib/home/audit-log/queries";
import { AUDIT_EVENT_KINDS, withKnownKind } from "@/lib/home/audit-log/kinds";
import { auditLogPage } from "@/lib/home/audit-log/address";

export const metadata = { title: "Audit log" };

export default async function AuditLogPage({ searchParams }: PageProps<"/audit-log">) {
  const actor = await requireActor("audit.read");
  const filter = withKnownKind(auditLogPage.read(await searchParams));
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
      <AuditFilters
        filter={filter}
        kinds={Array.from(AUDIT_EVENT_KINDS.values(), ({ type, label }) => ({
          value: type,
          label,
        })).sort((a, b) => a.label.localeCompare(b.label, "en"))}
        people={people}
      />
      <AuditTable {...page} filter={filter} />
    </>
  );
}
