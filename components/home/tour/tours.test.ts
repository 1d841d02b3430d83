import { describe, expect, it } from "vitest";
import { ROLES } from "@/lib/people/access/roles";
import { pageAddresses } from "@/prisma/testing/tree";
import { readPlace } from "./tour-state";
import { TOURS } from "./tours";

describe("tours", () => {
  it("lead each role to three pages that there are", () => {
    const pages = pageAddresses();
    for (const role of ROLES) {
      const steps = TOURS[role];
      expect(steps).toHaveLength(3);
      expect(new Set(steps.map(({ href }) => href)).size).toBe(3);
      for (const { href } of steps) expect(pages).toContain(href);
    }
  });

  it("go on where the tab was, and nowhere else", () => {
    expect(readPlace({ role: "rater", step: 2 })).toEqual({ role: "rater", step: 2 });
    for (const kept of [null, "x", {}, { role: "owner", step: 0 }, { role: "rater", step: 3 }])
      expect(readPlace(kept)).toBeNull();
  });
});
