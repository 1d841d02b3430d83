import { Group } from "@mantine/core";
import { LinkButton } from "@/components/ui/links";

const PLACES = [["/adjudicate", "To settle"], ["/adjudicate/settled", "Settled"]] as const;

/** The two places of those who settle. */
export function AdjudicationTabs({ here }: { here: (typeof PLACES)[number][0] }) {
  return (
    <Group component="nav" aria-label="Adjudication" gap={6} mb="md">
      {PLACES.map(([href, label]) => <LinkButton key={href} href={href} size="compact-md" variant={href === here ? "light" : "subtle"} {...(href === here && { "aria-current": "page" as const })}>{label}</LinkButton>)}
    </Group>
  );
}
