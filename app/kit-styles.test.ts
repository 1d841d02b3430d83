import { readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { expect, test } from "vitest";
import { productSourcesIn, read } from "@/prisma/testing/tree";

/*
 * Which styles of the kit the product needs follows from what it imports: this walks from there through the kit's own
 * modules, each of which imports the names of the classes that it wears.
 */

const KIT = "node_modules/@mantine";
/** What every page needs: variables of the theme, and rules for plain elements. */
const ALWAYS = ["baseline", "default-css-variables", "global"];

/** The names that a source imports from the kit, as values. */
function importedFromKit(source: string): string[] {
  return [...source.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)].flatMap((found) =>
    found[1]!
      .split(",")
      .map((name) => name.trim().split(" as ")[0]!)
      .filter((name) => name !== "" && !name.startsWith("type ")),
  );
}

function modulesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => resolve(folder, name));
}

/** Where the kit's index takes each name from. */
function homes(): Map<string, string> {
  const index = `${KIT}/core/esm/index.mjs`;
  return new Map(
    [...read(index).matchAll(/import \{([^}]*)\} from "([^"]+)"/g)].flatMap(([, names, from]) =>
      names!
        .split(",")
        .map(
          (name) => [name.trim().split(" as ").at(-1)!, resolve(dirname(index), from!)] as const,
        ),
    ),
  );
}

/** The kit's components whose classes are worn by these modules, or by one that they import. */
function stylesOf(modules: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const styles = new Set<string>();
  const visit = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
    if (module.endsWith(".module.mjs")) styles.add(basename(module, ".module.mjs"));
    for (const [, from] of read(module).matchAll(/from "(\.[^"]+)"/g))
      visit(resolve(dirname(module), from!));
  };
  modules.forEach(visit);
  return styles;
}

test("the kit's styles are those of the components that are used, in the kit's order", () => {
  const sources = productSourcesIn("app", "components").map(read);
  const extensions = ["modals", "spotlight"].flatMap((name) => modulesIn(`${KIT}/${name}/esm`));
  const home = homes();
  const used = [...sources, ...extensions.map(read)].flatMap(importedFromKit);
  expect(used.length).toBeGreaterThan(100);
  const unknown = used.filter((name) => !home.has(name));
  expect(unknown).toEqual([]);

  const all = read(`${KIT}/core/styles.css`);
  const place = (name: string) => all.indexOf(read(`${KIT}/core/styles/${name}.css`).trim());
  const needed = [...ALWAYS, ...stylesOf(used.map((name) => home.get(name)!))];
  expect(needed.filter((name) => place(name) === -1)).toEqual([]);
  const imported = [...read("app/kit-styles.ts").matchAll(/styles\/(.+)\.css"/g)].map(
    ([, name]) => name!,
  );
  expect(imported).toEqual(needed.toSorted((a, b) => place(a) - place(b)));
});
