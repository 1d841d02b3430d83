import { HowLink } from "@/components/reports/how-link";
import { RatingsFile } from "@/components/reports/ratings-file";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";

export const metadata = { title: "Agreement of your own ratings" };

export default async function AgreementOfFilePage() {
  await requireActor("reports.read");
  return (
    <>
      <PageHeader title="Agreement of your own ratings" breadcrumbs={[{ label: "Reports", href: "/reports" }]} actions={<HowLink />}
        description="For any ratings in a table with a row for each rating: what was rated, by whom, and the rating. The file is read, computed and forgotten; nothing is stored." />
      <RatingsFile />
    </>
  );
}
