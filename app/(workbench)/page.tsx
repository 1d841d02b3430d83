import { Skeleton, Text } from "@mantine/core";
import { Suspense } from "react";
import { AnswerChanges } from "@/components/home/answer-changes";
import { Home, HomeWithoutRole } from "@/components/home/home";
import {
  ChartSkeleton,
  FreshOverTime,
  MonthAtAGlance,
  MonthSkeleton,
} from "@/components/home/month";
import { TourOffer } from "@/components/home/tour/start-tour";
import { AccuracyBars } from "@/components/reporting/overview/accuracy-bars";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { requireActor } from "@/lib/people/access/session";
import { getSample } from "@/lib/home/sample/queries";
import { getSeenTours } from "@/lib/home/tour/queries";
import {
  getMonth,
  getOverview,
  getTodos,
  listAnswerChanges,
  listFreshWeeks,
} from "@/lib/home/queries";
import {
  getLastAccuracy,
  getReportDefaults,
  type ReportDefaults,
} from "@/lib/reporting/defaults/queries";

export const metadata = { title: "Home" };

export default async function HomePage() {
  const actor = await requireActor();
  const known = may(actor, "questions.read")
    ? await Promise.all([
        getTodos(actor),
        getOverview(actor),
        getSample(actor),
        may(actor, "reports.read") ? getReportDefaults(actor) : null,
      ])
    : null;
  const seen = may(actor, "account.manage") ? await getSeenTours(actor) : {};
  const tours = actor.roles.filter((role) => seen[role] === undefined);
  return (
    <>
      <PageHeader
        title={`Hello, ${actor.name}`}
        description="Your to-do list and the state of the dataset."
      />
      {known === null ? (
        <HomeWithoutRole />
      ) : (
        <Home
          actor={actor}
          todos={known[0]}
          overview={known[1]}
          sample={known[2]}
          tours={tours.length > 0 && <TourOffer roles={tours} />}
          changes={
            known[1].questions > 0 && (
              <Suspense fallback={<Skeleton h={330} />}>
                <LastChanges actor={actor} />
              </Suspense>
            )
          }
          accuracy={
            known[3] !== null && (
              <Suspense fallback={<Skeleton h={190} />}>
                <LastAccuracy actor={actor} begin={known[3]} />
              </Suspense>
            )
          }
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

/** The runs that reports begin with. */
async function LastAccuracy({ actor, begin }: { actor: Actor; begin: ReportDefaults }) {
  const accuracy = await getLastAccuracy(actor, begin);
  return accuracy === null ? (
    <Text>No verdict counts yet.</Text>
  ) : (
    <AccuracyBars accuracy={accuracy} />
  );
}

async function LastChanges({ actor }: { actor: Actor }) {
  return <AnswerChanges changes={await listAnswerChanges(actor)} />;
}

/** The month, counted after the page is there. */
async function OwnMonth({ actor }: { actor: Actor }) {
  return (
    <MonthAtAGlance
      month={await getMonth(actor)}
      fresh={
        <Suspense fallback={<ChartSkeleton />}>
          <OwnFreshness actor={actor} />
        </Suspense>
      }
    />
  );
}

/** By itself, because it reads months of history: the other charts don't wait for it. */
async function OwnFreshness({ actor }: { actor: Actor }) {
  return <FreshOverTime weeks={await listFreshWeeks(actor)} />;
}
