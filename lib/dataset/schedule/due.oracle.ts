/*
 * When a question is due, written a second time for tests: policy by policy and day by day, as one would with a calendar
 * at hand. The product derives the same in SQL (DUE and SECTION in lib/dataset/questions/sql.ts), all at once.
 * All days are ISO days.
 */

/** What decides when a question is due. */
export interface DueFacts {
  policy: string;
  /** The day that `on_date` names. */
  on: string | null;
  /** Since when the present answers hold. */
  answersSince: string;
  /** When a person last found them true. */
  verifiedOn: string | null;
  /** A day chosen in place of the one that a soft policy gives. */
  plannedOn: string | null;
  /** The day of the last release, or null before the first one. */
  lastReleaseOn: string | null;
}

/** Days between two checks, by policy. */
export type PolicyDays = Record<"frequently" | "occasionally" | "hardly_ever", number>;

/** `on` null: not due. `hard`: no plan moves it. */
export interface ExpectedDue {
  on: string | null;
  hard: boolean;
  why: string;
}

export function expectedDue(facts: DueFacts, days: PolicyDays): ExpectedDue {
  const notDue = (why: string) => ({ on: null, hard: false, why });
  // The day when someone last had reason to believe the answers.
  const believed = [facts.answersSince, facts.verifiedOn ?? ""].sort().at(-1)!;

  if (facts.policy === "never") return notDue("never");
  if (facts.policy === "unrecognized") return notDue("unrecognized");

  if (facts.policy === "on_date") {
    if (facts.on === null) return notDue("unrecognized");
    // Only a check settles a date: changed answers alone do not.
    const checked = facts.verifiedOn !== null && !isBefore(facts.verifiedOn, facts.on);
    return checked ? notDue("checked") : { on: facts.on, hard: true, why: "date" };
  }

  if (facts.policy === "every_time") {
    if (facts.lastReleaseOn === null) {
      // Before the first release: once, the day after the answers' own.
      if (facts.verifiedOn !== null) return notDue("awaits-release");
      return { on: nextDay(facts.answersSince), hard: true, why: "release" };
    }
    // A check on the day of the release may have come before it.
    if (isBefore(facts.lastReleaseOn, believed)) return notDue("awaits-release");
    return { on: nextDay(facts.lastReleaseOn), hard: true, why: "release" };
  }

  const wait = days[facts.policy as keyof PolicyDays];
  if (wait === undefined) throw new Error(`No such policy: ${facts.policy}.`);
  if (facts.plannedOn !== null) return { on: facts.plannedOn, hard: false, why: "planned" };
  let on = believed;
  for (let passed = 0; passed < wait; passed++) on = nextDay(on);
  return { on, hard: false, why: "interval" };
}

/** In which list of the queue a question with this due day stands: a week is today and the six days behind it. */
export function expectedSection(due: string | null, today: string): string {
  if (due === null) return "none";
  if (isBefore(due, today)) return "overdue";
  let day = today;
  for (let ahead = 0; ahead < 7; ahead++) {
    if (day === due) return "week";
    day = nextDay(day);
  }
  return "upcoming";
}

const isBefore = (one: string, other: string) => Date.parse(one) < Date.parse(other);

function nextDay(iso: string): string {
  const [year, month, day] = iso.split("-").map(Number) as [number, number, number];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
  const next =
    day < length ? [year, month, day + 1] : month < 12 ? [year, month + 1, 1] : [year + 1, 1, 1];
  return next.map((part) => String(part).padStart(2, "0")).join("-");
}
