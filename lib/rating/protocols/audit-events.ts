import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";

const protocol = z.object({ protocolId: z.number(), name: z.string() });
const aboutProtocol = {
  data: protocol,
  text: ({ name }: z.output<typeof protocol>) => `Protocol “${name}”`,
  href: ({ protocolId }: z.output<typeof protocol>) => `/protocols/${protocolId}`,
};

export const protocolCreated = auditEvent("protocol.created", {
  ...aboutProtocol,
  label: "Protocol added",
  data: protocol.extend({ unit: z.string() }),
});

export const protocolEdited = auditEvent("protocol.edited", {
  ...aboutProtocol,
  label: "Protocol edited",
  data: protocol.extend({ before: z.string() }),
  text: ({ name, before }) =>
    name === before ? `Protocol “${name}”` : `Protocol “${before}” renamed to “${name}”`,
});

export const protocolVersionSaved = auditEvent("protocol.version-saved", {
  ...aboutProtocol,
  label: "Protocol version saved",
  data: protocol.extend({ number: z.number() }),
  text: ({ name, number }) => `Protocol “${name}”, version ${number}`,
});

export const protocolArchived = auditEvent("protocol.archived", {
  ...aboutProtocol,
  label: "Protocol archived",
});

export const protocolRestored = auditEvent("protocol.restored", {
  ...aboutProtocol,
  label: "Protocol restored",
});
