import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { GoldAnswersForm } from "@/components/rating/campaigns/gold-answers-form";
import { GoldForm } from "@/components/rating/campaigns/gold-form";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getGoldForm } from "@/lib/rating/campaigns/gold-queries";
import { responseSchema } from "@/lib/rating/campaigns/schema";
import { getGoldItemForm } from "@/lib/rating/gold/queries";
import { readMarkdown } from "@/lib/rating/judging/markdown";
import { goldItemPage, goldPage } from "@/lib/rating/gold/address";

export const metadata = { title: "Gold response" };

export default async function GoldResponsePage({
  params,
  searchParams,
}: PageProps<"/campaigns/gold/[responseId]">) {
  const actor = await requireActor("campaigns.manage");
  const input = responseSchema.safeParse({ responseId: Number((await params).responseId) });
  if (!input.success) notFound();
  const { responseId } = input.data;
  const { protocol, reference } = goldItemPage.read(await searchParams);
  if (protocol === null) {
    const view = await orNotFound(getGoldForm(actor, responseId));
    return (
      <Framed standing={view.standing} list={{ address: "/campaigns/gold", of: null }}>
        <GoldForm view={view} rich={readMarkdown(view.text)} />
      </Framed>
    );
  }
  const view = await orNotFound(
    getGoldItemForm(actor, { protocol, responseId, referencePlace: reference }),
  );
  const list = { address: goldPage.href({ protocol }), of: view.protocol.name };
  return (
    <Framed standing={view.standing} list={list}>
      <GoldAnswersForm view={view} rich={view.text === null ? null : readMarkdown(view.text)} />
    </Framed>
  );
}

interface FramedProps {
  standing: string | null;
  /** The list that it is of; `of`: the protocol, null where that is Relaxed and Strict. */
  list: { address: string; of: string | null };
  children: ReactNode;
}

function Framed({ standing, list, children }: FramedProps) {
  return (
    <>
      <PageHeader
        title={standing === null ? "Mark response as gold" : "Gold response"}
        {...(list.of !== null && { description: list.of })}
        breadcrumbs={[
          { label: "Campaigns", href: "/campaigns" },
          { label: "Gold responses", href: list.address },
        ]}
      />
      {children}
    </>
  );
}
