import { readdirSync, readFileSync } from "node:fs";

/** Every file below folders of the project, with its path from the root: "lib/platform/text.ts". */
export function filesIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/"))
      .sort(),
  );
}

/** Of these, the source files; the generated database client is none. */
export function sourcesIn(...folders: string[]): string[] {
  return filesIn(...folders).filter(
    (path) => /\.(tsx?|mjs)$/.test(path) && !path.startsWith("prisma/generated/"),
  );
}

/** Of these, the files that are no test. */
export function productSourcesIn(...folders: string[]): string[] {
  return sourcesIn(...folders).filter((path) => !/\.test\.tsx?$/.test(path));
}

export const read = (path: string): string => readFileSync(path, "utf8");

/** The address that a page's or route's file answers at, without route groups: "/models/[modelId]". */
export const addressOf = (path: string): string =>
  path
    .replace(/^app/, "")
    .replace(/\/\([^)]*\)/g, "")
    .replace(/\/[^/]*$/, "") || "/";

/** The files of all pages and routes. */
export const pageFiles = (): string[] =>
  filesIn("app").filter((path) => /\/(page\.tsx|route\.ts)$/.test(path));

/** The addresses of all pages and routes; each once. */
export function pageAddresses(): string[] {
  return [...new Set(pageFiles().map(addressOf))].sort();
}
