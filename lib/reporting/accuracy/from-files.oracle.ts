import {
  EXPECTED_COLUMNS,
  expectedVerdict,
  type AskedQuestion,
  type Said,
} from "./accuracy.oracle";
import {
  answersOf,
  isBy,
  sameAnswers,
  yes,
  type GivenAnswers,
  type Line,
} from "@/lib/reporting/files/exported-lines.oracle";

/*
 * Which verdict each response has, for each truth, gold choice, rule, campaign and source, from files alone: the
 * exported judgments and responses, the release, and the dataset as of a day. It shares no code with the product.
 */

/** What readers of a report can download. */
export interface RatedFiles {
  /** Of all campaigns: rows=judgments and rows=responses. */
  lines: readonly Line[];
  responses: readonly Line[];
  /** By question: the rows of the release ("release"), and those of the dataset as of ISO days. */
  tables: ReadonlyMap<string, ReadonlyMap<string, Line>>;
  /** The last of these days: the dataset is as it was then. */
  present: string;
  /** Which campaign each follow-up counts with. */
  follows: ReadonlyMap<number, number>;
}

/** What a report is of. */
export interface Choice {
  /** "release", or the ISO day whose dataset has the correct answers. */
  truth: string;
  gold: "count" | "leave-out";
  rule: "majority" | "excluded";
  campaign: number | null;
  verdicts: "people" | "automatic" | "people-else-automatic";
}
export interface GoldRow extends GivenAnswers {
  id: number;
  kind: string;
  relaxed: boolean | null;
  strict: boolean | null;
}
export interface Machine extends GivenAnswers {
  evaluator: string;
  relaxed: boolean | null;
  strict: boolean | null;
  release_answers: boolean;
}
/** What is known of a run's response. */
export interface Judged {
  /** The truth's. */
  row: Line;
  rated: boolean;
  relaxed: boolean | null;
  strict: boolean | null;
  gold: boolean;
  others: number;
  /** It is what the evaluator said. */
  automatic: boolean;
  /** Modes that the evaluator was to judge and did not, by these answers; and those that it judged by others. */
  missing: ("relaxed" | "strict")[];
  automaticOthers: number;
}

const latest = <T>(items: readonly T[], id: (item: T) => number) =>
  items.reduce<T | null>(
    (last, item) => (last === null || id(item) > id(last) ? item : last),
    null,
  );

/** Whether the question of a truth's row has other answers or another premise by now; none that was reworded or retired has. */
export const changedSince = ({ tables, present: today }: RatedFiles, row: Line) => {
  const present = tables.get(today)!.get(row.question!.trim());
  return present !== undefined && !sameAnswers(row, present);
};

/** A campaign counts with its follow-ups. */
const isOf = ({ follows }: RatedFiles, line: Line, campaign: number | null) => {
  const own = Number(line.campaign_id);
  return campaign === null || own === campaign || follows.get(own) === campaign;
};

/** The questions of the release that count, with the truth's row of each. */
function asked(files: RatedFiles, { truth, gold, campaign }: Choice): Map<string, Line> {
  // A question that was reworded between two releases is gold in both.
  const numbers = new Map(files.responses.map((line) => [line.question!, line.question_id!]));
  const golden = new Set(
    files.responses
      .filter((line) => yes(line.gold!) && isOf(files, line, campaign))
      .map((line) => line.question_id!),
  );
  const found = [...files.tables.get("release")!.keys()].flatMap((question): [string, Line][] => {
    const row = files.tables.get(truth)!.get(question);
    return row === undefined || (gold === "leave-out" && golden.has(numbers.get(question) ?? ""))
      ? []
      : [[question, row]];
  });
  return new Map(found);
}

/** How many questions of the release a report leaves out. */
export interface Excluded {
  retired: number;
  /** Not yet added on the truth's day. */
  absent: number;
  reworded: number;
  gold: number;
}

/** By the numbers of the questions: of those that the day's dataset lacks, a later day's has the ones that were not there yet. */
export function excludedOf(files: RatedFiles, choice: Choice): Excluded {
  const idsOf = (table: string) =>
    new Set([...files.tables.get(table)!.values()].map((row) => row.id!));
  const later = [...files.tables.keys()].filter((day) => day !== "release" && day > choice.truth);
  const excluded = { retired: 0, absent: 0, reworded: 0, gold: 0 };
  const counted = asked(files, choice);
  for (const [question, { id }] of files.tables.get("release")!) {
    if (counted.has(question)) continue;
    if (files.tables.get(choice.truth)!.has(question)) excluded.gold++;
    else if (idsOf(choice.truth).has(id!)) excluded.reworded++;
    else if (later.some((day) => idsOf(day).has(id!))) excluded.absent++;
    else excluded.retired++;
  }
  return excluded;
}

/** By the source: people's verdict, the evaluator's, or people's where anyone rated and else the evaluator's. */
export function judgedBy(files: RatedFiles, choice: Choice, run: number): Map<string, Judged> {
  const people = peopleOf(files, choice, run);
  if (choice.verdicts === "people") return people;
  const machine = machineOf(files, choice, run);
  if (choice.verdicts === "automatic") return machine;
  return new Map(
    [...people].map(([question, human]) => {
      const { automaticOthers, ...said } = machine.get(question)!;
      return [
        question,
        { ...(human.rated ? human : { ...said, others: human.others }), automaticOthers },
      ];
    }),
  );
}

/** What people said by the truth's answers. */
function peopleOf(files: RatedFiles, choice: Choice, run: number): Map<string, Judged> {
  const chosen = (line: Line) => Number(line.run_id) === run && isOf(files, line, choice.campaign);
  const own = files.lines.filter(chosen);
  const asTask = files.responses.filter(chosen);
  return new Map(
    [...asked(files, choice)].map(([question, row]): [string, Judged] => {
      const here = own.filter((line) => line.release_question === question);
      const standing = here.filter((line) => yes(line.counts!));
      // One vote for each person and truth: the last.
      const votes = new Map<string, Line>();
      for (const line of standing.toSorted((a, b) => Number(a.judgment_id) - Number(b.judgment_id)))
        votes.set(`${line.rater_key} ${line.answers} ${line.false_premise}`, line);
      const counted = [...votes.values()].filter((line) => isBy(answersOf(line), row));
      const settled = latest(
        here.filter(
          (line) =>
            line.adjudication_id !== "" &&
            line.adjudication_revision === line.revision &&
            isBy(answersOf(line), row),
        ),
        (line) => Number(line.adjudication_id),
      );
      const ledger = asTask
        .filter((line) => line.question === question && yes(line.gold!))
        .flatMap((line) => JSON.parse(line.gold_verdicts!) as GoldRow[]);
      const withdrawn = Math.max(
        0,
        ...ledger.filter(({ kind }) => kind === "withdrawn").map(({ id }) => id),
      );
      const gold = latest(
        ledger.filter((entry) => entry.id > withdrawn && isBy(entry, row)),
        ({ id }) => id,
      );
      const said = (relaxed: string, strict: string): Said => ({
        relaxed: yes(relaxed),
        strict: yes(strict),
      });
      const decide = (mode: keyof Said) =>
        expectedVerdict(
          {
            // Only what was withdrawn has no verdict.
            gold: gold as Said | null,
            adjudicated: settled && said(settled.adjudicated_relaxed!, settled.adjudicated_strict!),
            votes: counted.map((line) => said(line.relaxed!, line.strict!)),
          },
          choice.rule,
          mode,
        );
      return [
        question,
        {
          row,
          rated: gold !== null || settled !== null || counted.length > 0,
          relaxed: decide("relaxed"),
          strict: decide("strict"),
          gold: gold !== null,
          others: votes.size - counted.length,
          automatic: false,
          missing: [],
          automaticOthers: 0,
        },
      ];
    }),
  );
}

/** What the evaluator said by the truth's answers of the responses of the campaign. */
function machineOf(files: RatedFiles, choice: Choice, run: number): Map<string, Judged> {
  const asTask = files.responses.filter(
    (line) => Number(line.run_id) === run && isOf(files, line, choice.campaign),
  );
  return new Map(
    [...asked(files, choice)].map(([question, row]): [string, Judged] => {
      const [response] = asTask.filter((line) => line.question === question);
      const all = response ? (JSON.parse(response.automatic_verdicts!) as Machine[]) : [];
      const said = all.find((one) => isBy(one, row));
      const modes = ["relaxed", "strict"] as const;
      return [
        question,
        {
          row,
          rated: said !== undefined,
          relaxed: said?.relaxed ?? null,
          strict: said?.strict ?? null,
          gold: false,
          others: 0,
          automatic: said !== undefined,
          missing: response ? modes.filter((mode) => (said?.[mode] ?? null) === null) : [],
          automaticOthers: modes.filter((mode) =>
            all.some((one) => !isBy(one, row) && one[mode] !== null),
          ).length,
        },
      ];
    }),
  );
}

/** Knowledge from before it is old. */
export const YEAR = 2022;
function askedOf(row: Line): AskedQuestion {
  const [, before, year] = /^(before )?(\d+)$/.exec(row.effective_year!) ?? [];
  return {
    falsePremise: yes(row.false_premise!),
    factType: row.fact_type!,
    hops: row.num_hops!,
    year: year === undefined ? null : Number(year),
    before: before !== undefined,
  };
}
/** Which questions each column is of. */
export const COLUMNS: Record<string, (row: Line) => boolean> = Object.fromEntries(
  Object.entries(EXPECTED_COLUMNS).map(([column, belongs]) => [
    column,
    (row: Line) => belongs(askedOf(row), YEAR),
  ]),
);
/** What a measure says of a response; null: nothing. */
export function says(
  measure: (typeof FILE_MEASURES)[number],
  { relaxed, strict }: Pick<Judged, "relaxed" | "strict">,
): boolean | null {
  if (measure === "relaxed") return relaxed;
  if (measure === "strict") return strict;
  if (relaxed === null || strict === null) return null;
  if (measure === "gap") return relaxed && !strict;
  return measure === "relaxed-in-both" ? relaxed : strict;
}
/** Those that a report shows; files have two more. */
export const MEASURES = ["relaxed", "strict", "gap"] as const;
export const FILE_MEASURES = [...MEASURES, "relaxed-in-both", "strict-in-both"] as const;
