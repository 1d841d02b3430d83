"use client";

import { Button } from "@mantine/core";
import { IconCheckbox, IconPlayerPause, IconWindow } from "@tabler/icons-react";
import { NoNextItem } from "@/components/desk/no-next-item";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { HelpOut } from "./take-items";
import classes from "./rating-desk.module.css";
import { doneOf, type PageScreen } from "./rating-rules";
import { formatCount } from "@/lib/platform/format";

/** What the rating desk says where it has no item: all done, stopped, elsewhere, or out of reach. */
export default function RatingRest({
  screen,
  onRetry,
}: {
  screen: PageScreen;
  onRetry: () => void;
}) {
  const { campaign } = screen.facts;
  const done = doneOf(screen);
  switch (screen.phase) {
    case "done":
      return (
        <EmptyState
          icon={<IconCheckbox size={24} />}
          title={
            screen.pending > 0 ? "All done. Saving the last ratings…" : "All your items are rated"
          }
          actions={
            <>
              <LinkButton href="/rate" variant="default">
                Back to campaigns
              </LinkButton>
              <LinkButton href="/rate/mine" variant="default">
                View my ratings
              </LinkButton>
              <Button variant="default" onClick={onRetry}>
                Check for new items
              </Button>
            </>
          }
        >
          <p className={classes.end}>
            You: {formatCount(done)} of {formatCount(Math.max(campaign.total, done))}. Team:{" "}
            {formatCount(campaign.teamDone)} of {formatCount(campaign.teamTotal)}.
          </p>
          {campaign.teamDone < campaign.teamTotal && screen.pending === 0 && (
            <HelpOut campaignId={campaign.id} onTaken={onRetry} />
          )}
        </EmptyState>
      );
    case "elsewhere":
      return (
        <EmptyState
          icon={<IconWindow size={24} />}
          title={`Your last ${screen.elsewhere === 1 ? "item is" : `${formatCount(screen.elsewhere)} items are`} open in another window`}
          actions={
            <>
              <Button variant="default" onClick={onRetry}>
                Check again
              </Button>
              <LinkButton href="/rate" variant="default">
                Back to campaigns
              </LinkButton>
            </>
          }
        >
          Rate {screen.elsewhere === 1 ? "it" : "them"} there, or close that window to continue
          here.
        </EmptyState>
      );
    case "stopped":
      return (
        <EmptyState
          icon={<IconPlayerPause size={24} />}
          title={
            screen.stop?.code === "not-qualified"
              ? "Training required"
              : screen.stop?.code === "paused"
                ? "This campaign is paused"
                : screen.stop?.code === "rater-paused"
                  ? "You are paused in this campaign"
                  : screen.stop?.code === "closed"
                    ? "This campaign is closed"
                    : "No items assigned to you"
          }
          actions={
            <>
              {screen.stop?.code === "not-qualified" && (
                <LinkButton href="/rate/training">Start training</LinkButton>
              )}
              <Button variant="default" onClick={onRetry}>
                Check for new items
              </Button>
              <LinkButton href="/rate" variant="default">
                Back to campaigns
              </LinkButton>
            </>
          }
        >
          {screen.stop?.code === "paused"
            ? "You can continue rating here when it is resumed."
            : screen.stop?.message}
        </EmptyState>
      );
    case "unreachable":
      return <NoNextItem item="item" trouble={screen.trouble} onRetry={onRetry} />;
    default:
      return null;
  }
}
