import { HowLink } from "@/components/reporting/shared/how-link";
import { RatingsFile } from "@/components/reporting/ratings-file/ratings-file";
import { requireActor } from "@/lib/people/access/session";
import { ReportHeader } from "@/components/reporting/shared/report-header";

export const metadata = { title: "Agreement from a file" };

export default async function AgreementOfFilePage() {
  await requireActor("reports.read");
  return (
    <>
      <ReportHeader
        title="Agreement from a file"
        actions={<HowLink />}
        description="For any ratings table with one row per rating: item, rater, rating. The file is processed in memory and not stored."
      />
      <RatingsFile />
    </>
  );
}
