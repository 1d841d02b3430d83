import { VisuallyHidden } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowRight,
  IconCircleCheck,
  IconCircleDot,
  type Icon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./task-list.module.css";

/** How a task is; a suggestion is what one can do where nothing is to do. */
type TaskState = "open" | "late" | "done" | "suggestion";

const STATES: Record<TaskState, { icon: Icon; words: string | null }> = {
  open: { icon: IconCircleDot, words: null },
  late: { icon: IconAlertTriangle, words: "Late:" },
  done: { icon: IconCircleCheck, words: "Done:" },
  suggestion: { icon: IconArrowRight, words: null },
};

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
  state: TaskState;
  title: ReactNode;
  detail: ReactNode;
  /** Buttons, at the end of the row or below on phones. */
  actions?: ReactNode;
}

/** A row of a task list: how it is, what it is, and where it is done. */
export function Task({ state, title, detail, actions }: TaskProps) {
  const { icon: StateIcon, words } = STATES[state];
  return (
    <li className={classes.task} data-state={state}>
      <StateIcon size={20} aria-hidden />
      <div className={classes.words}>
        <div className={classes.title}>
          {words !== null && <VisuallyHidden>{words} </VisuallyHidden>}
          {title}
        </div>
        <div className={classes.detail}>{detail}</div>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  );
}
