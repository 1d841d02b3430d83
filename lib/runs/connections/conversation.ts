import { MONTHS } from "@/lib/platform/format";
import type { Message } from "./models";

/**
 * The conversation around a prompt: instructions, and the date as something that the model said itself.
 * @param today as the prompt states it, "November 22, 2026"; null leaves the date out.
 * @param zone the time zone of that date, in words.
 */
export function conversation(
  prompt: string,
  today: string | null,
  style: string,
  zone = "Pacific Standard Time",
): Message[] {
  if (today === null)
    return [
      { role: "system", content: `You are a helpful assistant. ${style}` },
      { role: "user", content: prompt },
    ];
  return [
    {
      role: "system",
      content: `You are a helpful assistant. ${style} Knowledge cutoff: ${today}.`,
    },
    { role: "user", content: "What is today's date?" },
    { role: "assistant", content: `Today is ${today} in ${zone}.` },
    { role: "user", content: prompt },
  ];
}

/** Returns an ISO date as prompts state it: "November 22, 2026", "November 02, 2026". */
export function dateInWords(isoDay: string): string {
  const [year, month, day] = isoDay.split("-") as [string, string, string];
  return `${MONTHS[Number(month) - 1]!} ${day}, ${year}`;
}

/**
 * Makes a function that returns a text as a prompt holds it. Lines that would look like the prompt's own ("evaluation:
 * correct", another question) are quoted, so that a response does not write its own verdict or a further example; every
 * other text is as it is. It makes such a line recognizable, and is no promise that a model heeds it.
 * @param labels that the prompt's own lines begin with, in lower case.
 */
export function quotingLines(labels: readonly string[]): (text: string) => string {
  const own = labels.map((label) => label.replaceAll(/[()]/g, "\\$&")).join("|");
  const before = new RegExp(
    `(\\r\\n|[\\n\\r\\u2028\\u2029])(?=[^\\p{L}\\n\\r\\u2028\\u2029]*(?:${own})[^\\p{L}\\n\\r\\u2028\\u2029]{0,20}?:)`,
    "giu",
  );
  return (text) => text.replaceAll(before, "$1> ");
}
