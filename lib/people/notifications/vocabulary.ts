/* No schema library here: every signed-in page has this, and desks stay light. */

/** Pages and the work that they show; `$1` is the number in the address. Without a number, all work of the kind. */
const WORK_OF_PAGES: readonly (readonly [page: RegExp, subject: string])[] = [
  [/^\/(?:write|submissions)\/(\d+)$/, "submission:$1"],
  [/^\/questions\/Q?(\d+)$/i, "question:$1"],
  [/^\/refresh(?:\/desk)?$/, "answers-due"],
  [/^\/rate\/(\d+)$/, "campaign:$1"],
  [/^\/campaigns\/(\d+)$/, "alarm:$1"],
  [/^\/(?:discussions|adjudication)\/(\d+)$/, "item:$1"],
  [/^\/flags$/, "flag:"],
  [/^\/jobs\/(\d+)$/, "job:$1"],
];

/** Returns those of the subjects that the page at an address shows. @param path the address without its query */
export function subjectsOfPage(path: string, subjects: readonly string[]): string[] {
  return WORK_OF_PAGES.flatMap(([page, pattern]) => {
    const match = page.exec(path);
    if (match === null) return [];
    const shown = pattern.replace("$1", match[1] ?? "");
    return subjects.filter((one) => (shown.endsWith(":") ? one.startsWith(shown) : one === shown));
  });
}
