import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { RaterRatingsView } from "@/components/rating/rater-ratings/rater-ratings";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { listRaterRatings } from "@/lib/rating/rater-ratings/queries";
import { raterRatingsPage } from "@/lib/rating/rater-ratings/address";
import { addressOf } from "@/lib/platform/address";

export const metadata = { title: "Ratings of a rater" };

export default async function RaterRatingsPage({
  params,
  searchParams,
}: PageProps<"/campaigns/[id]/ratings">) {
  const actor = await requireActor("campaigns.manage");
  const campaignId = idInAddress((await params).id);
  const asked = raterRatingsPage.read(await searchParams);
  const ratings = await orNotFound(listRaterRatings(actor, campaignId, asked));
  const rater = ratings.raters.find(({ raterId }) => raterId === ratings.raterId);
  return (
    <>
      <PageHeader
        title={rater === undefined ? "Ratings" : `Ratings of ${rater.name}`}
        breadcrumbs={[
          { label: "Campaigns", href: "/campaigns" },
          { label: ratings.campaign, href: `/campaigns/${campaignId}` },
        ]}
        description="Newest first, as they stand. Responses you still have to rate yourself are left out."
        actions={
          rater && (
            <Button
              component="a"
              href={addressOf("/api/campaigns/ratings", {
                campaign: campaignId,
                rater: rater.raterId,
                show: asked.show,
              })}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              CSV
            </Button>
          )
        }
      />
      <RaterRatingsView campaignId={campaignId} show={asked.show} ratings={ratings} />
    </>
  );
}
