import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SettledCase } from "@/components/rating/adjudication/adjudicated-item";
import { Presence } from "@/components/live/presence";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getCases } from "@/lib/rating/adjudication/queries";

export const metadata: Metadata = { title: "Response to adjudicate" };

export default async function CasePage({ params }: { params: Promise<{ task: string }> }) {
  const actor = await requireActor("ratings.adjudicate");
  const { task } = await params;
  const [view] = await getCases(actor, [idInAddress(task)]);
  if (!view) notFound();
  return (
    <>
      <PageHeader
        title={
          view.adjudications.length > 0
            ? "Adjudicated response"
            : view.audit
              ? "Response to audit"
              : "Response with disagreement"
        }
        breadcrumbs={[
          {
            label: "Adjudication",
            href: view.adjudications.length > 0 ? "/adjudication/settled" : "/adjudication",
          },
        ]}
        beside={<Presence topic={`case:${view.item.taskId}`} />}
      />
      <SettledCase
        userId={actor.userId}
        view={view}
        correctHref={null}
        maySupersede={may(actor, "campaigns.manage")}
      />
    </>
  );
}
