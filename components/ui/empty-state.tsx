import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** 1 where it stands for the whole page, which then has no other heading. */
  order?: 1 | 2;
  /** Why it is empty and what to do about it. */
  children?: ReactNode;
  /** Buttons for the next step. */
  actions?: ReactNode;
}

/** Renders an empty state: a title, an explanation and the next action. */
export function EmptyState({ icon, title, order = 2, children, actions }: EmptyStateProps) {
  const Heading = order === 1 ? "h1" : "h2";
  return (
    <div className={classes.empty}>
      {icon && (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <Heading>{title}</Heading>
      {children && <div className={classes.words}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
