import type { Message } from "./models";

/**
 * The conversation around a prompt: instructions, and the date as something that the model said itself.
 * @param today as the prompt states it, "November 22, 2026"; null leaves the date out.
 */
export function conversation(prompt: string, today: string | null, style: string): Message[] {
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
    { role: "assistant", content: `Today is ${today} in Pacific Standard Time.` },
    { role: "user", content: prompt },
  ];
}
