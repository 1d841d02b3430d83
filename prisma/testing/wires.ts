import { expect } from "vitest";
import { readInput, type Wire } from "@/lib/people/access/desk-route";

/** Expects that the route of a wire takes what a page sends for a step, the visit included. */
export function expectTaken(wire: Wire, step: string, body: Record<string, unknown>): void {
  expect(Object.keys(wire.steps)).toContain(step);
  expect(readInput(wire, wire.steps[step]!, body).error, step).toBeUndefined();
}
