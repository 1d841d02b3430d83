import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { notEmpty } from "@/prisma/testing/not-empty";
import { filesIn, pageAddresses, productSourcesIn, read } from "@/prisma/testing/tree";
import { readGuide } from "./guide-files";
import { guideNamed, GUIDES, type GuideName } from "./schema";

const NAMES = Object.keys(GUIDES) as GuideName[];
const textOf = (name: GuideName) => readFileSync(`docs/guides/${name}.md`, "utf8");
/** Every source that has words of the pages. */
const sources = [
  ...productSourcesIn("app"),
  ...productSourcesIn("components"),
  ...productSourcesIn("lib"),
]
  .filter((path) => !/lib\/(cli|bench|launcher)\//.test(path))
  .map((path) => read(path).replaceAll("&apos;", "'"))
  .join("\n");

describe("the guides of docs/guides", () => {
  it("are the ones that Help lists, each under its own title", () => {
    expect(
      filesIn("docs/guides")
        .map((path) => path.replace(/^.*\/|\.md$/g, ""))
        .sort(),
    ).toEqual([...NAMES].sort());
    for (const name of NAMES)
      expect(textOf(name)).toMatch(new RegExp(`^# ${GUIDES[name].title}\n`));
    expect(guideNamed("rater")).toBe("rater");
    for (const other of ["constructor", "../README", ""]) expect(guideNamed(other)).toBeNull();
  });

  it.each(NAMES)("%s is drawn with its headings and links, without its own title", async (name) => {
    const parts = notEmpty(await readGuide(name));
    expect(parts[0]).not.toMatchObject({ is: "heading", level: 1 });
    expect(parts.some((part) => part.is === "heading" && part.level === 2)).toBe(true);
    // A link that is none is drawn as a note, with its address.
    expect(JSON.stringify(parts)).not.toContain('"is":"note"');
  });

  it("lead to pages that there are", () => {
    const pages = new Set(pageAddresses());
    const links = NAMES.flatMap((name) => [...textOf(name).matchAll(/\]\((\/[^)]*)\)/g)]);
    for (const [, href] of notEmpty(links)) {
      const guide = /^\/help\/([a-z-]+)$/.exec(href!)?.[1];
      if (guide === undefined || guideNamed(guide) === null) expect(pages).toContain(href);
    }
  });

  it("call buttons, pages and choices what the product calls them", () => {
    const names = NAMES.flatMap((name) => [...textOf(name).matchAll(/\*\*([^*]+)\*\*/g)]).map(
      ([, said]) => said!.replace(/:$/, ""),
    );
    for (const said of notEmpty(names)) expect(sources, said).toContain(said);
  });
});
