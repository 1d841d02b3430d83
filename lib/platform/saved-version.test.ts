import { expect, it } from "vitest";
import { versionToSave } from "./saved-version";

const unused = { number: 2, frozenAt: null };
const used = { number: 2, frozenAt: new Date(0) };
const asked = {
  what: "protocol",
  usedBy: "campaign",
  base: { number: 2 },
  isBase: true,
} as const;

it("saves in place while unused, and as the next version after that", () => {
  expect(versionToSave({ ...asked, latest: unused, inPlace: true })).toEqual({
    ok: true,
    value: 2,
  });
  expect(versionToSave({ ...asked, latest: used, inPlace: false })).toEqual({ ok: true, value: 3 });
});

it.each([
  ["another version", { latest: { number: 3, frozenAt: null }, inPlace: true }, "Someone else"],
  ["other words", { latest: unused, isBase: false, inPlace: true }, "changed this protocol"],
  ["use", { latest: used, inPlace: true }, "used by a campaign"],
])("refuses a form that is out of date by %s", (_, state, words) => {
  const saved = versionToSave({ ...asked, ...state });
  expect(saved).toMatchObject({
    ok: false,
    refusal: { code: "stale", message: expect.stringContaining(words) },
  });
});
