import { notFound } from "next/navigation";
import { OwnJudgment } from "@/components/rating/judging/my-rating";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { NotFound } from "@/lib/platform/errors";
import { getOwnJudgment, getStanding } from "@/lib/rating/judging/queries";

export const metadata = { title: "My rating" };

export default async function OwnJudgmentPage({ params }: { params: Promise<{ task: string }> }) {
  const actor = await requireActor("ratings.judge");
  const { task } = await params;
  if (!/^[1-9]\d{0,8}$/.test(task)) notFound();
  const [detail, standing] = await Promise.all([
    getOwnJudgment(actor, Number(task)).catch((error: unknown) => {
      if (error instanceof NotFound) notFound();
      throw error;
    }),
    getStanding(actor),
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
