/** The id of a heading, as GitHub makes them: "If changes are requested" is "if-changes-are-requested". */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
