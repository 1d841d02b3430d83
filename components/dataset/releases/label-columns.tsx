import { CategoryBadge, HopsBadge, SplitBadge } from "@/components/dataset/questions/badges";
import type { ListColumn } from "@/components/ui/list-table";
import type { Category, Hops, Split } from "@/lib/dataset/questions/vocabulary";

interface Labelled {
  category: Category;
  hops: Hops;
  split: Split | null;
}

/** The columns of a list of questions that say what kind each is of. */
export const LABEL_COLUMNS: readonly ListColumn<Labelled>[] = [
  { title: "Category", as: "badge", cell: ({ category }) => <CategoryBadge category={category} /> },
  { title: "Hops", as: "badge", cell: ({ hops }) => <HopsBadge hops={hops} /> },
  { title: "Split", as: "badge", cell: ({ split }) => <SplitBadge split={split} /> },
];
