import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SettledCase } from "@/components/rating/adjudication/adjudicated-item";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getDiscussion } from "@/lib/rating/adjudication/queries";
import { NotFound } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Discussion" };

export default async function DiscussionPage({ params }: { params: Promise<{ task: string }> }) {
  const actor = await requireActor("ratings.discuss");
  const { task } = await params;
  if (!/^[1-9]\d{0,8}$/.test(task)) notFound();
  const view = await getDiscussion(actor, Number(task)).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
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
