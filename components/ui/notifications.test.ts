import { beforeEach, expect, test } from "vitest";
import { notifications, shownMessages, subscribeToMessages } from "./notifications";

beforeEach(() => {
  while (shownMessages().length > 0) notifications.hide(shownMessages()[0]!.id);
});
const words = () => shownMessages().map(({ message }) => message);

test("five messages are shown at once, and those that wait follow as others go", () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g"].map((message) => notifications.show({ message }));
  expect(words()).toEqual(["a", "b", "c", "d", "e"]);
  notifications.hide(ids[1]!);
  expect(words()).toEqual(["a", "c", "d", "e", "f"]);
  // One that was never shown goes, too.
  notifications.hide(ids[6]!);
  notifications.hide(ids[0]!);
  expect(words()).toEqual(["c", "d", "e", "f"]);
});

test("what shows them is told of each change, and gets the same list in between", () => {
  let told = 0;
  const stop = subscribeToMessages(() => told++);
  const id = notifications.show({ message: "a" });
  expect(shownMessages()).toBe(shownMessages());
  notifications.hide(id);
  expect(told).toBe(2);
  stop();
  notifications.hide(notifications.show({ message: "b" }));
  expect(told).toBe(2);
});
