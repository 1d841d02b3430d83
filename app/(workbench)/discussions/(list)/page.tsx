import { IconMessages } from "@tabler/icons-react";
import type { Metadata } from "next";
import { DiscussionTable } from "@/components/adjudication/case-list";
import { RateTabs } from "@/components/ratings/rate-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";
import { listDiscussions } from "@/lib/adjudication/queries";

export const metadata: Metadata = { title: "Discussions" };

export default async function DiscussionsPage() {
  const actor = await requireActor("ratings.judge");
  const rows = await listDiscussions(actor);
  return (
    <>
      <PageHeader title="Discussions" description="Responses that you and others judged differently, or that somebody doubted. All ratings are in, so you see each other's verdicts here, without names where the campaign hides them." />
      <RateTabs here="/discussions" />
      {rows.length === 0
        ? <EmptyState icon={<IconMessages size={24} />} title="Nothing to discuss" actions={<LinkButton href="/rate" variant="default">To your campaigns</LinkButton>}>A response of yours comes here once all its ratings are in and they differ, or somebody flagged it or was not sure.</EmptyState>
        : <DiscussionTable rows={rows} />}
    </>
  );
}
