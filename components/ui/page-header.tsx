import type { ReactNode } from "react";
import { Link } from "./link";
import { GuideLink } from "./page-guide";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** The way here, without the page itself. */
  breadcrumbs?: { label: string; href: string }[];
  /** Badges and the like, beside the title. */
  beside?: ReactNode;
  /** Buttons, at the end of the row or below on phones. */
  actions?: ReactNode;
}

/** The head of every page: where one is, what it is for, what one can do. */
export function PageHeader({
  title,
  description,
  breadcrumbs = [],
  beside,
  actions,
}: PageHeaderProps) {
  return (
    <header className={classes.header}>
      {breadcrumbs.length > 0 && (
        <nav aria-label="Breadcrumbs" className={classes.breadcrumbs} data-breadcrumbs>
          {breadcrumbs.map((crumb) => (
            <Link key={crumb.href} href={crumb.href}>
              {crumb.label}
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.row}>
        <div className={classes.title}>
          <h1>{title}</h1>
          {beside}
          <GuideLink />
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {description && <p className={classes.description}>{description}</p>}
    </header>
  );
}
