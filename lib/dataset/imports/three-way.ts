import type { SIDES } from "./schema";
import {
  CONTENT_COLUMNS,
  type Cells,
  type Field,
  fieldOf,
  type Status,
} from "@/lib/dataset/questions/vocabulary";

/** What a question says and whether it is in use. A row of a file is always active. */
export interface Version {
  cells: Cells;
  status: Status;
}

/** Who changed a question since the revision that the file and the dataset both come from. */
export type Sides = (typeof SIDES)[number];

/** What can be changed on its own: a field (all answers together, as their order is part of them), or the status. */
export type Part = Field | "status";

/** The parts in which two versions differ. */
function changedParts(from: Version, to: Version): Set<Part> {
  const parts = new Set<Part>();
  for (const [at, column] of CONTENT_COLUMNS.entries())
    if ((from.cells[at] ?? "") !== (to.cells[at] ?? "")) parts.add(fieldOf(column));
  if (from.status !== to.status) parts.add("status");
  return parts;
}

/**
 * Combines what was changed here with what was changed in the file; null if both changed one part in different ways, or
 * if they have nothing in common.
 * @returns the version, and the parts of it that come from the file
 */
export function combine(
  base: Version | null,
  ours: Version,
  file: Version,
): (Version & { taken: Set<Part> }) | null {
  if (base === null) return null;
  const here = changedParts(base, ours);
  const differing = changedParts(ours, file);
  const taken = new Set([...changedParts(base, file)].filter((part) => differing.has(part)));
  if ([...taken].some((part) => here.has(part))) return null;
  return {
    cells: CONTENT_COLUMNS.map(
      (column, at) => (taken.has(fieldOf(column)) ? file.cells[at] : ours.cells[at]) ?? "",
    ),
    status: taken.has("status") ? file.status : ours.status,
    taken,
  };
}
