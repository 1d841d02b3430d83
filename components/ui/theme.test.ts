import { darken } from "@mantine/core";
import { describe, expect, it } from "vitest";
import { cssVariables, palette, theme } from "./theme";
import { notEmpty } from "@/prisma/testing/not-empty";

function luminance(color: string): number {
  const channels = color.startsWith("#")
    ? [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16))
    : color
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .map(Number);
  const [r, g, b] = channels.map((channel) =>
    channel / 255 <= 0.03928 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

const { dark, ...colours } = palette;

describe("the theme", () => {
  it.each(Object.entries(colours))(
    "%s can be read on buttons and badges, light and dark, at 4.5:1",
    (_name, shades) => {
      expect(contrast("#ffffff", shades[7])).toBeGreaterThanOrEqual(4.5);
      expect(contrast("#ffffff", shades[8])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(shades[1], shades[9])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(darken(shades[9], 0.5), shades[0])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(shades[9], shades[0])).toBeGreaterThanOrEqual(4.5);
      // Links and coloured text on a dark page.
      expect(contrast(dark[7], shades[4])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("keeps quiet text readable on every surface, light and dark, at 4.5:1", () => {
    const variables = cssVariables(theme as never);
    for (const name of [
      "--mantine-color-dimmed",
      "--mantine-color-placeholder",
      "--mantine-color-error",
      "--mantine-color-success",
    ]) {
      const [onLight, onDark] = [variables.light, variables.dark].map(
        (values) => (values as Record<string, string>)[name]!,
      ) as [string, string];
      const surfaces = name.endsWith("placeholder")
        ? ["#ffffff"]
        : ["#ffffff", "#fdfdfc", "#f4f6f5"];
      for (const surface of notEmpty(surfaces))
        expect(contrast(surface, onLight), `${name} on ${surface}`).toBeGreaterThanOrEqual(4.5);
      for (const surface of [dark[7], dark[8], "#1c2222"])
        expect(contrast(surface, onDark), `${name} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});
