import { Group, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import type { NamedEvaluator } from "@/lib/reporting/verdicts/schema";
import type { DisagreementsRequest } from "@/lib/reporting/agreement/schema";
import { REASONS } from "@/lib/rating/judging/vocabulary";
import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import classes from "./agreement.module.css";
import { formatDay } from "@/lib/platform/format";

interface DisagreementFiltersProps {
  request: DisagreementsRequest;
  /** The names of the runs that are asked for. */
  runs: readonly string[];
  evaluators: readonly NamedEvaluator[];
  /** The address with a change; called on the server. */
  href: (change: Partial<DisagreementsRequest>) => string;
}

/** What the list is narrowed to beyond its tabs, each with a way to let it go. Nothing where there is nothing. */
export function DisagreementFilters({ request, runs, evaluators, href }: DisagreementFiltersProps) {
  const { category, hops, split, evaluator, reason, from, period } = request;
  const filters: { words: string; without: Partial<DisagreementsRequest> }[] = [];
  if (runs.length > 0) filters.push({ words: runs.join(", "), without: { run: [] } });
  if (split !== "all") filters.push({ words: `Split ${split}`, without: { split: "all" } });
  if (category.length > 0)
    filters.push({
      words: category.map((one) => CATEGORY_WORDS[one]).join(", "),
      without: { category: [] },
    });
  if (hops !== null) filters.push({ words: hops, without: { hops: null } });
  if (from !== null)
    filters.push({
      words: `Last rated in the ${period} of ${formatDay(from)}`,
      without: { from: null },
    });
  if (evaluator !== null)
    filters.push({
      words: `With a verdict by ${evaluators.find(({ id }) => id === evaluator)?.name ?? "an evaluator"}`,
      without: { evaluator: null },
    });
  if (reason !== null)
    filters.push({
      words: `Reason: ${REASONS.find(({ code }) => code === reason)?.words ?? reason}`,
      without: { reason: null },
    });
  if (filters.length === 0) return null;
  return (
    <Group gap="xs" component="section" aria-label="Filters">
      <Text fz="sm" c="dimmed">
        Only:
      </Text>
      {filters.map(({ words, without }) => (
        <Link
          key={words}
          href={href(without)}
          className={classes.filter}
          aria-label={`Remove filter: ${words}`}
        >
          {words}
          <IconX size={12} aria-hidden className="no-print" />
        </Link>
      ))}
    </Group>
  );
}
