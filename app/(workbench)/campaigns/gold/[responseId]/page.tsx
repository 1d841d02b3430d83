import { notFound } from "next/navigation";
import { GoldForm } from "@/components/rating/campaigns/gold-form";
import { PageHeader } from "@/components/ui/page-header";
import { found } from "@/lib/people/access/found";
import { requireActor } from "@/lib/people/access/session";
import { getGoldForm } from "@/lib/rating/campaigns/queries";
import { responseSchema } from "@/lib/rating/campaigns/schema";
import { readMarkdown } from "@/lib/rating/judging/markdown";

export const metadata = { title: "Gold response" };

export default async function GoldResponsePage({
  params,
}: {
  params: Promise<{ responseId: string }>;
}) {
  const actor = await requireActor("campaigns.manage");
  const input = responseSchema.safeParse({ responseId: Number((await params).responseId) });
  if (!input.success) notFound();
  const view = await found(getGoldForm(actor, input.data.responseId));
  return (
    <>
      <PageHeader
        title={view.standing === null ? "Mark response as gold" : "Gold response"}
        breadcrumbs={[
          { label: "Campaigns", href: "/campaigns" },
          { label: "Gold responses", href: "/campaigns/gold" },
        ]}
      />
      <GoldForm view={view} rich={readMarkdown(view.text)} />
    </>
  );
}
