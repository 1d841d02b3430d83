import { expect, it } from "vitest";
import { readQuestionIds } from "./schema";

it.each([
  ["Q12, 40\nq41;12", [12, 40, 41]],
  ["", []],
  ["Q12, twelve", null],
  ["0", null],
  ["Q-3", null],
])("%j", (words, ids) => expect(readQuestionIds(words)).toEqual(ids));
