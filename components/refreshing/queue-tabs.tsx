import { Box } from "@mantine/core";
import type { DueCounts } from "@/lib/dataset/schedule/schema";
import { DUE_SECTIONS, type DueSection } from "@/lib/dataset/schedule/vocabulary";
import { PageTabs } from "@/components/ui/page-tabs";
import { formatCount } from "@/lib/platform/format";
import { type QueueState, refreshPage } from "@/lib/dataset/schedule/address";

const SECTION_WORDS: Record<DueSection, string> = {
  overdue: "Overdue",
  week: "Due this week",
  upcoming: "Upcoming",
  none: "Not scheduled",
};

/** The parts of the queue and how many questions each holds. */
export function QueueTabs({ counts, state }: { counts: DueCounts; state: QueueState }) {
  return (
    <Box mt="lg">
      <PageTabs
        label="Due dates"
        tabs={DUE_SECTIONS.map((section) => ({
          href: refreshPage.href({ ...state, when: section, day: null, page: 1 }),
          words: SECTION_WORDS[section],
          count: formatCount(counts[section]),
          urgent: section === "overdue",
          current: state.day === null && state.when === section,
        }))}
      />
    </Box>
  );
}
