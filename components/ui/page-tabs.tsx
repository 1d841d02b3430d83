import { Link } from "./link";
import classes from "./page-tabs.module.css";

interface PageTab {
  href: string;
  words: string;
  /** How many things are there, in words for the eye. */
  count?: string;
  /** The count wants attention. */
  urgent?: boolean;
  /** This is the page shown. */
  current: boolean;
}

/** A row of links to pages that belong together, one of which is shown; with counts where there are any. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={classes.tab}
          scroll={false}
          aria-current={tab.current ? "page" : undefined}
        >
          {tab.words}
          {tab.count !== undefined && (
            <>
              {" "}
              <span className={classes.count} data-urgent={tab.urgent || undefined}>
                {tab.count}
              </span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
