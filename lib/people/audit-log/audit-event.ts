/*
 * What the audit log can say: each kind of event is defined by the feature that records it, in its audit-events.ts, and the
 * page of the log knows them all (lib/home/audit-log/kinds.ts). See docs/decisions/0252.
 */
import { z } from "zod";
import { formatCount } from "@/lib/platform/format";

/** One event in words, and where to look at what it is about. The person who acted is named elsewhere. */
interface EventWords {
  text: string;
  href: string | null;
}

/** What the page of the audit log knows of a kind of event. */
export interface ReadableEventKind {
  readonly type: string;
  /** What it is called in the filter. */
  readonly label: string;
  /** What its data holds. */
  readonly data: z.ZodObject;
  /** An event of this kind as it was stored, in words; null where the data is that of another version. */
  words(data: unknown): EventWords | null;
}

/** A kind of event, with what an event of it holds. */
export interface AuditEventKind<Data extends z.ZodObject = z.ZodObject> extends ReadableEventKind {
  readonly data: Data;
}

/**
 * Defines a kind of audit event. Events never hold passwords, tokens or the text of questions.
 * @param type its name in the table: what happened to what
 * @param kind.data stored with it; a field that came later is optional, since the log's earlier events lack it
 * @param kind.text the event in a few words
 * @param kind.href the page of what it is about, if it has one still
 */
export function auditEvent<Data extends z.ZodObject>(
  type: string,
  {
    label,
    data: schema,
    text,
    href,
  }: {
    label: string;
    data: Data;
    text: (data: z.output<Data>) => string;
    href?: string | ((data: z.output<Data>) => string | null);
  },
): AuditEventKind<Data> {
  return {
    type,
    label,
    data: schema,
    words(data) {
      const parsed = schema.safeParse(data);
      if (!parsed.success) return null;
      const link = typeof href === "function" ? href(parsed.data) : href;
      return { text: text(parsed.data), href: link ?? null };
    },
  };
}

/** Data of an event that tells how settings were changed: of each, what it was and what it is. */
export const changesSchema = z.object({
  changes: z.record(z.string(), z.object({ from: z.string(), to: z.string() })),
});

/** @param empty how an empty text reads */
export function changesInWords({ changes }: z.output<typeof changesSchema>, empty = ""): string {
  return Object.entries(changes)
    .map(([what, { from, to }]) => `${what}: ${from || empty} → ${to || empty}`)
    .join("; ");
}

/** @param none what is said of no words at all */
export function listed(words: readonly string[], none: string): string {
  return words.length === 0 ? none : words.join(", ");
}

/** What came of something, each with how many: "added 600, replaced 0". */
export function outcomeInWords(outcome: Readonly<Record<string, number>>): string {
  return Object.entries(outcome)
    .map(([what, count]) => `${what} ${formatCount(count)}`)
    .join(", ");
}
