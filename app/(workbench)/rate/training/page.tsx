import { RateTabs } from "@/components/ratings/rate-tabs";
import { Training } from "@/components/ratings/training";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";
import { getTraining } from "@/lib/training/queries";

export const metadata = { title: "Training" };

export default async function TrainingPage({ searchParams }: { searchParams: Promise<{ again?: string }> }) {
  const actor = await requireActor("ratings.judge");
  const training = await getTraining(actor, (await searchParams).again === "1");
  return (
    <>
      <PageHeader title="Training" description={<>Fifteen calibration examples of the FreshQA protocol. Judge each in both modes; {training.threshold} right ones qualify you. What the examples say was true when the paper was written.</>} />
      <RateTabs here="/rate/training" />
      <Training key={training.attempt} training={training} />
    </>
  );
}
