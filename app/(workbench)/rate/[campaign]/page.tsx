import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { RatingDesk } from "@/components/rating/judging/rating-desk";
import { found, idInAddress } from "@/lib/people/access/found";
import { requireActor } from "@/lib/people/access/session";
import { getDeskCampaign } from "@/lib/rating/judging/queries";
import { listExamples } from "@/lib/rating/training/queries";

export const metadata: Metadata = { title: "Rate" };

export default async function RatingDeskPage({
  params,
}: {
  params: Promise<{ campaign: string }>;
}) {
  const actor = await requireActor("ratings.judge");
  const { campaign: text } = await params;
  const campaign = await found(getDeskCampaign(actor, idInAddress(text)));
  if (!campaign.qualified) redirect("/rate/training");
  return <RatingDesk raterId={actor.userId} campaign={campaign} examples={listExamples(actor)} />;
}
