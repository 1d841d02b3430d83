import { Training } from "@/components/rating/judging/training";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getTraining } from "@/lib/rating/training/queries";
import { trainingPage } from "@/lib/rating/judging/address";

export const metadata = { title: "Training" };

export default async function TrainingPage({ searchParams }: PageProps<"/rate/training">) {
  const actor = await requireActor("ratings.judge");
  const training = await getTraining(actor, trainingPage.read(await searchParams).again);
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
      <Training key={training.attempt} training={training} />
    </>
  );
}
