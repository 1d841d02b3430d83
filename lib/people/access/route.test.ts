import { describe, expect, it } from "vitest";

import { isCrossSiteWrite } from "./route";

const request = (method: string, headers: Record<string, string>) =>
  new Request("http://workbench.example/api/imports", {
    method,
    headers: { host: "workbench.example", ...headers },
  });

describe("writes for other sites", () => {
  it.each([
    ["POST", { "sec-fetch-site": "cross-site" }],
    ["POST", { "sec-fetch-site": "same-site" }],
    ["DELETE", { origin: "https://evil.example" }],
    ["POST", { origin: "null" }],
    ["PUT", { origin: "http://workbench.example:8080" }],
  ])("are refused: %s %j", (method, headers) =>
    expect(isCrossSiteWrite(request(method, headers as Record<string, string>))).toBe(true),
  );

  it.each([
    ["GET", { "sec-fetch-site": "cross-site" }],
    ["POST", { "sec-fetch-site": "same-origin" }],
    ["POST", { origin: "http://workbench.example" }],
    ["POST", {}],
  ])("and nothing else is: %s %j", (method, headers) =>
    expect(isCrossSiteWrite(request(method, headers as Record<string, string>))).toBe(false),
  );
});
