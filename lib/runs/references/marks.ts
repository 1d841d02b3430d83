/** A citation mark of an answer: `[2]`, or `[1, 2]`. */
export interface Mark {
  /** Where it begins and ends in the answer, in UTF-16 units; `to` is behind its bracket. */
  from: number;
  to: number;
  /** As it names them. */
  places: number[];
}

/** A piece of an answer with the run of marks that ends it. */
export interface Segment {
  /** Its text in the answer; `end` is where its first mark begins, or the answer's end. */
  from: number;
  end: number;
  /** None in the last one, where the answer goes on behind its last mark. */
  marks: Mark[];
}

/** Numbers from 1 to 999 without leading zeros, by commas: years and array indices in brackets are no marks. */
const MARK = /\[[ \t]*[1-9]\d{0,2}(?:[ \t]*,[ \t]*[1-9]\d{0,2})*[ \t]*\]/g;
const SPACE = /^[ \t]*$/;

/** The citation marks of an answer, in order. */
export function readMarks(answer: string): Mark[] {
  return Array.from(answer.matchAll(MARK), ({ index, 0: mark }) => ({
    from: index,
    to: index + mark.length,
    places: (mark.match(/\d+/g) ?? []).map(Number),
  }));
}

/**
 * Splits an answer at its citation marks, in time linear in its length: the text up to and including a run of marks belongs
 * to those marks. `[1][2]`, `[1] [2]` and `[1, 2]` are one run each. The segments follow one another without a gap, each
 * with marks except perhaps the last.
 * Method: WebGLM (arXiv 2306.07906), whose citation filter scores each piece of an answer with the marks behind it.
 */
export function splitAnswer(answer: string): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  let last: Segment | null = null;
  for (const mark of readMarks(answer)) {
    const before: Mark | undefined = last?.marks.at(-1);
    if (last !== null && before !== undefined && SPACE.test(answer.slice(before.to, mark.from)))
      last.marks.push(mark);
    else {
      last = { from, end: mark.from, marks: [mark] };
      segments.push(last);
    }
    from = mark.to;
  }
  if (from < answer.length || answer === "") segments.push({ from, end: answer.length, marks: [] });
  return segments;
}

/** The places that a segment cites, each once, in the order of its marks. */
export function citedPlaces({ marks }: Segment): number[] {
  return [...new Set(marks.flatMap(({ places }) => places))];
}

/** Places that an answer cites and that none of the references has, ascending, each once. */
export function loosePlaces(answer: string, places: ReadonlySet<number>): number[] {
  const cited = new Set(readMarks(answer).flatMap((mark) => mark.places));
  return [...cited].filter((place) => !places.has(place)).sort((one, other) => one - other);
}
