import { MONTHS, SHORT_MONTHS, monthNumber } from "@/lib/platform/format";

/**
 * Supplementary forms of an answer that people forget: other spellings of a date, of a number, of a name. They are
 * offered, never added silently. Pure: a text in, texts out.
 */

const MONTH = `(${MONTHS.join("|")}|${SHORT_MONTHS.join("|")})\\.?`;

/** At most this many are offered for one answer. */
export const MAX_SUGGESTIONS = 6;

/**
 * Other forms of an answer, the likeliest first, without those that are given already.
 * @param given all answers of the question.
 */
export function suggestForms(answer: string, given: readonly string[]): string[] {
  const text = answer.replace(/\s+/g, " ").trim();
  if (text === "" || text.length > 120) return [];
  const had = new Set(given.map((one) => one.replace(/\s+/g, " ").trim().toLowerCase()));
  had.add(text.toLowerCase());
  const all = [...dateForms(text), ...numberForms(text), ...nameForms(text)];
  const offered: string[] = [];
  for (const form of all) {
    if (form === "" || had.has(form.toLowerCase())) continue;
    had.add(form.toLowerCase());
    offered.push(form);
  }
  return offered.slice(0, MAX_SUGGESTIONS);
}

function dateForms(text: string): string[] {
  const date = readDate(text);
  if (date === null) return [];
  const { year, month, day } = date;
  const name = MONTHS[month - 1]!;
  if (day === null)
    return [
      `${name} ${year}`,
      `${name.slice(0, 3)} ${year}`,
      `${String(month).padStart(2, "0")}/${year}`,
    ];
  const two = (n: number) => String(n).padStart(2, "0");
  return [
    `${name} ${day}, ${year}`,
    `${day} ${name} ${year}`,
    `${year}-${two(month)}-${two(day)}`,
    `${two(month)}/${two(day)}/${year}`,
    `${name.slice(0, 3)} ${day}, ${year}`,
  ];
}

function readDate(text: string): { year: number; month: number; day: number | null } | null {
  const check = (year: number, month: number, day: number | null) => {
    const days = [
      31,
      (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28,
      31,
      30,
      31,
      30,
      31,
      31,
      30,
      31,
      30,
      31,
    ][month - 1];
    return days !== undefined && (day === null || (day >= 1 && day <= days))
      ? { year, month, day }
      : null;
  };
  const monthFirst = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, "i").exec(text);
  if (monthFirst)
    return check(Number(monthFirst[3]), monthNumber(monthFirst[1]!), Number(monthFirst[2]));
  const dayFirst = new RegExp(
    `^(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (\\d{4})$`,
    "i",
  ).exec(text);
  if (dayFirst) return check(Number(dayFirst[3]), monthNumber(dayFirst[2]!), Number(dayFirst[1]));
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) return check(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const monthYear = new RegExp(`^${MONTH},? (\\d{4})$`, "i").exec(text);
  return monthYear ? check(Number(monthYear[2]), monthNumber(monthYear[1]!), null) : null;
}

const SMALL = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
  "twenty",
];
const SCALES: [string, number][] = [
  ["trillion", 1e12],
  ["billion", 1e9],
  ["million", 1e6],
];

function numberForms(text: string): string[] {
  const small = SMALL.indexOf(text.toLowerCase());
  if (small >= 0) return [String(small)];
  const match =
    /^([$€£]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?: (trillion|billion|million))?( .+|%)?$/i.exec(
      text,
    );
  if (!match) return [];
  const [, sign = "", whole = "", decimals = "", scale, unit = ""] = match;
  const digits = whole.replaceAll(",", "");
  const forms: string[] = [];
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ",");
  // A year is no number to be grouped.
  const looksLikeYear =
    /^(1\d{3}|20\d{2})$/.test(digits) &&
    decimals === "" &&
    scale === undefined &&
    unit === "" &&
    sign === "";
  if (scale === undefined) {
    if (whole.includes(",")) forms.push(`${sign}${digits}${decimals}${unit}`);
    else if (digits.length > 3 && !looksLikeYear) forms.push(`${sign}${grouped}${decimals}${unit}`);
    const value = Number(digits);
    const [name, factor] = SCALES.find(([, size]) => value >= size) ?? [];
    if (
      name !== undefined &&
      factor !== undefined &&
      decimals === "" &&
      (value / factor) * 1000 === Math.round((value / factor) * 1000)
    )
      forms.push(`${sign}${value / factor} ${name}${unit}`);
    const word = SMALL[value];
    if (word !== undefined && decimals === "" && sign === "" && unit === "")
      forms.push(word[0]!.toUpperCase() + word.slice(1));
  } else {
    const factor = SCALES.find(([name]) => name === scale.toLowerCase())![1];
    const value = Number(`${digits}${decimals}`) * factor;
    if (Number.isSafeInteger(value))
      forms.push(`${sign}${String(value).replace(/\B(?=(\d{3})+$)/g, ",")}${unit}`);
    const short = scale[0]!.toUpperCase();
    if (sign !== "") forms.push(`${sign}${whole}${decimals}${short}${unit}`);
  }
  if (unit === "%") forms.push(`${whole}${decimals} percent`);
  else if (/^ percent$/i.test(unit)) forms.push(`${whole}${decimals}%`);
  // "116 years old" is also answered by "116".
  else if (unit !== "" && sign === "" && scale === undefined) forms.push(`${whole}${decimals}`);
  return forms;
}

const TITLES =
  /^(?:Dr|Mr|Mrs|Ms|Prof|Professor|President|King|Queen|Prince|Princess|Pope|Sir|Dame|Senator|Justice)\.? (?=\p{Lu})/u;

function nameForms(text: string): string[] {
  const forms: string[] = [];
  const inBrackets = /^(.+?) \(([^()]{2,40})\)$/.exec(text);
  if (inBrackets) forms.push(inBrackets[1]!, inBrackets[2]!);
  if (/^the \S/i.test(text)) forms.push(text.replace(/^the /i, ""));
  if (TITLES.test(text)) forms.push(text.replace(TITLES, ""));
  const plain = text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
  if (plain !== text) forms.push(plain);
  if (/[’‘]/.test(text)) forms.push(text.replace(/[’‘]/g, "'"));
  if (/ & /.test(text)) forms.push(text.replaceAll(" & ", " and "));
  else if (
    / and /.test(text) &&
    text.split(" ").every((word) => word === "and" || /^\p{Lu}/u.test(word))
  )
    forms.push(text.replaceAll(" and ", " & "));
  const words = text.split(" ");
  const looksLikeName =
    words.length >= 2 &&
    words.length <= 5 &&
    words.every((word) => /^\p{Lu}[\p{L}.'’-]*$/u.test(word)) &&
    !/^The$/i.test(words[0]!);
  if (looksLikeName) {
    // "J. K. Rowling": the initials as people also write them.
    const joined = text.replace(/\b(\p{Lu})\. (?=\p{Lu}\.)/gu, "$1.");
    if (joined !== text) forms.push(joined, joined.replace(/\b(\p{Lu})\.(\p{Lu})\./gu, "$1$2"));
    if (/ (?:Jr|Sr)\.?$/.test(text)) forms.push(text.replace(/ (?:Jr|Sr)\.?$/, ""));
    // "Robert F. Kennedy": without what stands between first and last name, if that is an initial.
    const initials = words.slice(1, -1);
    if (words.length >= 3 && initials.every((word) => /^\p{Lu}\.?$/u.test(word)))
      forms.push(`${words[0]} ${words.at(-1)}`);
  }
  return forms;
}
