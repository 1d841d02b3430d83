import { HowLink } from "@/components/reports/how-link";
import { RatingsFile } from "@/components/reports/ratings-file";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";

export const metadata = { title: "Agreement from a file" };

export default async function AgreementOfFilePage() {
  await requireActor("reports.read");
  return (
    <>
      <PageHeader
        title="Agreement from a file"
        breadcrumbs={[{ label: "Reports", href: "/reports" }]}
        actions={<HowLink />}
        description="For any ratings table with one row per rating: item, rater, rating. The file is processed in memory and not stored."
      />
      <RatingsFile />
    </>
  );
}
