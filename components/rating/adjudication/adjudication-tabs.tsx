import { PageTabs } from "@/components/ui/page-tabs";

const PLACES = [
  ["/adjudication", "Pending"],
  ["/adjudication/settled", "Adjudicated"],
] as const;

/** The two places of those who settle. */
export function AdjudicationTabs({ here }: { here: (typeof PLACES)[number][0] }) {
  return (
    <PageTabs
      label="Adjudication"
      tabs={PLACES.map(([href, words]) => ({ href, words, current: href === here }))}
    />
  );
}
