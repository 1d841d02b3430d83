import { HowNumbers } from "@/components/reporting/worked-example/how-numbers";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { workedExample } from "@/lib/reporting/worked-example/worked-example";

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
