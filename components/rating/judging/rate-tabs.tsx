import { PageTabs } from "@/components/ui/page-tabs";

const PLACES = [
  ["/rate", "Campaigns"],
  ["/rate/mine", "My ratings"],
  ["/rate/hours", "My hours"],
  ["/discussions", "Discussions"],
  ["/rate/training", "Training"],
] as const;

export function RateTabs({ here }: { here: (typeof PLACES)[number][0] }) {
  return (
    <PageTabs
      label="Rate responses"
      tabs={PLACES.map(([href, words]) => ({ href, words, current: href === here }))}
    />
  );
}
