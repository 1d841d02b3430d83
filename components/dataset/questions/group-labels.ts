import type { GridGroup } from "@/lib/dataset/questions/grid";
import type { Category } from "@/lib/dataset/questions/vocabulary";
import { formatDay } from "@/lib/platform/format";
import { CATEGORY_WORDS, SPLIT_WORDS } from "./labels";

export const GROUP_WORDS: Record<GridGroup, string> = {
  category: "Category",
  split: "Split",
  week: "Due week",
};

/** What a group of the grid is called. @param key as the server says it. */
export function groupLabel(group: GridGroup | null, key: string): string {
  switch (group) {
    case "category":
      return CATEGORY_WORDS[key as Category] ?? key;
    case "split":
      return SPLIT_WORDS[key as keyof typeof SPLIT_WORDS] ?? key;
    case "week":
      return key === "none" ? "Not scheduled" : `Week of ${formatDay(key)}`;
    case null:
      return key;
  }
}
