import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CUSTOM, type License } from "./vocabulary";

/** The full text of a license, with its holder where it names one; null for terms of one's own, which stand at an address. */
export async function licenseText({ license, holder }: License): Promise<string | null> {
  if (license === CUSTOM) return null;
  const path = join(process.cwd(), "lib", "dataset", "licenses", "texts", `${license}.txt`);
  // Of a release's rights no year is known.
  return (await readFile(path, "utf8")).replace("<year> <copyright holders>", () => holder);
}
