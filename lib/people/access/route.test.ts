import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { isCrossSiteWrite, publicRoute, route } from "./route";

vi.mock("./session", () => ({ currentActor: () => Promise.resolve(null) }));

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

describe("a refused file", () => {
  const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  const refused = (error: unknown, headers: Record<string, string>) =>
    publicRoute(() => Promise.reject(error as Error))(request("GET", headers), {});

  it.each([
    [
      () => new NotFound("The release “<b>”"),
      404,
      "<h1>Not found</h1>",
      "The release “&#60;b&#62;”",
    ],
    [() => new AccessDenied("reports.read"), 403, "<h1>Access denied</h1>", "permission"],
    [
      () => z.object({ on: z.string("Enter a day.") }).safeParse({}).error,
      422,
      "<h1>This file can't be made</h1>",
      "<p>Enter a day.</p>",
    ],
  ])("is a page in words for who followed a link: %s", async (error, status, title, words) => {
    const answer = await refused(error(), BROWSER);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      status,
      "text/html; charset=utf-8",
    ]);
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
    const page = await answer.text();
    expect(page).toContain(title);
    expect(page).toContain(words);
    expect(page).not.toContain("highlighted");
    expect(page).not.toContain("<script");
  });

  it("says how many rows are too many for a workbook, and leads back to where its link is", async () => {
    const input = { format: "xlsx" };
    const problem = new z.ZodError([
      {
        code: "custom",
        path: ["format"],
        message: "2,000,000 rows are more than it holds.",
        input,
      },
    ]);
    const from = (referer: string) => refused(problem, { ...BROWSER, referer });
    const page = await (await from("http://workbench.example/campaigns/3?a=1&b=2")).text();
    expect(page).toContain("<p>2,000,000 rows are more than it holds.</p>");
    expect(page).toContain('<a href="/campaigns/3?a=1&#38;b=2">Back to the page before</a>');
    for (const foreign of [
      "https://evil.example/campaigns/3",
      "nonsense",
      "http://workbench.example/api/x",
    ])
      expect(await (await from(foreign)).text()).toContain('<a href="/">');
  });

  it("leads who is signed out to where one signs in", async () => {
    const answer = await route(() => Promise.reject(new Error("Not asked")))(
      request("GET", BROWSER),
      { params: Promise.resolve({}) },
    );
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('<a href="/sign-in">Sign in</a>');
  });

  it.each<Record<string, string>>([{}, { accept: "*/*" }, { accept: "application/json" }])(
    "is JSON for programs: %j",
    async (headers) => {
      const answer = await refused(new NotFound("The release"), headers);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ refusal: { code: "not-found" } });
    },
  );
});
