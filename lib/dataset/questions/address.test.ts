import { expect, test } from "vitest";
import { readQuestionId } from "./address";

test.each([
  ["17", 17],
  ["Q17", 17],
  ["q17", 17],
  ["017", null],
  ["0", null],
  ["-1", null],
  ["1.5", null],
  ["17a", null],
  ["2147483648", null],
  ["", null],
])("the address %j names question %j", (text, id) => {
  expect(readQuestionId(text)).toBe(id);
});
