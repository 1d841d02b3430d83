import { Suspense } from "react";
import { Home, HomeWithoutRole } from "@/components/home/home";
import { MonthAtAGlance, MonthSkeleton } from "@/components/home/month";
import { TourOffer } from "@/components/home/tour/start-tour";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { requireActor } from "@/lib/people/access/session";
import { getSample } from "@/lib/home/sample/queries";
import { getSeenTours } from "@/lib/home/tour/queries";
import { getMonth, getOverview, getTodos } from "@/lib/home/queries";

export const metadata = { title: "Home" };

export default async function HomePage() {
  const actor = await requireActor();
  const known = may(actor, "questions.read")
    ? await Promise.all([getTodos(actor), getOverview(actor), getSample(actor)])
    : null;
  const seen = may(actor, "account.manage") ? await getSeenTours(actor) : {};
  return (
    <>
      <PageHeader
        title={`Hello, ${actor.name}`}
        description="Your to-do list and the state of the dataset."
      />
      <TourOffer roles={actor.roles.filter((role) => seen[role] === undefined)} />
      {known === null ? (
        <HomeWithoutRole />
      ) : (
        <Home
          actor={actor}
          todos={known[0]}
          overview={known[1]}
          sample={known[2]}
          month={
            may(actor, "campaigns.manage") &&
            known[1].questions > 0 && (
              <Suspense fallback={<MonthSkeleton />}>
                <OwnMonth actor={actor} />
              </Suspense>
            )
          }
        />
      )}
    </>
  );
}

/** The month, counted after the page is there. */
async function OwnMonth({ actor }: { actor: Actor }) {
  return <MonthAtAGlance month={await getMonth(actor)} />;
}
