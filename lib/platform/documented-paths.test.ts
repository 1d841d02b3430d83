import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

/** The pages whose paths must exist. Decision records name what was there on their date. */
const PAGES = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...readdirSync("docs/guides").map((name) => `docs/guides/${name}`),
  "docs/decisions/README.md",
];

/** Every file and folder of the project, each also without its ending, as prose often names modules. */
const TREE = ["app", "components", "docs", "e2e", "lib", "prisma", "public"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
);
const KNOWN = [...TREE, ...readdirSync(".")]
  .map((path) => path.replaceAll("\\", "/"))
  .flatMap((path) => [path, path.replace(/(\.db|\.test)*\.\w+$/, "")])
  .map((path) => `/${path}`);

/** Named as what there is not, as a pattern, or as part of a backup file. */
const ELSEWHERE = ["utils.ts", "helpers.ts", "NNNN-title.md", "tables/NAME.copy"];

/** True for a whole path or the end of one; `*` and `…` stand for any part of a name. */
function exists(name: string): boolean {
  const path = `/${name.replace(/\/$/, "")}`;
  if (!/[*…]/.test(path)) return KNOWN.some((known) => known.endsWith(path));
  const pattern = new RegExp(`${path.replace(/[.()[\]]/g, "\\$&").replace(/[*…]/g, "[^/]*")}$`);
  return KNOWN.some((known) => pattern.test(known));
}

/** What looks like a file or folder in a text's backticks and links; addresses of pages begin with a slash. */
function pathsIn(text: string): { named: string[]; linked: string[] } {
  // The map has a test of its own (architecture.test.ts).
  const prose = text
    .split("\n")
    .filter((line) => !/^\| .*`\//.test(line))
    .join("\n");
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, token]) => token!);
  return {
    named: quoted.filter((token) =>
      /^[\w(.][\w()[\].*…-]*(\/[\w()[\].*…-]+)+\/?$/.test(token)
        ? !/^(\.|docs\.|[a-z]+\.[a-z]+\/)/.test(token)
        : /^[\w-]+(\.[\w-]+)*\.(tsx?|mjs|cjs|prisma|md|css|yaml)$/.test(token),
    ),
    linked: [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link]) => link!)
      // Addresses of pages begin with a slash (guides.test.ts).
      .filter((link) => !/^([a-z]+:|\/)/.test(link)),
  };
}

describe("paths in the documentation", () => {
  it("are told from addresses, commands and words", () => {
    expect(
      pathsIn(
        "`lib/platform/text.ts`, `grid.ts`, `/api/health`, `npm run x`, `prisma/migrations/…_first`, `lib/`, [a](docs/b.md#c), [d](https://e.f)",
      ),
    ).toEqual({
      named: ["lib/platform/text.ts", "grid.ts", "prisma/migrations/…_first"],
      linked: ["docs/b.md"],
    });
    expect(exists("lib/platform/text.ts")).toBe(true);
    expect(exists("prisma/migrations/…_foundation")).toBe(true);
    expect(exists("lib/platform/never-written.ts")).toBe(false);
  });

  it("are many", () => {
    const all = PAGES.map((page) => pathsIn(readFileSync(page, "utf8")));
    expect(all.flatMap(({ named }) => named).length).toBeGreaterThan(80);
    expect(all.flatMap(({ linked }) => linked).length).toBeGreaterThan(80);
  });

  it.each(PAGES)("exist: %s", (page) => {
    const { named, linked } = pathsIn(readFileSync(page, "utf8"));
    expect(named.filter((name) => !exists(name) && !ELSEWHERE.includes(name))).toEqual([]);
    expect(linked.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  });
});
