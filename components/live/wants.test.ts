import { expect, it } from "vitest";
import { strongest, watchQuery } from "./wants";

it("asks once for a topic, as the strongest of those who want it, in one order", () => {
  const one = [
    { topic: "user:3", doing: null },
    { topic: "question:7", doing: "viewing" as const },
    { topic: "question:7", doing: "editing" as const },
    { topic: "question:7", doing: null },
  ];
  expect(watchQuery(strongest(one))).toBe("watch=question%3A7~editing&watch=user%3A3");
  expect(watchQuery(strongest([...one].reverse()))).toBe(watchQuery(strongest(one)));
  expect(watchQuery(strongest([]))).toBe("");
});
