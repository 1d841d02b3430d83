import { describe, expect, it } from "vitest";
import { isLongEnough, questionIdIn } from "./rules";

describe("questionIdIn", () => {
  it.each([
    ["Q515", 515],
    ["q515", 515],
    [" Q 515 ", 515],
    ["515", 515],
    ["0007", 7],
    ["Q0", null],
    ["Q515a", null],
    ["515 people", null],
    ["-5", null],
    ["5.5", null],
    ["1234567890", null],
    ["", null],
  ])("reads %j as %j", (q, id) => {
    expect(questionIdIn(q)).toBe(id);
  });
});

describe("isLongEnough", () => {
  it.each([
    ["abc", true],
    [" ab ", false],
    ["é", false],
    ["東京", true],
    ["", false],
  ])("says of %j: %j", (q, searched) => {
    expect(isLongEnough(q)).toBe(searched);
  });
});
