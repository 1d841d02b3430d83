import { describe, expect, it } from "vitest";
import { safeCallbackPath } from "./rules";

describe("where signing in leads back to", () => {
  it.each([
    ["/questions?sort=reviewOn&page=2", "/questions?sort=reviewOn&page=2"],
    ["/releases/FreshQA_v11212026#files", "/releases/FreshQA_v11212026#files"],
    ["/", "/"],
    ["/imports/../users", "/users"],
  ])("keeps a path of this site: %s", (wanted, path) => expect(safeCallbackPath(wanted)).toBe(path));

  it.each([
    null, undefined, "", "questions", "https://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "/\n/evil.example",
    "javascript:alert(1)", "/sign-in", "/sign-in?callbackUrl=/", "/api/auth/signout", "/x/..//evil.example", "/..//evil.example", " /questions", "http:/evil.example", "/%5C/..\\evil",
  ])("never leaves it: %j", (wanted) => expect(safeCallbackPath(wanted)).toBe("/"));
});
