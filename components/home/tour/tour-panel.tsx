"use client";

import { Button, CloseButton, Group, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useCommand } from "@/components/ui/use-command";
import { endTours } from "@/lib/home/tour/actions";
import type { TourOutcome } from "@/lib/home/tour/schema";
import { setTour, useTour, type TourPlace } from "./tour-state";
import { TOURS } from "./tours";
import classes from "./tour.module.css";

/** The tour that is under way, above the page that it speaks of. The page can be used meanwhile. */
export function TourPanel() {
  const tour = useTour();
  const router = useRouter();
  // Refreshed: Home and Help say what became of it.
  const keep = useCommand(endTours, { title: "Tour not remembered", notify: true, refresh: true });
  if (tour === null) return null;
  const { role, step } = tour;
  const steps = TOURS[role];
  const { title, text } = steps[step]!;
  const go = (next: TourPlace) => {
    setTour(next);
    router.push(TOURS[role][next.step]!.href);
  };
  const end = (outcome: TourOutcome) => {
    setTour(null);
    void keep.run({ roles: [role], outcome });
  };
  return (
    <section className={classes.panel} aria-label="Tour">
      <Group justify="space-between" wrap="nowrap">
        <Text fz="xs" c="dimmed">
          Tour · {step + 1} of {steps.length}
        </Text>
        <CloseButton size="sm" aria-label="Skip tour" onClick={() => end("skipped")} />
      </Group>
      <div aria-live="polite">
        <Text fw={640}>{title}</Text>
        <Text fz="sm">{text}</Text>
      </div>
      <Group justify="flex-end" gap="xs" mt="xs">
        {step > 0 && (
          <Button size="xs" variant="default" onClick={() => go({ role, step: step - 1 })}>
            Back
          </Button>
        )}
        {step < steps.length - 1 ? (
          <Button size="xs" onClick={() => go({ role, step: step + 1 })}>
            Next
          </Button>
        ) : (
          <Button size="xs" onClick={() => end("done")}>
            Finish tour
          </Button>
        )}
      </Group>
    </section>
  );
}
