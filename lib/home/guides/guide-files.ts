import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readMarkdown, type Rich } from "@/lib/rating/judging/markdown";
import type { GuideName } from "./schema";

/** A guide as it is drawn, without its first heading, which is the title of the page. */
export async function readGuide(name: GuideName): Promise<Rich[]> {
  const text = await readFile(join(process.cwd(), "docs", "guides", `${name}.md`), "utf8");
  const parts = readMarkdown(text, { ours: true }) ?? [];
  return parts.filter((part) => part.is !== "heading" || part.level > 1);
}
