"use client";

import { usePathname } from "next/navigation";
import { PageTabs } from "@/components/ui/page-tabs";
import type { Role } from "@/lib/people/access/roles";
import { shortCount, type PlaceCounts } from "./place-counts";
import { tabsOf } from "./places";

interface PlaceTabsProps {
  person: { roles: readonly Role[] };
  /** 0 is not shown. */
  counts: PlaceCounts;
}

/** The pages that belong together with the one that is open, above it: what the navigation has in one entry. */
export function PlaceTabs({ person, counts }: PlaceTabsProps) {
  const pathname = usePathname();
  const place = tabsOf(person, pathname);
  if (place === null) return null;
  return (
    <PageTabs
      label={place.label}
      tabs={place.pages.map(({ href, label }) => {
        const count = counts[href]?.count ?? 0;
        return {
          href,
          words: label,
          current: href === pathname,
          ...(count > 0 && { count: shortCount(count) }),
        };
      })}
    />
  );
}
