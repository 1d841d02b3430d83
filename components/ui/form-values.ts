/** The number in a field; null: it is empty. */
export function numberOf(typed: number | string): number | null {
  return typed === "" ? null : Number(typed);
}

/** The id of the row that is chosen in a list; null: none is. */
export function idOf(chosen: string | null): number | null {
  return chosen === null || chosen === "" ? null : Number(chosen);
}
