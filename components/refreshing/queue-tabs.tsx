import { Box } from "@mantine/core";
import {
  DUE_SECTIONS,
  queueHref,
  type DueCounts,
  type DueSection,
  type QueueState,
} from "@/lib/dataset/schedule/schema";
import { PageTabs } from "@/components/ui/page-tabs";
import { formatCount } from "@/lib/platform/format";

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
          href: queueHref("/refresh", { ...state, when: section, day: null, page: 1 }),
          words: SECTION_WORDS[section],
          count: formatCount(counts[section]),
          urgent: section === "overdue",
          current: state.day === null && state.when === section,
        }))}
      />
    </Box>
  );
}
