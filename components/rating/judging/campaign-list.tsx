import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { LinkButton } from "@/components/ui/links";
import { Bar } from "@/components/ui/progress-bar";
import type { MyCampaign } from "@/lib/rating/judging/queries";
import { EXAMPLE_COUNT } from "@/lib/rating/training/vocabulary";
import { formatCount, formatDay } from "@/lib/platform/format";
import { ownRatingsPage } from "@/lib/rating/judging/address";

const STATUS_WORDS: Record<MyCampaign["status"], string> = {
  open: "Open",
  paused: "Paused",
  "rater-paused": "You are paused",
  closed: "Closed",
};
const STATUS_COLORS: Record<MyCampaign["status"], string> = {
  open: "green",
  paused: "yellow",
  "rater-paused": "yellow",
  closed: "gray",
};

/** The campaigns that one rates in, each with one's own progress apart from the team's. */
export function CampaignList({ campaigns }: { campaigns: readonly MyCampaign[] }) {
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
      {campaigns.map((campaign) => {
        const left = campaign.total - campaign.done;
        return (
          <Paper component="li" key={campaign.id} withBorder p="md">
            <Group justify="space-between" gap="sm" align="flex-start">
              <div style={{ minWidth: 0, flex: "1 1 320px" }}>
                <Group gap="xs">
                  <Title order={2} size="h3" style={{ overflowWrap: "anywhere" }}>
                    {campaign.name}
                  </Title>
                  <Badge color={STATUS_COLORS[campaign.status]}>
                    {STATUS_WORDS[campaign.status]}
                  </Badge>
                </Group>
                {campaign.instructions !== "" && (
                  <Text fz="sm" c="dimmed" lineClamp={2} style={{ whiteSpace: "pre-wrap" }}>
                    {campaign.instructions}
                  </Text>
                )}
                <Group gap="sm" mt={8}>
                  <Bar
                    done={campaign.done}
                    of={campaign.total}
                    label={`Your progress in ${campaign.name}`}
                  />
                  <Text fz="sm" className="tabular">
                    <b>
                      {formatCount(campaign.done)} of {formatCount(campaign.total)}
                    </b>{" "}
                    rated by you
                  </Text>
                  <Text fz="sm" c="dimmed" className="tabular">
                    team: {formatCount(campaign.teamDone)} of {formatCount(campaign.teamTotal)}
                  </Text>
                  {campaign.deadline !== null && (
                    <Text fz="sm" c="dimmed">
                      due {formatDay(campaign.deadline)}
                    </Text>
                  )}
                </Group>
              </div>
              {campaign.status === "open" && !campaign.qualified ? (
                <LinkButton href="/rate/training">
                  Train first ({formatCount(EXAMPLE_COUNT)} examples)
                </LinkButton>
              ) : campaign.status === "open" ? (
                <LinkButton href={`/rate/${campaign.id}`} variant={left > 0 ? "filled" : "default"}>
                  {left === 0
                    ? "Open"
                    : campaign.done === 0
                      ? `Start rating (${formatCount(left)})`
                      : `Continue (${formatCount(left)} left)`}
                </LinkButton>
              ) : (
                <LinkButton href={ownRatingsPage.href({ campaign: campaign.id })} variant="default">
                  My ratings
                </LinkButton>
              )}
            </Group>
          </Paper>
        );
      })}
    </Stack>
  );
}
