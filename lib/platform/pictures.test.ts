import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesIn } from "@/prisma/testing/tree";
import { notEmpty } from "@/prisma/testing/not-empty";
import { PICTURE_SIZE, pictureFile, THEMES } from "./pictures";

const FOLDER = "public/pictures";
const PAGES = ["README.md", ...filesIn("docs/guides")];
const JOURNEYS = ["e2e/home/sample.spec.ts", "e2e/home/first-benchmark.spec.ts"];
const namesIn = (paths: readonly string[], pattern: RegExp) => [
  ...new Set(
    paths.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(pattern)].map(([, name]) => name!),
    ),
  ),
];
const shown = namesIn(PAGES, /public\/pictures\/([a-z-]+)\.webp/g);

/** Width and height of a lossless WebP file, by its header (RFC 9649, section 2.7: the size of the canvas, minus one). */
function sizeOf(file: Buffer): { width: number; height: number } {
  expect(file.toString("latin1", 8, 16)).toBe("WEBPVP8X");
  expect(file.includes("VP8L")).toBe(true);
  return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
}

describe("the pictures of README and guides", () => {
  it("are all taken by a journey, in both themes, and nothing else is kept", () => {
    expect(notEmpty(shown).toSorted()).toEqual(
      namesIn(JOURNEYS, /takePicture\(page, "([a-z-]+)"\)/g).toSorted(),
    );
    expect(readdirSync(FOLDER).toSorted()).toEqual(
      shown.flatMap((name) => THEMES.map((theme) => pictureFile(name, theme))).toSorted(),
    );
  });

  it("have the size that the pages leave free for them, before they are loaded", () => {
    for (const file of notEmpty(readdirSync(FOLDER)))
      expect(sizeOf(readFileSync(`${FOLDER}/${file}`)), file).toEqual(PICTURE_SIZE);
  });

  it("say in words what they show", () => {
    for (const path of PAGES)
      for (const [, words] of readFileSync(path, "utf8").matchAll(/!\[([^\]]*)\]/g))
        expect(words!.length, path).toBeGreaterThan(20);
  });
});
