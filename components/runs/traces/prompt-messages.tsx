import { Text } from "@mantine/core";
import type { Message } from "@/lib/runs/connections/models";
import classes from "./trace.module.css";

const ROLES: Record<Message["role"], string> = {
  system: "System",
  user: "User",
  assistant: "Assistant",
};

/** The messages of a prompt, letter by letter. */
export function PromptMessages({ messages }: { messages: readonly Message[] }) {
  return messages.map(({ role, content }, index) => (
    <div key={index}>
      <Text fz="sm" fw={550} mt={8}>
        {ROLES[role]}
      </Text>
      {/* It scrolls, so that the keyboard has to reach it. */}
      <pre
        className={classes.prompt}
        tabIndex={0}
        role="region"
        aria-label={`${ROLES[role]} message ${index + 1}`}
      >
        {content}
      </pre>
    </div>
  ));
}
