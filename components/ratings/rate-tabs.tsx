import { Group } from "@mantine/core";
import { LinkButton } from "@/components/ui/links";

const PLACES = [["/rate", "Campaigns"], ["/rate/mine", "Own work"], ["/discussions", "Discussions"], ["/rate/training", "Training"]] as const;

/** The places of a rater. */
export function RateTabs({ here }: { here: (typeof PLACES)[number][0] }) {
  return (
    <Group component="nav" aria-label="Rating" gap={6} mb="md">
      {PLACES.map(([href, label]) => <LinkButton key={href} href={href} size="compact-md" variant={href === here ? "light" : "subtle"} {...(href === here && { "aria-current": "page" as const })}>{label}</LinkButton>)}
    </Group>
  );
}
