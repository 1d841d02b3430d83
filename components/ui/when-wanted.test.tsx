import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { NOT_LOADED } from "./not-loaded";
import { part } from "./when-wanted";

const shown = async (element: React.ReactNode) =>
  new Response((await prerender(element)).prelude).text();

test("a part waits for its own script, so that pages of the server may show it", async () => {
  const Greeting = part<{ name: string }>(() =>
    Promise.resolve({ default: ({ name }) => <p>Hello {name}</p> }),
  );
  expect(Greeting).toBeTypeOf("function");
  expect(await shown(<Greeting name="Ada" />)).toContain("Ada</p>");
});

test("a part whose script does not come says so", async () => {
  const Lost = part<object>(() => Promise.reject(new Error("no connection")));
  expect(await shown(<Lost />)).toContain(`<p role="alert">${NOT_LOADED}</p>`);
});
