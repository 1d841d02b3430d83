import type { Metadata } from "next";
import { SettledCase } from "@/components/rating/adjudication/adjudicated-item";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getDiscussion } from "@/lib/rating/adjudication/queries";

export const metadata: Metadata = { title: "Discussion" };

export default async function DiscussionPage({ params }: { params: Promise<{ task: string }> }) {
  const actor = await requireActor("ratings.discuss");
  const { task } = await params;
  const view = await orNotFound(getDiscussion(actor, idInAddress(task)));
  const rated = view.ratings.some((rating) => rating.own);
  return (
    <>
      <PageHeader
        title="Discussion"
        breadcrumbs={[
          rated
            ? { label: "Discussions", href: "/discussions" }
            : { label: "Adjudication", href: "/adjudication" },
        ]}
      />
      <SettledCase
        userId={actor.userId}
        view={view}
        correctHref={rated ? `/rate/mine/${task}` : null}
        maySupersede={false}
      />
    </>
  );
}
