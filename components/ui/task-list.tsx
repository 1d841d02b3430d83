import { IconAlertTriangle, IconCircleCheck, IconCircleDot } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./task-list.module.css";

/** Things to do, one below the other. */
export function TaskList({
  ordered = false,
  children,
}: {
  ordered?: boolean;
  children: ReactNode;
}) {
  return ordered ? (
    <ol className={classes.list}>{children}</ol>
  ) : (
    <ul className={classes.list}>{children}</ul>
  );
}

interface TaskProps {
  /** Late: its date has passed. */
  state: "open" | "late" | "done";
  title: ReactNode;
  detail: ReactNode;
  /** Buttons, at the end of the row or below on phones. */
  actions?: ReactNode;
}

/** A row of a task list: how it is, what it is, and where it is done. */
export function Task({ state, title, detail, actions }: TaskProps) {
  return (
    <li className={classes.task} data-state={state}>
      {state === "late" ? (
        <IconAlertTriangle size={20} aria-label="Late:" />
      ) : state === "done" ? (
        <IconCircleCheck size={20} aria-label="Done:" />
      ) : (
        <IconCircleDot size={20} aria-hidden />
      )}
      <div className={classes.words}>
        <div className={classes.title}>{title}</div>
        <div className={classes.detail}>{detail}</div>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  );
}
