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
