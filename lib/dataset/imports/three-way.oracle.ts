/** The three-way rule written again: field by field, answers as one, the status beside them. A file's row is active. */
export interface PlainVersion {
  cells: readonly string[];
  active: boolean;
}

/** Where the ten answers stand among the nineteen cells. */
const ANSWERS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17];

function fieldsOf(version: PlainVersion): string[] {
  const others = version.cells.filter((_, at) => !ANSWERS.includes(at));
  const answers = ANSWERS.map((at) => version.cells[at]);
  return [...others, JSON.stringify(answers), String(version.active)];
}

const same = (a: PlainVersion, b: PlainVersion) =>
  JSON.stringify(fieldsOf(a)) === JSON.stringify(fieldsOf(b));

export function plainSides(
  base: PlainVersion,
  ours: PlainVersion,
  file: PlainVersion,
): "file" | "here" | "both" | null {
  if (same(ours, file)) return null;
  const here = !same(ours, base);
  const there = !same(file, base);
  if (here && there) return "both";
  return here ? "here" : "file";
}

/** The fields of the combined version in the order of fieldsOf; null where some field has two new values. */
export function plainCombined(
  base: PlainVersion | null,
  ours: PlainVersion,
  file: PlainVersion,
): string[] | null {
  if (base === null) return null;
  const [was, is, says] = [fieldsOf(base), fieldsOf(ours), fieldsOf(file)];
  const combined: string[] = [];
  for (let at = 0; at < was.length; at++) {
    const changedHere = is[at] !== was[at];
    const changedThere = says[at] !== was[at];
    if (changedHere && changedThere && is[at] !== says[at]) return null;
    combined.push(changedHere ? is[at]! : says[at]!);
  }
  return combined;
}

export { fieldsOf };
