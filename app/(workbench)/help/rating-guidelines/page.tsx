import { GuidelinesText } from "@/components/rating/judging/guidelines-text";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";

export const metadata = { title: "Rating guidelines" };

export default async function RatingGuidelinesPage() {
  await requireActor();
  return (
    <>
      <PageHeader
        title="Rating guidelines"
        description="What credit needs in Relaxed and Strict, and the reasons for no credit."
        breadcrumbs={[{ label: "Help", href: "/help" }]}
      />
      <GuidelinesText heading="h2" />
    </>
  );
}
