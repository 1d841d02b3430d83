import { countOf, formatCount } from "@/lib/platform/format";
import { MAX_REFERENCES, MAX_TEXT, MAX_TITLE, MAX_URL, type Reference } from "./vocabulary";

/** A column that holds one reference of each response. */
export interface ReferenceColumn {
  /** Of the file's columns, from 0. */
  at: number;
  place: number;
}

/** What the cells of one response say of its references. */
export interface ReadReferences {
  /** In the order of their places; none where something is wrong. */
  references: Reference[];
  /** What is wrong with them, in words for after a colon; null where nothing is. */
  wrong: string | null;
  /** Fields of their objects that are not kept, each once, in the order in which they were met. */
  otherFields: string[];
  /** Characters that no text can keep (NUL, half of a character) were replaced by U+FFFD. */
  replaced: boolean;
}

/**
 * The places of numbered columns: those that their names end in; where a name ends in none, or two in the same, the
 * columns count in the order of the file.
 * @param names of the file's columns that hold one reference each, with where they are
 */
export function placeColumns(names: readonly { at: number; name: string }[]): ReferenceColumn[] {
  const numbers = names.map(({ name }) => Number(/(\d{1,3})\s*$/.exec(name)?.[1] ?? 0));
  const distinct = new Set(numbers).size === numbers.length && !numbers.includes(0);
  return names
    .map(({ at }, index) => ({ at, place: distinct ? numbers[index]! : index + 1 }))
    .sort((one, other) => one.place - other.place);
}

/** Names of an object's fields, the surest first. */
const FIELDS = {
  title: ["title", "name"],
  url: ["url", "link", "href", "uri", "address"],
  text: ["text", "content", "snippet", "passage", "body"],
} as const;
const KNOWN: readonly string[] = Object.values(FIELDS).flat();

const UNKEEPABLE = /\0|\p{Surrogate}/gu;
const ADDRESS = /^\s*https?:\/\/\S+\s*$/i;

/**
 * Reads a cell with a list of references: a JSON array of texts and of objects with title, url and text. An element's
 * place is where it stands in the list, from 1; an empty one keeps its place and is no reference. A text that is nothing but
 * an address is the address of a reference without text. Empty, `null` and `[]` are no references.
 */
export function readReferenceList(cell: string): ReadReferences {
  const text = cell.trim();
  if (text === "" || text === "null") return new Reader().read;
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return wrong(`this is not valid JSON: ${shown(text)}`);
  }
  if (!Array.isArray(list)) return wrong(`this is not a JSON array: ${shown(text)}`);
  const reader = new Reader();
  for (const [at, element] of list.entries()) reader.take(at + 1, element);
  return reader.read;
}

/**
 * Reads the cells of numbered columns, each one reference: its text, or a JSON object with title, url and text. An empty
 * cell is no reference; the others keep their places.
 */
export function readReferenceCells(
  cells: readonly { place: number; cell: string }[],
): ReadReferences {
  const reader = new Reader();
  for (const { place, cell } of cells) reader.take(place, objectIn(cell) ?? cell);
  return reader.read;
}

/** The object that a cell holds as JSON, where it has a field of a reference; a text may begin with a brace, too. */
function objectIn(cell: string): object | null {
  if (!cell.trimStart().startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(cell);
    return isObject(value) && Object.keys(value).some((key) => KNOWN.includes(plain(key)))
      ? value
      : null;
  } catch {
    return null;
  }
}

class Reader {
  readonly read: ReadReferences = {
    references: [],
    wrong: null,
    otherFields: [],
    replaced: false,
  };

  take(place: number, element: unknown): void {
    if (this.read.wrong !== null) return;
    const found = this.fieldsOf(place, element);
    if (found === null) return;
    const { title, url, text } = found;
    if (title === "" && url === "" && text === "") return;
    if (place > MAX_REFERENCES)
      return this.fail(`more than ${countOf(MAX_REFERENCES, "reference")} for one response`);
    for (const [name, value, most] of [
      ["title", title, MAX_TITLE],
      ["address", url, MAX_URL],
      ["text", text, MAX_TEXT],
    ] as const)
      if (value.length > most)
        return this.fail(
          `the ${name} of reference ${place} has ${formatCount(value.length)} characters (${formatCount(most)} maximum)`,
        );
    this.read.references.push({ place, title: title || null, url: url || null, text });
  }

  private fieldsOf(
    place: number,
    element: unknown,
  ): { title: string; url: string; text: string } | null {
    if (element === null) return null;
    if (typeof element === "string") {
      return ADDRESS.test(element)
        ? { title: "", url: this.keep(element).trim(), text: "" }
        : { title: "", url: "", text: this.textOf(element) };
    }
    if (!isObject(element)) {
      this.fail(
        `reference ${place} is ${Array.isArray(element) ? "a list" : `a ${typeof element}`}, not a text or an object`,
      );
      return null;
    }
    const given = new Map<string, string>();
    for (const [key, value] of Object.entries(element)) {
      const name = plain(key);
      if (!KNOWN.includes(name)) this.other(key);
      else if (typeof value === "string") given.set(name, value);
      else if (value !== null) {
        this.fail(`“${name}” of reference ${place} is not a text`);
        return null;
      }
    }
    // Of several names for one thing the first that says something is kept; what another one says differently is not.
    const pick = (names: readonly string[]) => {
      const said = names.flatMap((name) => {
        const value = given.get(name) ?? "";
        return value.trim() === "" ? [] : [{ name, value }];
      });
      for (const { name, value } of said.slice(1)) if (value !== said[0]!.value) this.other(name);
      return said[0]?.value ?? "";
    };
    return {
      title: this.keep(pick(FIELDS.title)).trim(),
      url: this.keep(pick(FIELDS.url)).trim(),
      text: this.textOf(pick(FIELDS.text)),
    };
  }

  private textOf(value: string): string {
    return value.trim() === "" ? "" : this.keep(value);
  }

  private keep(value: string): string {
    const kept = value.replace(UNKEEPABLE, "\uFFFD");
    if (kept !== value) this.read.replaced = true;
    return kept;
  }

  private other(field: string): void {
    const name = field.slice(0, 40).replace(UNKEEPABLE, "\uFFFD");
    if (!this.read.otherFields.includes(name) && this.read.otherFields.length < 10)
      this.read.otherFields.push(name);
  }

  private fail(why: string): void {
    this.read.wrong ??= why;
    this.read.references = [];
  }
}

function wrong(why: string): ReadReferences {
  return { references: [], wrong: why, otherFields: [], replaced: false };
}

function plain(key: string): string {
  return key.trim().toLowerCase();
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The beginning of a cell, for a message. */
function shown(text: string): string {
  const line = text.slice(0, 80).replace(UNKEEPABLE, "\uFFFD").replace(/\s+/g, " ");
  return text.length > 80 ? `${line} …` : line;
}
