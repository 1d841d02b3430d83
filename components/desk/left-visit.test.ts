import { afterEach, expect, it, vi } from "vitest";
import { LEFT_VISIT_COOKIE, leftVisitCookie, readLeftVisit, sayStays } from "./left-visit";

afterEach(() => vi.unstubAllGlobals());
const visit = "0f8fad5b-d9cb-469f-a165-70867728950e";

it("a visit is read from its cookie, and nothing else is", () => {
  expect(readLeftVisit(visit)).toBe(visit);
  expect(leftVisitCookie(visit)).toContain(`${LEFT_VISIT_COOKIE}=${visit}; path=/; max-age=10;`);
  for (const other of [undefined, "", "1", `${visit}0`, `${visit}; x`, visit.replace("0", "G")])
    expect(readLeftVisit(other)).toBeNull();
});

it("a window that stays takes back that its own visit is left, and not what another one says", () => {
  const page = { cookie: `other=1; ${LEFT_VISIT_COOKIE}=${visit}` };
  vi.stubGlobal("document", page);
  sayStays("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  expect(page.cookie).toBe(`other=1; ${LEFT_VISIT_COOKIE}=${visit}`);
  sayStays(visit);
  expect(page.cookie).toContain(`${LEFT_VISIT_COOKIE}=${visit}; path=/; max-age=0;`);
});
