import type { Reading } from "@/lib/dataset/file-formats/reading";
import { refuse, type Result } from "@/lib/platform/result";
import { finishWithPauses } from "@/lib/statistics/intervals";
import { agreementSteps, type GroupedRatings } from "@/lib/reporting/agreement/agreement";
import { levelSteps } from "@/lib/reporting/agreement/levels";
import type { PairCell, PairTable, UnitPattern } from "@/lib/reporting/agreement/patterns";
import type { Agreement, Level, OrdinalRatings } from "@/lib/reporting/agreement/coefficient";
import { weightedSteps } from "@/lib/reporting/agreement/weighted";
import { repeatedValue, wordsOfRepeated } from "./schema";
import {
  isNumber,
  naturally,
  numberOf,
  readRows,
  type RowReader,
  type TableRefusal,
  type UploadedFile,
} from "./table-file";

/** Ratings in a table: a row for each rating of one unit by one rater. */
interface RatingsColumns {
  unit: string;
  rater: string;
  value: string;
  /** At the ordinal level: what units belong together in intervals of mean and median. Left out: each by itself. */
  question?: string;
}

export interface RatingsRequest {
  columns: RatingsColumns;
  level: Level;
  /**
   * Every value that a rater could give, in use or not: the scale of Gwet's AC1. For the ordinal level from the lowest to
   * the highest, which values that are no numbers need. Left out: the values in use.
   */
  order?: readonly string[];
  /** Texts that mean "missing", in addition to an empty cell. */
  missing?: readonly string[];
  /** Texts that mean "cannot tell": an answer, but none that can agree. */
  cannotTell?: readonly string[];
  /** How a CSV file is read that is not in the usual form: separator and quotes. */
  reading?: Reading;
}

/** The agreement of ratings, with what came of each row. */
interface RatingsAgreement extends Agreement {
  answers: Answers;
  /** At the ordinal level. */
  ordinal?: OrdinalRatings;
}

/** What the rows of a file say. */
export interface Answers {
  /** Rows with a rating, rank or preference. */
  given: number;
  /** Rows that say that it cannot be told: answers that no number is computed from. */
  cannotTell: number;
  /** Of all answers; null without any. */
  cannotTellShare: number | null;
  /** Rows without an answer. */
  missing: number;
}

/** What a file of ratings holds, and the agreement in it. */
export interface FileAgreement {
  agreement: RatingsAgreement;
  /** The values in use, in order; at the ordinal level with an order all of the scale. */
  values: string[];
  raters: string[];
  /** For two raters: how their values meet, by the order of `values` and `raters`. Null for more raters, or very many values. */
  confusion: PairTable | null;
}

const LARGEST_CONFUSION = 40;

/**
 * Reads a file of ratings (CSV, XLSX, JSON, JSON Lines) and computes every coefficient that applies.
 * Refuses with `unreadable`, `missing-column`, `repeated-column`, `bad-ratings` or `no-order` (which a scale with a value twice is, too), with the place of what is wrong.
 * @param pause awaited from time to time, so that a server can attend to others
 */
export async function agreementOfFile(
  file: UploadedFile,
  request: RatingsRequest,
  pause: () => Promise<void> = async () => {},
): Promise<Result<FileAgreement, TableRefusal | "no-order">> {
  const twice = repeatedValue(request.order ?? []);
  if (twice !== null) return refuse("no-order", wordsOfRepeated(twice));
  const read = await readRows(
    file,
    {
      columns: request.columns as RatingsColumns & Record<string, string>,
      reading: request.reading,
    },
    (word) => new RatingsReader(request, word),
    pause,
  );
  if (!read.ok) return read;
  const reader = read.value;
  const grouped = reader.group();
  if (!grouped.ok) return grouped;
  const { ratings, values, raters, confusion } = grouped.value;
  const agreement: RatingsAgreement = {
    ...(await finishWithPauses(agreementSteps(ratings), pause)),
    answers: reader.answers.counts(),
  };
  if (request.level === "ordinal")
    agreement.ordinal = {
      weighted: await finishWithPauses(weightedSteps(ratings), pause),
      ...(await finishWithPauses(levelSteps(values, reader.byQuestion(values)), pause)),
    };
  return { ok: true, value: { agreement, values, raters, confusion } };
}

/** Sorts rows into answers, "cannot tell" and missing ones, and counts them. */
export class AnswerCount {
  private readonly missingTexts: ReadonlySet<string>;
  private readonly cannotTellTexts: ReadonlySet<string>;
  private given = 0;
  private cannotTell = 0;
  private missing = 0;

  constructor({ missing = [], cannotTell = [] }: Pick<RatingsRequest, "missing" | "cannotTell">) {
    this.missingTexts = new Set(["", ...missing.map((text) => text.trim())]);
    this.cannotTellTexts = new Set(cannotTell.map((text) => text.trim()));
  }

  /** Whether a text is an answer that numbers can be computed from. */
  take(text: string): boolean {
    if (this.missingTexts.has(text)) this.missing++;
    else if (this.cannotTellTexts.has(text)) this.cannotTell++;
    else this.given++;
    return !this.missingTexts.has(text) && !this.cannotTellTexts.has(text);
  }

  counts(): Answers {
    const answers = this.given + this.cannotTell;
    return {
      given: this.given,
      cannotTell: this.cannotTell,
      cannotTellShare: answers === 0 ? null : this.cannotTell / answers,
      missing: this.missing,
    };
  }
}

interface Rating {
  rater: number;
  value: number;
  place: number;
}

/** Collects ratings row by row and finds what is wrong with them. */
class RatingsReader implements RowReader<"unit" | "rater" | "value"> {
  readonly problems: string[] = [];
  readonly answers: AnswerCount;
  private readonly units = new Map<string, Rating[]>();
  /** The question of each unit. */
  private readonly questions = new Map<string, string>();
  private readonly raters = new Map<string, number>();
  private readonly values = new Map<string, number>();

  constructor(
    private readonly request: RatingsRequest,
    private readonly word: string,
  ) {
    this.answers = new AnswerCount(request);
  }

  take(cells: Readonly<Record<string, string>>, place: number): void {
    const { unit, rater, value, question } = cells as unknown as RatingsColumns;
    if (!this.answers.take(value)) return;
    if (unit === "") return this.problem(place, "item ID is missing. Add it or delete the row.");
    if (rater === "") return this.problem(place, "rater is missing. Add it or delete the row.");
    const known = this.knownValue(value, place);
    if (known === null) return;
    if (question !== undefined) {
      if (question === "")
        return this.problem(place, "question is missing. Add it or delete the row.");
      const other = this.questions.get(unit) ?? question;
      if (other !== question)
        return this.problem(
          place,
          `“${unit}” is of question “${question}” here and of “${other}” above. Correct one of them.`,
        );
      this.questions.set(unit, question);
    }
    const ratings = this.units.get(unit);
    const raterIndex = numberOf(this.raters, rater);
    const earlier = ratings?.find((rating) => rating.rater === raterIndex);
    if (earlier !== undefined)
      return this.problem(
        place,
        `duplicate: “${rater}” already rated “${unit}” in ${this.word} ${earlier.place}. Keep one.`,
      );
    const rating = { rater: raterIndex, value: numberOf(this.values, known), place };
    if (ratings) ratings.push(rating);
    else this.units.set(unit, [rating]);
  }

  /** For each question, in an order of their own, how many ratings have each of the values. */
  byQuestion(values: readonly string[]): number[][] {
    const found = new Map<string, number[]>();
    const place = new Map(values.map((value, at) => [value, at]));
    const indexOf = [...this.values.keys()].map((value) => place.get(value)!);
    for (const [unit, ratings] of this.units) {
      const question = this.questions.get(unit) ?? unit;
      const counts = found.get(question) ?? values.map(() => 0);
      for (const { value } of ratings) counts[indexOf[value]!]! += 1;
      found.set(question, counts);
    }
    return [...found.entries()].sort(([a], [b]) => naturally(a, b)).map(([, counts]) => counts);
  }

  group(): Result<
    {
      ratings: GroupedRatings;
      values: string[];
      raters: string[];
      confusion: PairTable | null;
    },
    "no-order"
  > {
    const ordered = this.orderValues();
    if (!ordered.ok) return ordered;
    const values = ordered.value;
    const place = new Map(values.map((value, at) => [value, at]));
    const indexOf = [...this.values.keys()].map((value) => place.get(value)!);
    // People's order: rater 2 before rater 10.
    const raters = [...this.raters.keys()].sort(naturally);
    const raterPlace = [...this.raters.keys()].map((rater) => raters.indexOf(rater));

    const patterns = new Map<string, { ratings: UnitPattern["ratings"]; units: number }>();
    const cells = new Map<number, PairCell>();
    for (const ratings of this.units.values()) {
      const given = ratings.map((rating) => indexOf[rating.value]!).sort((a, b) => a - b);
      const key = given.join();
      const found = patterns.get(key);
      if (found) found.units++;
      else patterns.set(key, { ratings: tally(given), units: 1 });
      if (raters.length !== 2 || ratings.length !== 2) continue;
      const [one, other] = ratings as [(typeof ratings)[number], (typeof ratings)[number]];
      const [first, second] = (raterPlace[one.rater] === 0 ? [one, other] : [other, one]).map(
        (rating) => indexOf[rating.value]!,
      ) as [number, number];
      const cell = cells.get(first * values.length + second);
      if (cell) cell.units++;
      else cells.set(first * values.length + second, { first, second, units: 1 });
    }
    const pair = raters.length === 2 ? [...cells.values()] : undefined;
    return {
      ok: true,
      value: {
        values,
        raters,
        ratings: {
          values: values.length,
          raters: raters.length,
          level: this.request.level,
          patterns: [...patterns.values()],
          ...(this.scale() !== null && { scale: this.scale()!.length }),
          ...(this.request.level === "interval" && { numbers: values.map(Number) }),
          ...(pair && { pair }),
        },
        confusion:
          pair === undefined || values.length > LARGEST_CONFUSION
            ? null
            : tableOf(pair, values.length),
      },
    };
  }

  /** A value as it is compared with others: numbers by what they mean at the interval level, else by their text. */
  private knownValue(value: string, place: number): string | null {
    if (this.request.level === "interval") {
      if (isNumber(value)) return String(Number(value));
      this.problem(
        place,
        `“${value}” is not a number, required at interval level.${/^[+-]?\d+,\d+$/.test(value) ? " Use a decimal point." : " Correct it, leave it empty if missing, or choose nominal level."}`,
      );
      return null;
    }
    const scale = this.scale();
    if (scale !== null && !scale.includes(value)) {
      this.problem(
        place,
        `“${value}” is not one of the possible values (${scale.join(", ")}). Correct it or add it to them.`,
      );
      return null;
    }
    return this.request.level === "ordinal" && this.request.order === undefined && isNumber(value)
      ? String(Number(value))
      : value;
  }

  /** Every value that could be given, where that was said; numbers at the interval level have no end. */
  private scale(): readonly string[] | null {
    return this.request.level === "interval" ? null : (this.request.order ?? null);
  }

  private orderValues(): Result<string[], "no-order"> {
    const values = [...this.values.keys()];
    const { level, order } = this.request;
    if (level === "ordinal" && order !== undefined) return { ok: true, value: [...order] };
    if (values.every(isNumber))
      return { ok: true, value: values.sort((a, b) => Number(a) - Number(b) || naturally(a, b)) };
    if (level === "ordinal") {
      return refuse(
        "no-order",
        `The values aren't numbers. List them from lowest to highest: ${values.sort(naturally).slice(0, 20).join(", ")}${values.length > 20 ? ", …" : ""}.`,
      );
    }
    return { ok: true, value: values.sort(naturally) };
  }

  private problem(place: number, words: string): void {
    this.problems.push(`${this.word} ${place}: ${words}`);
  }
}

function tally(sorted: readonly number[]): [number, number][] {
  const counts: [number, number][] = [];
  for (const value of sorted) {
    const last = counts.at(-1);
    if (last !== undefined && last[0] === value) last[1]++;
    else counts.push([value, 1]);
  }
  return counts;
}

function tableOf(cells: readonly PairCell[], width: number): number[][] {
  const table = Array.from({ length: width }, () => Array.from({ length: width }, () => 0));
  for (const { first, second, units } of cells) table[first]![second]! += units;
  return table;
}
