import { id } from "@/lib/platform/fields";
import { MAX_INT } from "@/lib/platform/plain-fields";
import { line } from "@/lib/platform/text";
import { z } from "zod";

/** How someone is told by email: each notice at once, one digest a day, or not at all. */
export const EMAIL_PREFERENCES = ["at-once", "daily", "never"] as const;
export type EmailPreference = (typeof EMAIL_PREFERENCES)[number];
/** For those who have not chosen. */
export const DEFAULT_MAIL_CHOICE: EmailPreference = "daily";

const postgresId = id.max(MAX_INT);
/**
 * Which notices were read: all of them up to `upTo`, so that what came in the meantime stays unread, or of these only
 * those of the same kind and subject as `like`. By subjects: the work that they speak of was opened.
 */
export const markReadSchema = z.union([
  z.object({ subjects: z.array(line(100)).min(1).max(200) }),
  z.object({ upTo: postgresId, like: postgresId.optional() }),
]);
export const updateEmailPreferenceSchema = z.object({ mail: z.enum(EMAIL_PREFERENCES) });
