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
        description="For any table with one row per rating of an item, per ranked system, or per pair of systems compared. The file is processed in memory and not stored."
      />
      <RatingsFile />
    </>
  );
}
