import { HowNumbers } from "@/components/reporting/worked-example/how-numbers";
import { requireActor } from "@/lib/people/access/session";
import { LEAST_PROMPTS } from "@/lib/runs/evaluators/repeatability";
import { workedExample } from "@/lib/reporting/worked-example/worked-example";
import { ReportHeader } from "@/components/reporting/shared/report-header";

export const metadata = { title: "How numbers are computed" };

export default async function HowPage() {
  await requireActor("reports.read");
  return (
    <>
      <ReportHeader
        title="How numbers are computed"
        description="What reports count, what they leave out, and the methods behind each number, with one worked example."
      />
      <HowNumbers example={workedExample()} leastPrompts={LEAST_PROMPTS} />
    </>
  );
}
