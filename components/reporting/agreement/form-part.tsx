"use client";

import { Suspense, type ComponentProps } from "react";
import { part } from "@/components/ui/when-wanted";

const Agreement = part(async () => ({ default: (await import("./agreement-form")).AgreementForm }));

/** The form, whose script comes when it is drawn: in a report, not before its options are unfolded. */
export function AgreementFormPart(props: ComponentProps<typeof Agreement>) {
  return (
    <Suspense>
      <Agreement {...props} />
    </Suspense>
  );
}
