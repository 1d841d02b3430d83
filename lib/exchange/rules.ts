import type { PlanCounts } from "./schema";

/**
 * The day of a release by its file's name, `FreshQA_vMMDDYYYY…`, as an ISO day; null where the name tells none.
 */
export function releaseDayOf(fileName: string): string | null {
  const match = /FreshQA_v(\d{2})(\d{2})(\d{4})/i.exec(fileName);
  if (!match) return null;
  const day = `${match[3]}-${match[1]}-${match[2]}`;
  return new Date(`${day}T00:00:00Z`).toString() !== "Invalid Date" && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? day : null;
}

/**
 * Whose order an import keeps unless somebody chooses: a file that has at least half of the questions is a release, and
 * the data set takes its order; a smaller one brings additions, which go behind what is there.
 */
export function suggestOrder(counts: Pick<PlanCounts, "present" | "missing">): "file" | "present" {
  return counts.missing * 2 <= counts.present ? "file" : "present";
}

/** Why a plan cannot be applied with these choices, as a code and words; null when it can. */
export function obstacleOf(
  counts: Pick<PlanCounts, "bad" | "suspect" | "unreadable" | "rewordingsOpen" | "rows">,
  choices: { skipBadRows: boolean; acceptSuspect: boolean },
): { code: string; message: string } | null {
  const broken = counts.bad + counts.unreadable;
  if (broken > 0 && !choices.skipBadRows) {
    return { code: "bad-rows", message: `${broken} ${broken === 1 ? "row has" : "rows have"} errors. Mend the file and import it again, or choose to leave ${broken === 1 ? "it" : "them"} out.` };
  }
  if (counts.suspect > 0 && !choices.skipBadRows && !choices.acceptSuspect) {
    return { code: "suspect-rows", message: `${counts.suspect} ${counts.suspect === 1 ? "row looks" : "rows look"} damaged. Mend the file, or choose to take ${counts.suspect === 1 ? "it as it is" : "them as they are"} or to leave ${counts.suspect === 1 ? "it" : "them"} out.` };
  }
  if (counts.rewordingsOpen > 0) {
    return { code: "undecided", message: `${counts.rewordingsOpen} proposed ${counts.rewordingsOpen === 1 ? "rewording is" : "rewordings are"} not decided yet. Accept or reject each first.` };
  }
  if (counts.rows - counts.bad - (choices.acceptSuspect ? 0 : counts.suspect) <= 0) {
    return { code: "nothing-to-import", message: "No row is left to import." };
  }
  return null;
}
