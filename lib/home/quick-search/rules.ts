/** The question that is meant by its ID: "Q515", "q 515" or "515"; null: the text names none. */
export function questionIdIn(q: string): number | null {
  const digits = /^(?:q\s*)?0*(\d{1,9})$/i.exec(q.trim())?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

/**
 * Whether a text is searched for in questions: shorter ones are in nearly all of them, and no index helps to find them.
 * Scripts without letters say much in one or two characters.
 */
export function isLongEnough(q: string): boolean {
  const characters = [...q.trim()];
  return characters.length >= 3 || characters.some((one) => one > "\u02ff");
}
