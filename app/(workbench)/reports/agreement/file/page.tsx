import { HowLink } from "@/components/reporting/shared/how-link";
import { RatingsFile } from "@/components/reporting/ratings-file/ratings-file";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";

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
