"use client";

import { part } from "@/components/ui/when-wanted";

/** The form, whose script comes when it is drawn: in a report, not before its options are unfolded. */
export const AgreementFormPart = part(async () => ({
  default: (await import("./agreement-form")).AgreementForm,
}));
