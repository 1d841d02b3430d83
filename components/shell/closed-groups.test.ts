import { expect, it } from "vitest";
import { closedGroupsCookie, readClosedGroups } from "./closed-groups";

it("reads the groups that it wrote, and nothing else", () => {
  const cookie = closedGroupsCookie(["Dataset", "Human evaluation"]);
  expect(cookie).toMatch(
    /^freshqa-closed-groups=Dataset\.Human_evaluation; path=\/; max-age=31536000;/,
  );
  expect(readClosedGroups(cookie.split(/[=;]/)[1])).toEqual(["Dataset", "Human evaluation"]);
  expect(readClosedGroups(closedGroupsCookie([]).split(/[=;]/)[1])).toEqual([]);
  expect(readClosedGroups(undefined)).toEqual([]);
  expect(readClosedGroups("<script>.Results.%00")).toEqual(["Results"]);
});
