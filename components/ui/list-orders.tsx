"use client";

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useRef } from "react";
import { Link } from "./link";
import classes from "./list-table.module.css";

/** The order that the title of a column leads to. */
export interface Order {
  title: string;
  /** How the list is sorted by the column. */
  now: "ascending" | "descending" | undefined;
  href: string;
}

/** The title of a column as the way to its next order. */
export function SortLink({ title, now, href, onClick }: Order & { onClick?: () => void }) {
  const Arrow = now === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <Link
      href={href}
      scroll={false}
      className={classes.sort}
      data-on={now !== undefined}
      onClick={onClick}
    >
      {title}
      <Arrow size={14} className={classes.arrow} aria-hidden />
    </Link>
  );
}

/** The orders of a list once more for a phone, where its rows are cards without headings. */
export function SortMenu({ orders }: { orders: readonly Order[] }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const chosen = orders.find(({ now }) => now !== undefined);
  if (orders.length === 0) return null;
  const close = () => {
    if (menu.current === null) return;
    menu.current.open = false;
    menu.current.querySelector("summary")?.focus();
  };
  return (
    <details ref={menu} className={classes.menu}>
      <summary>Sort{chosen !== undefined && `: ${chosen.title}, ${chosen.now}`}</summary>
      <ul>
        {orders.map((order) => (
          <li key={order.title}>
            <SortLink {...order} onClick={close} />
          </li>
        ))}
      </ul>
    </details>
  );
}
