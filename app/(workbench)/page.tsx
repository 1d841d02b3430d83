import { Paper, Skeleton, Text, Title } from "@mantine/core";
import { Suspense } from "react";
import { Home, HomeWithoutRole } from "@/components/home/home";
import { MonthAtAGlance, MonthSkeleton } from "@/components/home/month";
import { TourOffer } from "@/components/home/tour/start-tour";
import { BarList } from "@/components/reporting/overview/bar-list";
import { LinkAnchor } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { requireActor } from "@/lib/people/access/session";
import { getSample } from "@/lib/home/sample/queries";
import { getSeenTours } from "@/lib/home/tour/queries";
import { getMonth, getOverview, getTodos, listAnswerChanges } from "@/lib/home/queries";
import { runsInWords } from "@/lib/reporting/defaults/figures";
import {
  getReportDefaults,
  getReportFigure,
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
        listAnswerChanges(actor),
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
          changes={known[3]}
          accuracy={
            known[4] !== null && (
              <Suspense fallback={<Skeleton h={150} />}>
                <LastAccuracy actor={actor} begin={known[4]} />
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

/** The accuracy report as it opens, in small. */
async function LastAccuracy({ actor, begin }: { actor: Actor; begin: ReportDefaults }) {
  const figure = await getReportFigure(actor, "accuracy", begin);
  if (figure === null) return null;
  const more = runsInWords(begin);
  return (
    <section aria-labelledby="accuracy">
      <Title order={2} id="accuracy" mb="sm">
        <LinkAnchor href="/reports/accuracy" inherit c="inherit">
          Accuracy
        </LinkAnchor>
      </Title>
      <Paper withBorder px="md" py="sm" radius="md">
        <Text fz="sm" c="dimmed" mb="xs">
          Share of responses with credit, Relaxed, {begin.release}
          {more !== null && ` · ${more}`}
        </Text>
        <BarList bars={figure.bars} />
      </Paper>
    </section>
  );
}

/** The month, counted after the page is there. */
async function OwnMonth({ actor }: { actor: Actor }) {
  return <MonthAtAGlance month={await getMonth(actor)} />;
}
