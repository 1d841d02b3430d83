import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";

export const licenseChosen = auditEvent("license.chosen", {
  label: "License chosen",
  data: z.object({ license: z.string(), holder: z.string() }),
  text: ({ license, holder }) => `${license}, ${holder}`,
  href: "/settings",
});

export const releaseLicenseStated = auditEvent("release.license-stated", {
  label: "License of a release stated",
  data: z.object({ name: z.string(), license: z.string() }),
  text: ({ name, license }) => `${name}: ${license}`,
  href: ({ name }) => `/releases/${encodeURIComponent(name)}`,
});
