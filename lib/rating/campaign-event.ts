import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";

/** The campaign that an event is of. */
export const campaignData = z.object({ campaignId: z.number(), name: z.string() });

/**
 * Defines a kind of audit event of a campaign, which is named in front and linked to. See auditEvent.
 * @param kind.data campaignData, extended
 * @param kind.text what is said behind the campaign's name
 */
export function campaignEvent<Data extends typeof campaignData>(
  type: string,
  { label, data, text }: { label: string; data: Data; text: (data: z.output<Data>) => string },
) {
  return auditEvent(type, {
    label,
    data,
    text: (event) => `“${event.name}”${text(event)}`,
    href: ({ campaignId }) => `/campaigns/${campaignId}`,
  });
}
