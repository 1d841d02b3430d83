import { describe, expect, it } from "vitest";
import { ROLES, type Role } from "@/lib/people/access/roles";
import { notEmpty } from "@/prisma/testing/not-empty";
import { filesIn, pageAddresses, read } from "@/prisma/testing/tree";
import { BESIDE, guideOf, isAt, navigationOf, PAGES, pagesOf, PLACES, tabsOf } from "./places";

/** The source of the page at an address. */
function sourceOf(href: string): string {
  const file = filesIn("app/(workbench)").find(
    (path) =>
      path
        .replace(/^app\/\(workbench\)/, "")
        .replace(/\/\([^)]*\)/g, "")
        .replace(/\/page\.tsx$/, "") === href.replace(/\/$/, "") && path.endsWith("/page.tsx"),
  );
  return read(file!);
}

const labelsOf = (...roles: Role[]) =>
  navigationOf({ roles }).flatMap(({ entries }) => entries.map(({ label }) => label));

describe("places", () => {
  it("are pages that there are, each once, by their own title", () => {
    const addresses = pageAddresses();
    expect(new Set(PAGES.map(({ href }) => href)).size).toBe(PAGES.length);
    for (const { href, label, title = label } of notEmpty(PAGES)) {
      expect(addresses).toContain(href);
      if (href === "/") continue;
      expect(/title: "([^"]*)"/.exec(sourceOf(href))?.[1], href).toBe(title);
    }
  });

  it("ask for the permission that the page asks for", () => {
    for (const { href, needs } of notEmpty(PAGES))
      expect(/requireActor\(("([^"]*)")?/.exec(sourceOf(href))?.[2] ?? null, href).toBe(needs);
  });

  it("make the navigation of each role: what it works with, a page alone by its own name", () => {
    const everyone = ["Home", "Inbox"];
    expect(Object.fromEntries(ROLES.map((role) => [role, labelsOf(role)]))).toEqual({
      annotator: [...everyone, "My questions", "Questions", "Releases", "Help"],
      rater: [...everyone, "Questions", "Releases", "Rate responses", "Help"],
      adjudicator: [...everyone, "Questions", "Releases", "Adjudication", "Help"],
      researcher: [
        ...everyone,
        "Questions",
        "Releases",
        "Protocols",
        "Model runs",
        "Automation",
        "Reports",
        "Help",
      ],
      maintainer: [
        ...everyone,
        "Submissions",
        "Questions",
        "Answer refresh",
        "Imports",
        "Releases",
        "Campaigns",
        "Adjudication",
        "Model runs",
        "Automation",
        "Reports",
        "Settings",
        "Help",
      ],
      admin: [...everyone, "Questions", "Releases", "Automation", "Administration", "Help"],
    });
    expect(labelsOf()).toEqual(["Home", "Help"]);
    expect(labelsOf("maintainer", "admin")).toContain("Administration");
  });

  it("lead to the first page that the reader works with", () => {
    const automation = (...roles: Role[]) =>
      navigationOf({ roles })
        .flatMap(({ entries }) => entries)
        .find(({ label }) => label === "Automation")!;
    expect(automation("researcher").href).toBe("/jobs");
    expect(automation("admin").href).toBe("/connections");
    // Who administers may look at all of it.
    expect(automation("admin").pages).toEqual(automation("researcher").pages);
  });

  it("have as tabs what the reader may open, and none where that is one page", () => {
    const tabs = (role: Role, pathname: string) =>
      tabsOf({ roles: [role] }, pathname)?.pages.map(({ href }) => href) ?? null;
    expect(tabs("maintainer", "/flags")).toEqual(["/refresh", "/flags"]);
    expect(tabs("maintainer", "/protocols")).toEqual([
      "/campaigns",
      "/protocols",
      "/campaigns/gold",
      "/campaigns/hours",
    ]);
    expect(tabs("researcher", "/protocols")).toBeNull();
    expect(tabs("maintainer", "/settings")).toBeNull();
    expect(tabs("admin", "/members")).toEqual(["/members", "/audit-log"]);
    expect(tabs("rater", "/flags")).toBeNull();
    expect(tabs("maintainer", "/jobs/new")).toBeNull();
    for (const role of ROLES)
      for (const { href } of notEmpty(pagesOf({ roles: [role] })))
        for (const tab of tabs(role, href) ?? [])
          expect(pagesOf({ roles: [role] }).map((page) => page.href)).toContain(tab);
  });

  it("are at one place at a time", () => {
    for (const address of notEmpty(pageAddresses())) {
      const active = PLACES.flatMap(({ places }) => places).filter(({ pages }) =>
        isAt(pages, address),
      );
      expect(active.length, address).toBeLessThanOrEqual(1);
    }
    expect(isAt([{ href: "/" }], "/rate")).toBe(false);
    expect(isAt([{ href: "/rate" }], "/rate/12")).toBe(true);
    expect(isAt([{ href: "/rate" }], "/ratings")).toBe(false);
  });

  it("are explained: each page by a heading of a guide, the pages below it by the same", () => {
    const unexplained = notEmpty(PAGES).filter(({ href }) => guideOf(href) === null);
    expect(unexplained.map(({ href }) => href)).toEqual(["/", "/inbox", "/help"]);
    expect(guideOf("/campaigns")).toBe("/help/maintainer#a-human-evaluation");
    expect(guideOf("/campaigns/7/disagreements")).toBe("/help/maintainer#a-human-evaluation");
    expect(guideOf("/rate/mine")).toBe("/help/rater#corrections-and-breaks");
    expect(guideOf("/rate/7")).toBe("/help/rater#rating");
    expect(guideOf("/rated")).toBeNull();
    expect(guideOf("/splits")).toBe("/help/maintainer#splits");
  });

  it("are explained by headings that there are", () => {
    for (const { guide } of notEmpty([...PAGES, ...BESIDE]))
      if (guide !== undefined)
        expect(read(`docs/guides/${guide[0]}.md`)).toContain(`\n## ${guide[1]}\n`);
  });
});
