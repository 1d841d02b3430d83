import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { Task, TaskList } from "@/components/ui/task-list";
import type { NextStep, TodoItem } from "@/lib/home/rules";

/** What waits for the reader, the most pressing first, and what they can do where nothing does. */
export function TodoList({
  items,
  next,
}: {
  items: readonly TodoItem[];
  next: readonly NextStep[];
}) {
  return (
    <TaskList>
      {items.map((item, index) => (
        <Task
          key={item.key}
          state={item.late ? "late" : "open"}
          title={
            <LinkAnchor href={item.href} inherit c="inherit">
              {item.title}
            </LinkAnchor>
          }
          detail={item.detail}
          actions={
            <LinkButton
              href={item.action.href}
              size="xs"
              variant={index === 0 ? "filled" : "default"}
            >
              {item.action.label}
            </LinkButton>
          }
        />
      ))}
      {next.map((step) => (
        <Task
          key={step.role}
          state="suggestion"
          title={step.title}
          detail={step.detail}
          actions={step.links.map((link) => (
            <LinkButton key={link.href} href={link.href} size="xs" variant="default">
              {link.label}
            </LinkButton>
          ))}
        />
      ))}
    </TaskList>
  );
}
