import { notFound } from "next/navigation";
import { HowNumbers } from "@/components/reporting/worked-example/how-numbers";
import { PageHeader } from "@/components/ui/page-header";
import { isLeaderboardPublic } from "@/lib/reporting/leaderboard/queries";
import { LEAST_PROMPTS } from "@/lib/runs/evaluators/repeatability";
import { workedExample } from "@/lib/reporting/worked-example/worked-example";

export const metadata = { title: "How numbers are computed" };

export default async function PublicHowPage() {
  if (!(await isLeaderboardPublic())) notFound();
  return (
    <>
      <PageHeader
        title="How numbers are computed"
        breadcrumbs={[{ label: "Leaderboard", href: "/public/leaderboard" }]}
        description="What the leaderboard counts, what it leaves out, and the methods behind each number, with one worked example."
      />
      <HowNumbers example={workedExample()} leastPrompts={LEAST_PROMPTS} />
    </>
  );
}
