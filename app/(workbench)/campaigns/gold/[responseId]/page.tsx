import { notFound } from "next/navigation";
import { GoldForm } from "@/components/rating/campaigns/gold-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getGoldForm } from "@/lib/rating/campaigns/queries";
import { responseSchema } from "@/lib/rating/campaigns/schema";
import { NotFound } from "@/lib/platform/errors";
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
  const view = await getGoldForm(actor, input.data.responseId).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
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
