import { OwnJudgment } from "@/components/rating/judging/my-rating";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getOwnJudgment, getRaterStatus } from "@/lib/rating/judging/queries";

export const metadata = { title: "My rating" };

export default async function OwnJudgmentPage({ params }: { params: Promise<{ task: string }> }) {
  const actor = await requireActor("ratings.judge");
  const { task } = await params;
  const [detail, standing] = await Promise.all([
    orNotFound(getOwnJudgment(actor, idInAddress(task))),
    getRaterStatus(actor),
  ]);
  return (
    <>
      <PageHeader
        title="My rating"
        breadcrumbs={[{ label: "My ratings", href: "/rate/mine" }]}
        description={detail.campaign}
      />
      <OwnJudgment
        key={detail.states[0]!.id}
        raterId={actor.userId}
        detail={detail}
        idleSeconds={standing.idleSeconds}
      />
    </>
  );
}
