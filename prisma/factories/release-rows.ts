import { FACT_TYPES, HOPS, SPLITS } from "@/lib/dataset/questions/vocabulary";

/**
 * Made-up release rows for tests and the bench: any number of them, always the same for the same seed, no two questions
 * alike, with cells about as long as those of real releases.
 */

/** A small seeded generator (mulberry32): values from 0 up to, not including, 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const SYLLABLES = [
  "ka",
  "lo",
  "mi",
  "ren",
  "ta",
  "vor",
  "sel",
  "du",
  "nia",
  "gro",
  "pe",
  "zan",
  "thi",
  "bel",
  "ost",
  "ur",
  "fa",
  "quin",
  "dra",
  "sho",
];
const RANKS = [
  "largest",
  "oldest",
  "most visited",
  "fastest",
  "most recent",
  "first",
  "second longest",
  "best-selling",
  "highest",
  "smallest",
];
const THINGS = [
  "bridge",
  "festival",
  "railway line",
  "football club",
  "telescope",
  "novel",
  "volcano",
  "parliament",
  "museum",
  "stock exchange",
  "airport",
  "language",
  "orchestra",
  "satellite",
];
const HOSTS = [
  "en.wikipedia.org/wiki",
  "www.bbc.co.uk/news",
  "www.reuters.com/world",
  "apnews.com/article",
  "www.nasa.gov/missions",
  "www.britannica.com/topic",
  "www.un.org/en",
  "data.worldbank.org/indicator",
];

/** Twenty cells in the order of RELEASE_COLUMNS; `id` is the row's number. */
function releaseRow(number: number, random: () => number): string[] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const name = () => {
    const text = Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(SYLLABLES)).join(
      "",
    );
    return text[0]!.toUpperCase() + text.slice(1);
  };
  const place = `${name()} ${name()}`;
  const thing = pick(THINGS);
  const answer = `${name()} ${name()}`;
  const factType = pick(FACT_TYPES);
  const year = 2018 + Math.floor(random() * 8);
  const url = () =>
    `https://${pick(HOSTS)}/${place.replace(" ", "_")}_${number}#:~:text=${encodeURIComponent(`The ${thing} of ${place}`)},${encodeURIComponent(`is known as ${answer}, in ${year}`)}`;
  const review =
    factType === "never-changing"
      ? "N/A"
      : pick([
          "hardly_ever",
          "occasionally",
          "frequently",
          "every_time",
          `${String(1 + Math.floor(random() * 12)).padStart(2, "0")}/${String(1 + Math.floor(random() * 28)).padStart(2, "0")}/${2025 + Math.floor(random() * 3)}`,
        ]);
  const answers = [
    answer,
    ...(random() < 0.5 ? [`The ${answer}`] : []),
    ...(random() < 0.3 ? [`${answer}, "${name()}"`] : []),
  ];
  return [
    String(number),
    random() < 0.8 ? SPLITS[0] : SPLITS[1],
    `What is the name of the ${pick(RANKS)} ${thing} in ${place}, as counted in survey ${number}?`,
    year < 2022 ? "before 2022" : String(year),
    review,
    random() < 0.25 ? "TRUE" : "FALSE",
    random() < 0.75 ? HOPS[0] : HOPS[1],
    factType,
    random() < 0.4 ? `${url()}\r\n${url()}` : url(),
    ...Array.from({ length: 10 }, (_, i) => answers[i] ?? ""),
    "",
  ];
}

/** Batches of rows, made as they are asked for. */
export function* releaseRows(count: number, seed = 1, batch = 1_000): Generator<string[][]> {
  const random = seededRandom(seed);
  for (let from = 0; from < count; from += batch) {
    yield Array.from({ length: Math.min(batch, count - from) }, (_, i) =>
      releaseRow(from + i, random),
    );
  }
}
