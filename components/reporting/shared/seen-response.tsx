import { FormattedResponse } from "@/components/rating/judging/response-text";
import type { Rich } from "@/lib/rating/judging/markdown";

export type ReadMarkdown = (text: string) => Rich[] | null;

interface SeenResponseProps {
  text: string;
  /** Reads its Markdown; called on the server. Null: it is shown as it came. */
  read: ReadMarkdown;
}

/** A model's response as raters see it. */
export function SeenResponse({ text, read }: SeenResponseProps) {
  if (text.trim() === "") return <i>Empty response</i>;
  const parts = read(text);
  return parts === null ? <pre>{text}</pre> : <FormattedResponse parts={parts} />;
}
