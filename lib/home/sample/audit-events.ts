import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";

export const sampleAdded = auditEvent("sample.added", {
  label: "Sample added",
  data: z.object({ count: z.number() }),
  text: ({ count }) => countOf(count, "sample question"),
});
