/*
 * What people can be told: each kind of notice is defined by the feature that sends it, in its notices.ts, and the inbox
 * knows them all (lib/home/inbox/kinds.ts). See docs/decisions/0252.
 */
import { z } from "zod";

const EXCERPT_CHARACTERS = 200;
/** Data of a notice: a question or a comment as it quotes it. */
export const excerpt = z.string().max(300);

/** The beginning of a text, as a notice quotes it. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return [...line].length > EXCERPT_CHARACTERS
    ? `${[...line].slice(0, EXCERPT_CHARACTERS - 1).join("")}…`
    : line;
}

/** A notice in words: one line, what was said, and where to go on. */
export interface NoticeWords {
  title: string;
  /** What it is about or what someone wrote, on further lines. */
  detail: string;
  href: string;
}

/** A notice that was stored, as it can be said. */
export interface ToldNotice {
  /** Who is named as its author; null: no one. */
  by: string | null;
  /** @param by named instead of its author, where several notices are said as one */
  words(by?: string): NoticeWords;
  /** The question whose discussion it quotes, and the notice without the quotation; null: it quotes none. */
  discussion: { questionId: number; closed: ToldNotice } | null;
}

/** What the inbox and emails know of a kind of notice. */
export interface ReadableNoticeKind {
  readonly kind: string;
  /** A word or two in front of it. */
  readonly label: string;
  /** Each replaces the one before: of several, only the newest is said. */
  readonly replaces: boolean;
  /** A notice of this kind as it was stored; null where the data is that of another version. */
  read(data: unknown): ToldNotice | null;
}

/** Every kind by its name. */
export type NoticeKinds = ReadonlyMap<string, ReadableNoticeKind>;

/** A kind of notice, with what a notice of it holds. */
export interface NoticeKind<Data extends z.ZodObject = z.ZodObject> extends ReadableNoticeKind {
  readonly data: Data;
  subject(data: z.output<Data>): string;
}

/**
 * Defines a kind of notice. Notices hold what their reader may see anyway, and no more of it than is needed to recognize what
 * they are about.
 * @param name its name in the table
 * @param kind.data stored with it; `by` is who acted, as the reader knows them
 * @param kind.subject what it speaks of: the work that, once opened, makes it read, and by which the inbox groups. Each page
 *   names the subjects that it shows, see subjectsOfPage in vocabulary.ts.
 * @param kind.title one line
 * @param kind.lines what it is about or what someone wrote; empty ones are left out
 * @param kind.discussion for one that quotes the discussion of a question, which is closed to those who have yet to rate the
 *   question: which question, and the data without the quotation
 */
export function noticeKind<Data extends z.ZodObject>(
  name: string,
  {
    label,
    data: schema,
    subject,
    title,
    lines,
    href,
    replaces = false,
    discussion = null,
  }: {
    label: string;
    data: Data;
    subject: (data: z.output<Data>) => string;
    title: (data: z.output<Data>) => string;
    lines: (data: z.output<Data>) => string[];
    href: (data: z.output<Data>) => string;
    replaces?: boolean;
    discussion?: {
      questionId: (data: z.output<Data>) => number;
      closed: (data: z.output<Data>) => z.output<Data>;
    } | null;
  },
): NoticeKind<Data> {
  const told = (data: z.output<Data>, quoted = discussion): ToldNotice => ({
    by: "by" in data && typeof data.by === "string" ? data.by : null,
    words(by) {
      const named = by === undefined ? data : { ...data, by };
      return {
        title: title(named),
        detail: lines(named).filter(Boolean).join("\n"),
        href: href(named),
      };
    },
    discussion:
      quoted === null
        ? null
        : { questionId: quoted.questionId(data), closed: told(quoted.closed(data), null) },
  });
  return {
    kind: name,
    label,
    data: schema,
    subject,
    replaces,
    read(stored) {
      const { data } = schema.safeParse(stored);
      return data === undefined ? null : told(data);
    },
  };
}
