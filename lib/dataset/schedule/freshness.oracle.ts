import { expectedDue, type PolicyDays } from "./due.oracle";

/*
 * How fresh the answers were on a day, written a second time for tests: from all rows that were ever written, each day by
 * itself, question by question. The product counts all weeks by one statement (freshOverTime in sql.ts).
 */

/** Raw rows as the database has them, revisions by number and verifications by id. */
export interface LedgerRows {
  now: Date;
  settings: {
    timeZone: string;
    frequentlyDays: number;
    occasionallyDays: number;
    hardlyEverDays: number;
  };
  revisions: {
    questionId: number;
    number: number;
    createdAt: Date;
    holdsSince: Date;
    operationId: number | null;
    status: string;
    reviewPolicy: string;
    reviewOn: Date | null;
    answers: string[];
  }[];
  verifications: {
    id: number;
    questionId: number;
    verifiedAt: Date;
    verifiedOn: Date;
    withdrawsId: number | null;
  }[];
  operations: { id: number; createdAt: Date; undoesId: number | null }[];
  releases: { name: string; publishedAt: Date }[];
}

export interface ExpectedWeek {
  day: string;
  reviewed: number;
  fresh: number;
}

/** What the rows say, with ISO days in the dataset's time zone. */
interface Ledger {
  days: PolicyDays;
  chains: Map<number, Written[]>;
  verifications: { questionId: number; seenOn: string; verifiedOn: string }[];
  releasedOn: string[];
  /** What an undo took back, by their ids, and the day on which that had been done. */
  undone: Map<number, { operationId: number; doneOn: string }>;
}

interface Written {
  number: number;
  writtenOn: string;
  holdsSince: string;
  operationId: number | null;
  status: string;
  policy: string;
  on: string | null;
  answers: string;
}

/** The weeks up to today, the earliest first. */
export function expectedWeeks(rows: LedgerRows, weeks: number): ExpectedWeek[] {
  const dayOf = (moment: Date) => dayIn(rows.settings.timeZone, moment);
  const withdrawn = new Set(rows.verifications.map(({ withdrawsId }) => withdrawsId));
  const doneOn = new Map(rows.operations.map(({ id, createdAt }) => [id, dayOf(createdAt)]));
  const ledger: Ledger = {
    days: {
      frequently: rows.settings.frequentlyDays,
      occasionally: rows.settings.occasionallyDays,
      hardly_ever: rows.settings.hardlyEverDays,
    },
    chains: new Map(),
    verifications: rows.verifications
      .filter(({ id, withdrawsId }) => withdrawsId === null && !withdrawn.has(id))
      .map((one) => ({
        questionId: one.questionId,
        seenOn: dayOf(one.verifiedAt),
        verifiedOn: isoDay(one.verifiedOn),
      })),
    releasedOn: rows.releases.map(({ name, publishedAt }) => {
      const [, month, day, year] = /(\d\d)(\d\d)(\d{4})$/.exec(name)!;
      return [`${year}-${month}-${day}`, dayOf(publishedAt)].sort()[0]!;
    }),
    undone: new Map(
      rows.operations.flatMap(({ id, undoesId }) =>
        undoesId === null ? [] : [[id, { operationId: undoesId, doneOn: doneOn.get(undoesId)! }]],
      ),
    ),
  };
  for (const one of rows.revisions) {
    const chain = ledger.chains.get(one.questionId) ?? [];
    ledger.chains.set(one.questionId, chain);
    chain.push({
      number: one.number,
      writtenOn: dayOf(one.createdAt),
      holdsSince: isoDay(one.holdsSince),
      operationId: one.operationId,
      status: one.status,
      policy: one.reviewPolicy,
      on: one.reviewOn && isoDay(one.reviewOn),
      answers: JSON.stringify(one.answers),
    });
  }
  const today = Date.parse(dayOf(rows.now));
  return Array.from({ length: weeks }, (_, at) =>
    expectedOn(ledger, isoDay(new Date(today - (weeks - 1 - at) * 7 * 86_400_000))),
  );
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

function dayIn(timeZone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return `${part("year")}-${part("month")}-${part("day")}`;
}

function expectedOn(ledger: Ledger, day: string): ExpectedWeek {
  const released = ledger.releasedOn.filter((on) => on <= day).sort();
  const week = { day, reviewed: 0, fresh: 0 };
  for (const [questionId, chain] of ledger.chains) {
    const said = standing(ledger, chain, day);
    if (said?.status !== "active" || ["never", "unrecognized"].includes(said.policy)) continue;
    const since = answersSince(ledger, chain, said);
    const due = expectedDue(
      {
        policy: said.policy,
        on: said.on,
        // What was only learned afterwards cannot have been confirmed after the day that it is about.
        answersSince: said.writtenOn > day && said.holdsSince < since ? said.holdsSince : since,
        verifiedOn:
          ledger.verifications.findLast((one) => one.questionId === questionId && one.seenOn <= day)
            ?.verifiedOn ?? null,
        plannedOn: null,
        lastReleaseOn: released.at(-1) ?? null,
      },
      ledger.days,
    );
    week.reviewed++;
    if (due.on === null || due.on >= day) week.fresh++;
  }
  return week;
}

/** The revision in force at the end of a day (docs/decisions/0221). */
function standing({ undone }: Ledger, chain: readonly Written[], day: string) {
  let best = chain.findLast(({ writtenOn }) => writtenOn <= day);
  for (const later of chain) {
    if (later.writtenOn <= day || later.holdsSince > day) continue;
    const takes = later.operationId === null ? undefined : undone.get(later.operationId);
    if (takes !== undefined && takes.doneOn > day) continue;
    const back = chain.some(
      ({ operationId }) =>
        operationId !== null &&
        later.operationId !== null &&
        undone.get(operationId)?.operationId === later.operationId,
    );
    if (back) continue;
    if (best === undefined || later.holdsSince >= best.holdsSince) best = later;
  }
  return best;
}

/** Since when a revision's answers hold, walked back over what was undone (docs/decisions/0159). */
function answersSince({ undone }: Ledger, chain: readonly Written[], from: Written): string {
  let since = from.holdsSince;
  for (let at: Written | undefined = from; at !== undefined;) {
    const takes: number | undefined =
      at.operationId === null ? undefined : undone.get(at.operationId)?.operationId;
    const back: Written | undefined =
      takes === undefined
        ? undefined
        : chain.find(({ operationId, number }) => operationId === takes && number > 1);
    if (back === undefined) {
      if (at.answers !== from.answers) return since;
      since = at.holdsSince;
    }
    const next: number = (back ?? at).number - 1;
    at = chain.find(({ number }) => number === next);
  }
  return since;
}
