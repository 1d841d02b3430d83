"use client";

import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import type { MouseEvent, ReactNode } from "react";
import classes from "./pager.module.css";
import { countOf, formatCount } from "@/lib/platform/format";

interface PagerProps {
  page: number;
  size: number;
  /** How many rows there are; null while they are being counted. */
  total: number | null;
  /** How many rows this page shows. */
  shown: number;
  sizes: readonly number[];
  /** "question" */
  noun: string;
  href: (page: number) => string;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

/** Where one is among the pages, and the way to the others. The next page is fetched before it is asked for. */
export function Pager({ page, size, total, shown, sizes, noun, href, onPage, onSize }: PagerProps) {
  // Until the rows are counted, a full page may have another one behind it.
  const last =
    total === null ? page + (shown === size ? 1 : 0) : Math.max(1, Math.ceil(total / size));
  const first = shown === 0 ? 0 : (page - 1) * size + 1;
  const step = (target: number, label: string, icon: ReactNode, ahead: boolean) =>
    target < 1 || target > last || target === page ? (
      <span className={classes.step} aria-disabled="true" role="link" aria-label={label}>
        {icon}
      </span>
    ) : (
      <Link
        className={classes.step}
        href={href(target)}
        ahead={ahead}
        aria-label={label}
        scroll={false}
        onClick={(event: MouseEvent) => {
          // A plain click goes through the grid, which keeps the old rows until the new ones are here.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onPage(target);
        }}
      >
        {icon}
      </Link>
    );
  return (
    <div className={classes.pager}>
      <p className={classes.range} role="status">
        {formatCount(first)}–{formatCount(Math.max(0, first - 1 + shown))} of{" "}
        {total === null ? "…" : countOf(total, noun)}
      </p>
      <label className={classes.size}>
        Rows
        <select value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {sizes.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      </label>
      <nav aria-label="Pages" className={classes.steps}>
        {step(page > 1 ? 1 : 0, "First page", <IconChevronsLeft size={16} aria-hidden />, false)}
        {step(page - 1, "Previous page", <IconChevronLeft size={16} aria-hidden />, false)}
        <span className={classes.here}>
          Page {formatCount(page)} of {total === null ? "…" : formatCount(last)}
        </span>
        {step(page + 1, "Next page", <IconChevronRight size={16} aria-hidden />, true)}
        {step(
          total === null ? 0 : last,
          "Last page",
          <IconChevronsRight size={16} aria-hidden />,
          false,
        )}
      </nav>
    </div>
  );
}
