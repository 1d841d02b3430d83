import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readMarkdown, type Rich } from "@/lib/rating/judging/markdown";
import type { GuideName } from "./schema";

/**
 * A guide as it is drawn: without its first heading, which is the title of the page, and without the note for whoever reads
 * the file. Guides link to each other as files.
 */
export async function readGuide(name: GuideName): Promise<Rich[]> {
  const text = await readFile(join(process.cwd(), "docs", "guides", `${name}.md`), "utf8");
  const linked = text.replaceAll(/\]\(([a-z-]+)\.md/g, "](/help/$1");
  const parts = readMarkdown(linked, { ours: true }) ?? [];
  return parts.filter((part) => part.is !== "quote" && (part.is !== "heading" || part.level > 1));
}
