import { RateTabs } from "@/components/ratings/rate-tabs";
import { Training } from "@/components/ratings/training";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";
import { getTraining } from "@/lib/training/queries";

export const metadata = { title: "Training" };

export default async function TrainingPage({
  searchParams,
}: {
  searchParams: Promise<{ again?: string }>;
}) {
  const actor = await requireActor("ratings.judge");
  const training = await getTraining(actor, (await searchParams).again === "1");
  return (
    <>
      <PageHeader
        title="Training"
        description={
          <>
            15 examples from the FreshQA guidelines. Rate each in both modes; {training.threshold}{" "}
            correct to pass. Facts are as of the paper&apos;s publication.
          </>
        }
      />
      <RateTabs here="/rate/training" />
      <Training key={training.attempt} training={training} />
    </>
  );
}
