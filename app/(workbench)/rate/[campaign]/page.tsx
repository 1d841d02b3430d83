import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DeskOfCampaign } from "@/components/rating/judging/desk-of-campaign";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { nextItems } from "@/lib/rating/judging/next-items";
import { getDeskCampaign, type RatingItem } from "@/lib/rating/judging/queries";
import { listExamples } from "@/lib/rating/training/queries";
import { beginVisit } from "../../begin-visit";
import { VisitName } from "../../visit-name";

export const metadata: Metadata = { title: "Rate" };

export default async function RatingDeskPage({
  params,
}: {
  params: Promise<{ campaign: string }>;
}) {
  const actor = await requireActor("ratings.judge");
  const campaignId = idInAddress((await params).campaign);
  const campaign = await orNotFound(getDeskCampaign(actor, campaignId));
  if (!campaign.qualified) redirect("/rate/training");
  // The desk of another protocol has a script of its own, which comes later: until then no key would act on what is seen.
  const given =
    campaign.protocol === null
      ? await beginVisit({
          next: (visit, left) =>
            nextItems(actor, { campaignId, count: 1, held: [], visit, left, progress: false }),
          // Those of Relaxed and Strict.
          read: ({ items }) => items as RatingItem[],
        })
      : null;
  return (
    <>
      {given !== null && <VisitName visit={given.visit} />}
      <DeskOfCampaign
        raterId={actor.userId}
        campaign={campaign}
        given={given}
        examples={listExamples(actor)}
      />
    </>
  );
}
