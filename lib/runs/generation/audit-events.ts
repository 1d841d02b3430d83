import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";
import { methodPage } from "./address";

const method = z.object({ methodId: z.number(), name: z.string() });
const aboutMethod = {
  data: method,
  text: ({ name }: z.output<typeof method>) => `Method “${name}”`,
  href: ({ methodId }: z.output<typeof method>) => methodPage.href({ id: methodId }),
};

export const methodCreated = auditEvent("method.created", {
  ...aboutMethod,
  label: "Method added",
  data: method.extend({ kind: z.string() }),
});

export const methodEdited = auditEvent("method.edited", {
  ...aboutMethod,
  label: "Method edited",
  data: method.extend({ before: z.string() }),
  text: ({ name, before }) =>
    name === before ? `Method “${name}”` : `Method “${before}” renamed to “${name}”`,
});

export const methodVersionSaved = auditEvent("method.version-saved", {
  ...aboutMethod,
  label: "Method version saved",
  data: method.extend({ number: z.number() }),
  text: ({ name, number }) => `Method “${name}”, version ${number}`,
});

export const methodArchived = auditEvent("method.archived", {
  ...aboutMethod,
  label: "Method archived",
});

export const methodRestored = auditEvent("method.restored", {
  ...aboutMethod,
  label: "Method restored",
});

export const demonstrationsSaved = auditEvent("demonstrations.saved", {
  label: "Demonstration set saved",
  data: z.object({
    setId: z.number(),
    name: z.string(),
    version: z.number(),
    demonstrations: z.number(),
  }),
  text: ({ name, version, demonstrations }) =>
    `“${name}”, version ${version}: ${countOf(demonstrations, "demonstration")}`,
  href: ({ setId }) => `/methods/demonstrations/${setId}`,
});
