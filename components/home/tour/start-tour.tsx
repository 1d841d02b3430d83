"use client";

import { Button, Group, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useCommand } from "@/components/ui/use-command";
import { endTours } from "@/lib/home/tour/actions";
import type { TourOutcome } from "@/lib/home/tour/schema";
import type { Role } from "@/lib/people/access/roles";
import { setTour } from "./tour-state";
import { AS_ROLE, TOURS } from "./tours";
import classes from "./tour.module.css";

/** Begins the tour of a role, on its first page. */
function useStartTour(): (role: Role) => void {
  const router = useRouter();
  return (role) => {
    setTour({ role, step: 0 });
    router.push(TOURS[role][0].href);
  };
}

/** Offers the tours of roles on their first visit. Skipped, they are found under Help. */
export function TourOffer({ roles }: { roles: readonly Role[] }) {
  const start = useStartTour();
  const skip = useCommand(endTours, { title: "Tours not skipped", notify: true });
  const [skipped, setSkipped] = useState(false);
  if (skipped || roles.length === 0) return null;
  return (
    <section className={classes.offer} aria-label="Tours">
      <p>New here? A tour has three steps. You can leave it at any time, and find it under Help.</p>
      {roles.map((role) => (
        <Button key={role} size="sm" variant="default" onClick={() => start(role)}>
          Tour {AS_ROLE[role]}
        </Button>
      ))}
      <Button
        size="sm"
        variant="subtle"
        onClick={() => {
          setSkipped(true);
          void skip.run({ roles: [...roles], outcome: "skipped" });
        }}
      >
        Skip
      </Button>
    </section>
  );
}

/** The tour of a role, for Help, and whether the reader has taken it. */
export function StartTour({ role, outcome }: { role: Role; outcome: TourOutcome | undefined }) {
  const start = useStartTour();
  return (
    <Group gap="xs">
      {outcome !== undefined && (
        <Text fz="sm" c="dimmed">
          {outcome === "done" ? "Taken" : "Skipped"}
        </Text>
      )}
      <Button size="compact-sm" variant="default" onClick={() => start(role)}>
        Tour {AS_ROLE[role]}
      </Button>
    </Group>
  );
}
