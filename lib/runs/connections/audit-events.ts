import { z } from "zod";
import { auditEvent, listed } from "@/lib/people/audit-log/audit-event";
import { countOf, formatCount } from "@/lib/platform/format";

const connection = z.object({ connectionId: z.number(), name: z.string() });
const aboutConnection = {
  data: connection,
  text: ({ name }: z.output<typeof connection>) => `“${name}”`,
  href: ({ connectionId }: z.output<typeof connection>) => `/connections/${connectionId}`,
};

const servedModel = connection.extend({ servedModelId: z.number(), label: z.string() });
const aboutServedModel = {
  data: servedModel,
  text: ({ name, label }: z.output<typeof servedModel>) => `“${label}” of “${name}”`,
  href: aboutConnection.href,
};

export const connectionCreated = auditEvent("connection.created", {
  ...aboutConnection,
  label: "Connection added",
  data: connection.extend({ service: z.string() }),
  text: ({ name, service }) => `“${name}” (${service})`,
});

export const connectionEdited = auditEvent("connection.edited", {
  ...aboutConnection,
  label: "Connection edited",
  data: connection.extend({ changed: z.array(z.string()) }),
  text: ({ name, changed }) => `“${name}”: ${listed(changed, "nothing changed")}`,
});

export const connectionArchived = auditEvent("connection.archived", {
  ...aboutConnection,
  label: "Connection archived",
});

export const connectionRestored = auditEvent("connection.restored", {
  ...aboutConnection,
  label: "Connection restored",
});

/** Where a connection's key is now. */
const KEY_SET: Record<string, string> = {
  none: "no key",
  environment: "key from the environment",
  entered: "key entered",
};

export const connectionKeySet = auditEvent("connection.key-set", {
  ...aboutConnection,
  label: "Connection key changed",
  /** `source`: none, environment or entered; never the key or its hint. */
  data: connection.extend({ source: z.string() }),
  text: ({ name, source }) => `“${name}”: ${KEY_SET[source] ?? source}`,
});

export const connectionTested = auditEvent("connection.tested", {
  ...aboutConnection,
  label: "Connection tested",
  data: connection.extend({ outcome: z.string() }),
  text: ({ name, outcome }) => `“${name}”: ${outcome}`,
});

export const servedModelAdded = auditEvent("served-model.added", {
  ...aboutServedModel,
  label: "Connection’s model added",
});

export const servedModelEdited = auditEvent("served-model.edited", {
  ...aboutServedModel,
  label: "Connection’s model edited",
  data: servedModel.extend({ changed: z.array(z.string()) }),
  text: ({ name, label, changed }) =>
    `“${label}” of “${name}”: ${listed(changed, "nothing changed")}`,
});

export const servedModelArchived = auditEvent("served-model.archived", {
  ...aboutServedModel,
  label: "Connection’s model archived",
});

export const servedModelRestored = auditEvent("served-model.restored", {
  ...aboutServedModel,
  label: "Connection’s model restored",
});

export const priceAdded = auditEvent("price.added", {
  ...aboutConnection,
  label: "Price added",
  data: connection.extend({ apiName: z.string(), validFrom: z.string() }),
  text: ({ name, apiName, validFrom }) => `“${name}”: ${apiName || "searches"} from ${validFrom}`,
});

export const hostAllowed = auditEvent("host.allowed", {
  label: "Host allowed",
  /** `pages`: pages there may be read, too; missing in events of before there was that. */
  data: z.object({ host: z.string(), pages: z.boolean().optional() }),
  text: ({ host, pages }) => `${host}${pages ? ", its pages included" : ""}`,
  href: "/connections",
});

export const hostRemoved = auditEvent("host.removed", {
  label: "Host no longer allowed",
  data: z.object({ host: z.string() }),
  text: ({ host }) => host,
  href: "/connections",
});

export const keysRotated = auditEvent("keys.rotated", {
  label: "Keys re-encrypted",
  data: z.object({ sealed: z.number(), lost: z.number() }),
  text: ({ sealed, lost }) => `${countOf(sealed, "key")} re-encrypted, ${formatCount(lost)} lost`,
  href: "/connections",
});
