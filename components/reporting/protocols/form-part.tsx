"use client";

import { Suspense, type ComponentProps } from "react";
import { part } from "@/components/ui/when-wanted";

const Protocol = part(async () => ({ default: (await import("./protocol-form")).ProtocolForm }));

/** The form, whose script comes when it is drawn: in a report, not before its options are unfolded. */
export function ProtocolFormPart(props: ComponentProps<typeof Protocol>) {
  return (
    <Suspense>
      <Protocol {...props} />
    </Suspense>
  );
}
