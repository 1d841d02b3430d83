import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CountingFields } from "./counting-fields";

it("a past date ends in the dataset’s time zone, and says so", () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <CountingFields truth="2026-11-20" gold="count" timeZone="Europe/Berlin" />
    </MantineProvider>,
  );
  expect(html).toContain("Date (end of day, Europe/Berlin)");
  expect(html).toContain('value="2026-11-20"');
});
