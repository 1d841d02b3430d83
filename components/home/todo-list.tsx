import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleDot } from "@tabler/icons-react";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import type { NextStep, TodoItem } from "@/lib/home/rules";
import classes from "./home.module.css";

/** What waits for the reader, the most pressing first, and what they can do where nothing does. */
export function TodoList({
  items,
  next,
}: {
  items: readonly TodoItem[];
  next: readonly NextStep[];
}) {
  return (
    <ul className={classes.todos}>
      {items.map((item, index) => (
        <li key={item.key} className={classes.todo} data-late={item.late}>
          {item.late ? (
            <IconAlertTriangle size={20} aria-label="Late:" />
          ) : (
            <IconCircleDot size={20} aria-hidden />
          )}
          <div className={classes.words}>
            <LinkAnchor href={item.href} inherit fw={600} c="inherit">
              {item.title}
            </LinkAnchor>
            <Text fz="sm" c="dimmed">
              {item.detail}
            </Text>
          </div>
          <LinkButton
            href={item.action.href}
            size="xs"
            variant={index === 0 ? "filled" : "default"}
          >
            {item.action.label}
          </LinkButton>
        </li>
      ))}
      {next.map((step) => (
        <li key={step.role} className={classes.todo} data-done>
          <IconCircleCheck size={20} aria-hidden />
          <div className={classes.words}>
            <Text fw={600}>{step.title}</Text>
            <Text fz="sm" c="dimmed">
              {step.detail}
            </Text>
          </div>
          <div className={classes.links}>
            {step.links.map((link) => (
              <LinkButton key={link.href} href={link.href} size="xs" variant="default">
                {link.label}
              </LinkButton>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
