import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

/** Says what is wrong with a report's URL instead of showing other numbers than were asked for; nothing where nothing is. */
export function InvalidAddress({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={16} aria-hidden />}
      title="Invalid report URL"
      role="alert"
    >
      {problems.join(" ")} Set the options in the form.
    </Alert>
  );
}
