import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { RatingDesk } from "@/components/rating/judging/rating-desk";
import { requireActor } from "@/lib/people/access/session";
import { NotFound } from "@/lib/platform/errors";
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
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  const campaign = await getDeskCampaign(actor, Number(text)).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
  if (!campaign.qualified) redirect("/rate/training");
  return <RatingDesk raterId={actor.userId} campaign={campaign} examples={listExamples(actor)} />;
}
