import { expect, it } from "vitest";
import { hoursInDecimals, rateWords, sumsByCurrency, withCents } from "./words";

it("writes money in its digits", () => {
  expect(["18", "18.5", "18.1234", "0.005"].map(withCents)).toEqual([
    "18.00",
    "18.50",
    "18.1234",
    "0.005",
  ]);
  expect(rateWords({ amount: "18.5", currency: "EUR", unit: "hour" })).toBe("18.50 EUR per hour");
  expect(rateWords({ amount: null, currency: "EUR", unit: "hour" })).toBe("No pay");
  expect(hoursInDecimals(11_700_000)).toBe("3.25");
});

it("adds money up exactly, each currency by itself", () => {
  const rows = [
    ...Array.from({ length: 3 }, () => ({ currency: "EUR", amount: "0.10" })),
    { currency: "CHF", amount: "90071992547409.93" },
    { currency: "CHF", amount: "0.01" },
    { currency: null, amount: null },
  ];
  expect(sumsByCurrency(rows)).toEqual([
    { currency: "CHF", amount: "90071992547409.94" },
    { currency: "EUR", amount: "0.30" },
  ]);
});
