/*
 * Units of measurement, of time and of money, and words that scale a number: what turns "5" into something else. Pure.
 */

const PREFIXES = {
  k: "kilo",
  M: "mega",
  G: "giga",
  T: "tera",
  P: "peta",
  m: "milli",
  µ: "micro",
  n: "nano",
  c: "centi",
  d: "deci",
  h: "hecto",
} as const;

/** Symbols of units that prefixes go with, and their names. */
const PREFIXED: Record<string, readonly string[]> = {
  m: ["meter", "metre"],
  g: ["gram", "gramme"],
  W: ["watt"],
  Hz: ["hertz"],
  V: ["volt"],
  A: ["ampere", "amp"],
  J: ["joule"],
  L: ["liter", "litre"],
  B: ["byte"],
  b: ["bit"],
  bps: [],
  Pa: ["pascal"],
  N: ["newton"],
  Wh: ["watt-hour"],
  eV: ["electronvolt"],
  t: ["tonne"],
  cal: ["calorie"],
  mol: ["mole"],
  Ω: ["ohm"],
  s: ["second", "sec"],
};

/** Other units: by what they are called here, their names and abbreviations in lower case and the singular. */
const OTHER: Record<string, readonly string[]> = {
  mile: ["mile", "mi"],
  "nautical mile": ["nm"],
  yard: ["yard", "yd"],
  foot: ["foot", "feet", "ft"],
  inch: ["inch", "inche"],
  acre: ["acre"],
  hectare: ["hectare", "ha"],
  pound: ["pound", "lb", "gbp", "£"],
  ounce: ["ounce", "oz"],
  ton: ["ton"],
  kiloton: ["kiloton"],
  megaton: ["megaton"],
  pint: ["pint"],
  quart: ["quart"],
  gallon: ["gallon", "gal"],
  barrel: ["barrel", "bbl"],
  celsius: ["celsius", "centigrade", "°c"],
  fahrenheit: ["fahrenheit", "°f"],
  kelvin: ["kelvin"],
  degree: ["degree", "°"],
  radian: ["radian", "rad"],
  "%": ["percent", "percentage", "pct", "%"],
  "percentage point": ["pp"],
  "basis point": ["bp"],
  "‰": ["permille", "‰"],
  horsepower: ["horsepower", "hp"],
  mph: ["mph"],
  "km/h": ["km/h", "kmh", "kph"],
  "m/s": ["m/s"],
  knot: ["knot", "kt", "kn"],
  "light-year": ["light-year", "lightyear", "ly"],
  parsec: ["parsec"],
  carat: ["carat"],
  minute: ["minute", "min"],
  hour: ["hour", "hr", "hourly"],
  day: ["day", "daily"],
  week: ["week", "wk", "weekly"],
  fortnight: ["fortnight"],
  month: ["month", "monthly"],
  quarter: ["quarter", "quarterly"],
  year: ["year", "yr", "yearly", "annual", "annually"],
  decade: ["decade"],
  century: ["century", "centurie"],
  millennium: ["millennium", "millennia"],
  am: ["am", "a.m"],
  pm: ["pm", "p.m"],
  bc: ["bc", "bce", "b.c", "b.c.e"],
  ad: ["ad", "ce", "a.d", "c.e"],
  dollar: ["dollar", "usd", "$"],
  cent: ["cent"],
  euro: ["euro", "eur", "€"],
  yen: ["yen", "jpy", "¥"],
  yuan: ["yuan", "rmb", "cny", "renminbi"],
  rupee: ["rupee", "inr", "₹"],
  ruble: ["ruble", "rouble", "rub"],
  franc: ["franc", "chf"],
  peso: ["peso"],
  krone: ["krone", "kroner", "krona", "kronor"],
  lira: ["lira"],
  zloty: ["zloty"],
  shekel: ["shekel"],
  bitcoin: ["bitcoin", "btc"],
  dozen: ["dozen"],
  hundred: ["hundred"],
  thousand: ["thousand"],
  lakh: ["lakh"],
  crore: ["crore"],
  million: ["million", "mn", "mln"],
  billion: ["billion", "bn"],
  trillion: ["trillion", "tn"],
};

/** Words that are units only where one is expected: "m" by itself is a letter, "stone" mostly something else. */
const EXPECTED: Record<string, string> = {
  h: "hour",
  stone: "stone",
  k: "thousand",
  m: "m",
  C: "celsius",
  F: "fahrenheit",
  K: "kelvin",
  M: "million",
  l: "L",
};
/** Names and symbols that are mostly something else where no unit is expected. */
const ELSE_BY_ITSELF = new Set(["second", "sec", "min", "mole", "rub", "ms"]);

const PREFIXED_UNITS = Object.entries(PREFIXED).flatMap(([base, names]) =>
  [["", ""] as const, ...Object.entries(PREFIXES)].map(([prefix, word]) => ({
    symbol: prefix + base,
    names: names.map((name) => word + name),
  })),
);

/** By symbol, in its own case. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...PREFIXED_UNITS.map(({ symbol }) => [symbol, symbol] as const),
  ...["m", "c", "d", "h"].map((prefix) => [`${prefix}l`, `${prefix}L`] as const),
]);
/** By name, in lower case and the singular. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...PREFIXED_UNITS.flatMap(({ symbol, names }) => names.map((name) => [name, symbol] as const)),
  ...Object.entries(OTHER).flatMap(([unit, names]) => names.map((name) => [name, unit] as const)),
]);
const SMALL_SYMBOLS: ReadonlySet<string> = new Set(
  [...SYMBOLS.keys()].map((symbol) => symbol.toLowerCase()),
);

/**
 * Returns the unit that a word names, in one form for all its spellings ("km", "kilometres"); null for another word.
 * @param word without the punctuation around it, in its own case: "mW" is not "MW", and "mw" is neither.
 * @param expected whether the word behind which it stands leads to a unit: a number, "per".
 */
export function unitOf(word: string, expected: boolean): string | null {
  const spelled = word.replaceAll("\u03bc", "µ").replaceAll("\u2126", "Ω");
  const small = spelled.toLowerCase();
  if (!expected && (small.length < 2 || ELSE_BY_ITSELF.has(small))) return null;
  if (expected && Object.hasOwn(EXPECTED, spelled)) return EXPECTED[spelled]!;
  const symbol = SYMBOLS.get(spelled);
  if (symbol !== undefined) return symbol;
  const named = NAMES.get(small) ?? NAMES.get(small.replace(/s$/, ""));
  if (named !== undefined && (expected || small.length > 2)) return named;
  return expected && small.length > 1 && SMALL_SYMBOLS.has(small) ? small : null;
}

/** Words behind which a unit is expected, though no number is given: "in km", "per second", "how many m". */
export const LEADS_TO_A_UNIT = new Set(["in", "per", "many"]);

/** Words that make another unit of the next one. */
export const POWERS: Record<string, string> = {
  square: "^2",
  sq: "^2",
  cubic: "^3",
  cu: "^3",
};

/** What is said in several words, and the one that it is the same as. */
const SAID_IN_SEVERAL: readonly [RegExp, string][] = [
  [/\bpercentage points?\b/gi, "pp"],
  [/\bbasis points?\b/gi, "bp"],
  [/\bper cent\b/gi, "percent"],
  [/\bmiles (?:per|an) hour\b/gi, "mph"],
  [/\b(?:km|kilomet(?:er|re)s) (?:per|an) hour\b/gi, "km/h"],
  [/\bdegrees? (?=[CF]\b|celsius\b|fahrenheit\b)/gi, ""],
  [/\blight years?\b/gi, "light-year"],
];

/** Returns a text in which units that are said in several words are one word each. */
export function inPlainUnits(text: string): string {
  return SAID_IN_SEVERAL.reduce((said, [words, word]) => said.replace(words, word), text);
}
