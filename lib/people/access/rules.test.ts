import { describe, expect, it } from "vitest";
import { redirectWithin, safeCallbackPath } from "./rules";

describe("where signing in leads back to", () => {
  it.each([
    ["/questions?sort=reviewOn&page=2", "/questions?sort=reviewOn&page=2"],
    ["/releases/FreshQA_v11212026#files", "/releases/FreshQA_v11212026#files"],
    ["/", "/"],
    ["/imports/../members", "/members"],
  ])("keeps a path of this site: %s", (wanted, path) =>
    expect(safeCallbackPath(wanted)).toBe(path),
  );

  it.each([
    null,
    undefined,
    "",
    "questions",
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "javascript:alert(1)",
    "/sign-in",
    "/sign-in?callbackUrl=/",
    "/api/auth/signout",
    "/x/..//evil.example",
    "/..//evil.example",
    " /questions",
    "http:/evil.example",
    "/%5C/..\\evil",
  ])("never leaves it: %j", (wanted) => expect(safeCallbackPath(wanted)).toBe("/"));
});

describe("where next-auth redirects to", () => {
  it.each([
    ["/questions?page=2", "http://localhost:4730/questions?page=2"],
    ["http://localhost:4730/rate", "http://localhost:4730/rate"],
    // No address: ".evil.example" is no part of a port.
    ["http://localhost:4730.evil.example/", "http://localhost:4730"],
    ["http://localhost:47301/", "http://localhost:4730"],
    ["https://evil.example/", "http://localhost:4730"],
    ["//evil.example/x", "http://localhost:4730"],
    ["/\\evil.example", "http://localhost:4730"],
    ["javascript:alert(1)", "http://localhost:4730"],
    ["http://", "http://localhost:4730"],
    ["/questions?q=100%", "http://localhost:4730/questions?q=100%25"],
    ["/questions?q=a%26b", "http://localhost:4730/questions?q=a%26b"],
    ["/questions?q=%ff", "http://localhost:4730"],
    ["/%00", "http://localhost:4730"],
  ])("%j leads to %s", (wanted, target) =>
    expect(redirectWithin(wanted, "http://localhost:4730")).toBe(target),
  );
});
