import { Link } from "@/components/ui/link";
import classes from "./link-tabs.module.css";

/** Renders tabs that are links: the choice is kept in the URL. */
export function LinkTabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { name: string; href: string; current: boolean }[];
}) {
  return (
    <nav aria-label={label} className="no-print">
      <ul className={classes.tabs}>
        {tabs.map(({ name, href, current }) => (
          <li key={name}>
            <Link href={href} scroll={false} aria-current={current ? "page" : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
