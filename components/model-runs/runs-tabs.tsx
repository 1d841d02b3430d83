import Link from "next/link";
import classes from "./runs-tabs.module.css";

/** A row of links, one of which is the page shown; counts where there are any. */
export function RunsTabs({ label, tabs }: { label: string; tabs: { href: string; words: string; count?: string; current: boolean }[] }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} className={classes.tab} scroll={false} aria-current={tab.current ? "page" : undefined}>
          {tab.words}{tab.count !== undefined && <> <span className={classes.count}>{tab.count}</span></>}
        </Link>
      ))}
    </nav>
  );
}
