import { percentOf } from "@/lib/platform/numbers";
import { expect, it } from "vitest";
import { computeAgreement } from "./agreement";
import { unitPattern } from "./patterns";
import { agreementDataTable, agreementTable } from "./report-table";

it("gives percent agreement in percent and coefficients as they are, to people and to programs", () => {
  const agreement = computeAgreement({
    values: 2,
    scale: 2,
    raters: 2,
    patterns: [unitPattern([2, 0], 10), unitPattern([1, 1], 3), unitPattern([0, 2], 7)],
  });
  const { percent, gwetAC1 } = agreement.coefficients;
  expect(percent.value).toBe(17 / 20);
  const data = agreementDataTable(agreement, "").rows;
  expect(data[0]!.slice(0, 5).map((cell) => cell.value ?? cell.text)).toEqual([
    "Percent agreement",
    20,
    85,
    expect.closeTo(100 * percent.low!, 10),
    expect.closeTo(100 * percent.high!, 10),
  ]);
  expect(
    data
      .at(-1)!
      .slice(2, 5)
      .map(({ value }) => value),
  ).toEqual([gwetAC1.value, gwetAC1.low, gwetAC1.high]);
  const [first] = agreementTable(agreement, "").rows;
  expect(first!.slice(2).map(({ text }) => text)).toEqual(["85.00", "63.96", "94.76"]);
  expect(first!.slice(2).map(({ page }) => page!.text)).toEqual(["85.0%", "64.0%", "94.8%"]);
});

it("gives a percentage without the digits of how a share is stored", () => {
  expect(100 * 0.57).not.toBe(57);
  expect([0.57, 0.55, 1 / 3, 0, 1].map(percentOf)).toEqual([57, 55, 33.3333333333333, 0, 100]);
});
