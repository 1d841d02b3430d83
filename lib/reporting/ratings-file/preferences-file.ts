import type { Reading } from "@/lib/dataset/file-formats/reading";
import { refuse, type Result } from "@/lib/platform/result";
import { finishWithPauses } from "@/lib/statistics/intervals";
import { preferenceSteps } from "@/lib/reporting/preferences/preferences";
import { pairOf, pairsOfRanking } from "@/lib/reporting/preferences/pairs";
import type {
  Pair,
  PreferenceReport,
  Preferences,
  QuestionPreferences,
} from "@/lib/reporting/preferences/schema";
import { AnswerCount, type Answers } from "./ratings-file";
import { CANNOT_TELL, TIE } from "./schema";
import {
  isNumber,
  naturally,
  numberOf,
  readRows,
  type RowReader,
  type TableRefusal,
  type UploadedFile,
} from "./table-file";

interface Texts {
  /** Texts that mean "missing", in addition to an empty cell. */
  missing?: readonly string[];
  /** Texts that mean "cannot tell". Left out: "cannot tell". */
  cannotTell?: readonly string[];
  reading?: Reading;
}

/** A column that rankings may have: the place, from 1, at which the rater was shown the system. */
const SHOWN = { shown: "shown" } as const;

/**
 * A row for each system that a rater ranked among the responses to a question; the best has the lowest rank. Where a
 * column `shown` has the places 1, 2, … of a whole ranking, it counts for position bias.
 */
export interface RankingsRequest extends Texts {
  kind: "rankings";
  columns: { question: string; rater: string; system: string; rank: string };
}

/** A row for each pair of systems that a rater compared: the preferred one is named, or it is a tie. */
export interface PairsRequest extends Texts {
  kind: "pairs";
  columns: { question: string; rater: string; left: string; right: string; preferred: string };
  /** The text of a tie. Left out: "tie". */
  tie?: string;
  /** Left and right say nothing of where a response was shown. */
  unordered?: boolean;
}

/** What a file of rankings or pairs comes to. */
export interface FilePreferences extends PreferenceReport {
  answers: Answers;
}

/** More would take too long, and no table of them fits a page. */
const MOST_SYSTEMS = 50;

/**
 * Reads a file of rankings or pairs (CSV, XLSX, JSON, JSON Lines) and computes what is reported of them.
 * Refuses with `unreadable`, `missing-column`, `repeated-column`, `same-column` or `bad-ratings`, with the place of what is wrong.
 * @param pause awaited from time to time, so that a server can attend to others
 */
export async function preferencesOfFile(
  file: UploadedFile,
  request: RankingsRequest | PairsRequest,
  pause: () => Promise<void> = async () => {},
): Promise<Result<FilePreferences, TableRefusal>> {
  const read =
    request.kind === "rankings"
      ? await readRows(
          file,
          { ...request, optional: SHOWN },
          (word) => new RankingsReader(request, word),
          pause,
        )
      : await readRows(file, request, (word) => new PairsReader(request, word), pause);
  if (!read.ok) return read;
  const reader = read.value;
  const data = reader.preferences();
  const { length } = data.systems;
  if (length < 2)
    return refuse(
      "bad-ratings",
      "The file compares fewer than two systems. Check the columns and which texts mean “missing”.\nNothing was computed.",
    );
  if (length > MOST_SYSTEMS)
    return refuse(
      "bad-ratings",
      `The file compares ${length} systems; the limit is ${MOST_SYSTEMS}. Check the column of the systems, or keep fewer of them.\nNothing was computed.`,
    );
  const report = await finishWithPauses(preferenceSteps(data), pause);
  return { ok: true, value: { ...report, answers: reader.answers.counts() } };
}

/** What readers of rankings and of pairs share: names, questions, problems. */
class Names {
  readonly problems: string[] = [];
  readonly answers: AnswerCount;
  protected readonly raters = new Map<string, number>();
  protected readonly systems = new Map<string, number>();
  protected readonly cannotTell: readonly string[];

  constructor(
    { missing = [], cannotTell = [CANNOT_TELL] }: Texts,
    protected readonly word: string,
  ) {
    this.cannotTell = cannotTell;
    this.answers = new AnswerCount({ missing, cannotTell });
  }

  protected problem(place: number, words: string): void {
    this.problems.push(`${this.word} ${place}: ${words}`);
  }

  /** Whether each of these cells has a text. */
  protected complete(cells: Readonly<Record<string, string>>, names: string[], place: number) {
    const empty = names.find((name) => cells[name] === "");
    if (empty !== undefined) this.problem(place, `${empty} is missing. Add it or delete the row.`);
    return empty === undefined;
  }

  /** Names as people sort them, and where each number of `numbers` is among them. */
  protected static sorted(numbers: ReadonlyMap<string, number>) {
    const names = [...numbers.keys()].sort(naturally);
    const place = new Map(names.map((name, at) => [name, at]));
    return { names, placeOf: [...numbers.keys()].map((name) => place.get(name)!) };
  }
}

type RankingCell = keyof RankingsRequest["columns"] | keyof typeof SHOWN;
/** The rank of each system, the place at which it was shown as the file says it, and where it was read. */
type Ranks = Map<number, { rank: number; shown: string; place: number }>;

class RankingsReader extends Names implements RowReader<RankingCell> {
  /** By question and rater: the rank of each system, and where it was read. */
  private readonly questions = new Map<string, Map<number, Ranks>>();

  constructor(request: RankingsRequest, word: string) {
    super(request, word);
  }

  take(cells: Readonly<Record<RankingCell, string>>, place: number): void {
    const { question, rater, system, rank, shown } = cells;
    const answered = this.answers.take(rank);
    // A system that nobody could rank is still one that was asked for.
    if (!answered && system !== "") numberOf(this.systems, system);
    if (!answered || !this.complete(cells, ["question", "rater", "system"], place)) return;
    if (!isNumber(rank) || Number(rank) <= 0)
      return this.problem(
        place,
        `“${rank}” is not a rank. Write 1 for the best, 2 for the next, and equal ranks for a tie.`,
      );
    const raters = this.questions.get(question) ?? new Map<number, Ranks>();
    this.questions.set(question, raters);
    const number = numberOf(this.raters, rater);
    const ranks = raters.get(number) ?? (new Map() as Ranks);
    raters.set(number, ranks);
    const ranked = numberOf(this.systems, system);
    const earlier = ranks.get(ranked);
    if (earlier !== undefined)
      return this.problem(
        place,
        `duplicate: “${rater}” already ranked “${system}” for “${question}” in ${this.word} ${earlier.place}. Keep one.`,
      );
    ranks.set(ranked, { rank: Number(rank), shown, place });
  }

  preferences(): Preferences {
    const systems = Names.sorted(this.systems);
    const raters = Names.sorted(this.raters);
    let incomplete = 0;
    const questions = [...this.questions.entries()]
      .sort(([a], [b]) => naturally(a, b))
      .map(([question, rankings]) => {
        const found: QuestionPreferences = { question, pairs: [], rankings: [], shown: [] };
        const inOrder = [...rankings.entries()].sort(
          ([a], [b]) => raters.placeOf[a]! - raters.placeOf[b]!,
        );
        for (const [rater, ranks] of inOrder) {
          const ranked = [...ranks.entries()]
            .map(([system, { rank, shown }]) => ({ system: systems.placeOf[system]!, rank, shown }))
            .sort((a, b) => a.system - b.system);
          if (ranked.length === systems.names.length) {
            found.rankings.push(ranked.map(({ rank }) => rank));
            found.shown.push(placesOf(ranked.map(({ shown }) => shown)));
          } else incomplete++;
          found.pairs.push(...pairsOfRanking(raters.placeOf[rater]!, ranked));
        }
        return found;
      });
    return {
      kind: "rankings",
      systems: systems.names,
      raters: raters.names,
      questions,
      incomplete,
    };
  }
}

/** Places as numbers; empty where they are not 1, 2, … in some order. */
function placesOf(shown: readonly string[]): number[] {
  const places = shown.map(Number);
  return places.every((_, at) => places.includes(at + 1)) ? places : [];
}

class PairsReader extends Names implements RowReader<keyof PairsRequest["columns"]> {
  /** By question, and by rater and pair. */
  private readonly questions = new Map<string, Map<string, Pair & { place: number }>>();
  private readonly tie: string;

  constructor(
    private readonly request: PairsRequest,
    word: string,
  ) {
    super(request, word);
    this.tie = request.tie ?? TIE;
  }

  take(cells: Readonly<Record<keyof PairsRequest["columns"], string>>, place: number): void {
    const { question, rater, left, right, preferred } = cells;
    const answered = this.answers.take(preferred);
    if (!answered) {
      for (const system of [left, right]) if (system !== "") numberOf(this.systems, system);
      return;
    }
    if (!this.complete(cells, ["question", "rater", "left", "right"], place)) return;
    if (left === right)
      return this.problem(place, `“${left}” is compared with itself. Correct one of the two.`);
    const word = [left, right].find((name) => name === this.tie || this.cannotTell.includes(name));
    if (word !== undefined)
      return this.problem(
        place,
        `“${word}” is a system here, and also the text for ${word === this.tie ? "a tie" : "“cannot tell”"}. Rename the system, or use another text with --${word === this.tie ? "tie" : "cannot-tell"}.`,
      );
    if (![left, right, this.tie].includes(preferred))
      return this.problem(
        place,
        `“${preferred}” is neither “${left}” nor “${right}” nor “${this.tie}”. Write the preferred one as in its column, or leave it empty if missing.`,
      );
    const [one, other] = [numberOf(this.systems, left), numberOf(this.systems, right)];
    const pairs =
      this.questions.get(question) ?? (new Map() as Map<string, Pair & { place: number }>);
    this.questions.set(question, pairs);
    const number = numberOf(this.raters, rater);
    const leftFirst = one < other;
    const [first, second] = leftFirst ? [one, other] : [other, one];
    const key = `${number} ${first} ${second}`;
    const earlier = pairs.get(key);
    if (earlier !== undefined)
      return this.problem(
        place,
        `duplicate: “${rater}” already compared “${left}” and “${right}” for “${question}” in ${this.word} ${earlier.place}. Keep one.`,
      );
    const won = preferred === this.tie ? 0.5 : (preferred === left) === leftFirst ? 1 : 0;
    pairs.set(key, {
      rater: number,
      first,
      second,
      points: won,
      left: this.request.unordered === true ? null : leftFirst ? "first" : "second",
      place,
    });
  }

  preferences(): Preferences {
    const systems = Names.sorted(this.systems);
    const raters = Names.sorted(this.raters);
    const questions = [...this.questions.entries()]
      .sort(([a], [b]) => naturally(a, b))
      .map(([question, pairs]) => ({
        question,
        rankings: [],
        shown: [],
        pairs: [...pairs.values()]
          .map(({ rater, first, second, points, left }) =>
            pairOf(
              raters.placeOf[rater]!,
              systems.placeOf[first]!,
              systems.placeOf[second]!,
              points,
              left === null ? null : left === "first" ? "one" : "other",
            ),
          )
          .sort((a, b) => a.first - b.first || a.second - b.second || a.rater - b.rater),
      }));
    return {
      kind: "pairs",
      systems: systems.names,
      raters: raters.names,
      questions,
      incomplete: 0,
    };
  }
}
