"use client";

import { Suspense, type ComponentProps } from "react";
import { part } from "@/components/ui/when-wanted";

const Principle = part(async () => ({ default: (await import("./principle-form")).PrincipleForm }));

/** The form, whose script comes when it is drawn: in a report, not before its options are unfolded. */
export function PrincipleFormPart(props: ComponentProps<typeof Principle>) {
  return (
    <Suspense>
      <Principle {...props} />
    </Suspense>
  );
}
