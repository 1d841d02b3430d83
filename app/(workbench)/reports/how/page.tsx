import { HowNumbers } from "@/components/reports/how-numbers";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";
import { workedExample } from "@/lib/reports/worked-example";

export const metadata = { title: "How numbers are computed" };

export default async function HowPage() {
  await requireActor("reports.read");
  return (
    <>
      <PageHeader
        title="How numbers are computed"
        breadcrumbs={[{ label: "Reports", href: "/reports" }]}
        description="What reports count, what they leave out, and the methods behind each number, with one worked example."
      />
      <HowNumbers example={workedExample()} />
    </>
  );
}
