import { Parser } from "htmlparser2";
import { withoutUnusable } from "@/lib/platform/plain-fields";
import { unicodeTokens } from "@/lib/runs/references/overlap";

/*
 * The paragraphs of a page of the web: its running text, without what only leads elsewhere. Pure. Takes time in proportion
 * to the page's length, whatever its tags.
 */

/** A text with fewer words is a heading, a label or a menu. */
const FEWEST_WORDS = 8;
/** Longer paragraphs are split behind a sentence: a reference is one thought, and prompts have room for five. */
export const LONGEST_PARAGRAPH = 1_200;
/** So much is kept of a page. */
export const MOST_PARAGRAPHS = 300;
export const MOST_CHARACTERS = 100_000;
/** A block with a larger share of its characters in links is a menu. */
const MOST_LINKED = 0.6;
/** No page is nested deeper; one that is would cost the parser more for each of its tags. */
const DEEPEST = 1_000;
/** The parser is handed so many characters at a time, and stopped between them. */
const PIECE = 8_192;

/** What holds no running text of the page. */
const LEFT_OUT = new Set(
  "script style noscript template svg math iframe object nav footer aside form button select textarea dialog menu".split(
    " ",
  ),
);
/** What ends a paragraph where it begins and where it ends. */
const BLOCKS = new Set(
  "address article blockquote body caption center dd details div dl dt fieldset figcaption figure h1 h2 h3 h4 h5 h6 header hr html li main ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
/** A citation of the page's own, which would stand in an answer for one of its references. */
const PAGE_MARK = /^\s*\[\s*[\w ]{1,20}\s*\]\s*$/;
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

export interface PageText {
  title: string | null;
  /** In the page's order, each text once. */
  paragraphs: string[];
  /** The page has more than was kept. */
  cut: boolean;
}

/** The paragraphs of plain text: empty lines part them. */
export function paragraphsOfText(text: string): PageText {
  const kept = new Paragraphs();
  for (const block of text.split(/\r?\n[^\S\n]*\r?\n/)) kept.add(block);
  return { title: null, paragraphs: kept.list, cut: kept.cut };
}

/** The paragraphs of a page of HTML. */
export function paragraphsOfHtml(html: string): PageText {
  const kept = new Paragraphs();
  let title = "";
  let inTitle = false;
  /** Open elements, and the innermost of them that is left out; what is within it is, too. */
  let depth = 0;
  let leftOut: number | null = null;
  let links = 0;
  let block = "";
  let linked = 0;
  /** An open element that may be a citation mark of the page's own, with its text, which is in no block yet. */
  let mark: { depth: number; text: string; linked: number } | null = null;
  const add = (text: string, ofLinks: number) => {
    if (mark === null) {
      block += text;
      linked += ofLinks;
    } else {
      mark.text += text;
      mark.linked += ofLinks;
    }
  };
  const endMark = () => {
    const ended = mark;
    mark = null;
    if (ended !== null && !PAGE_MARK.test(ended.text)) add(ended.text, ended.linked);
  };
  const end = () => {
    endMark();
    if (linked <= block.length * MOST_LINKED) kept.add(block);
    block = "";
    linked = 0;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      if (leftOut !== null) return;
      if (LEFT_OUT.has(name) || isHidden(attributes)) leftOut = depth;
      if (name === "title") inTitle = true;
      else if (name === "a") links++;
      if (BLOCKS.has(name) || leftOut !== null) end();
      else if (mark === null && (name === "sup" || (name === "a" && isWithinPage(attributes))))
        mark = { depth, text: "", linked: 0 };
      // Two of them part paragraphs as well.
      else if (name === "br") add("\n", 0);
    },
    onclosetag(name) {
      if (leftOut === null) {
        if (name === "title") inTitle = false;
        else if (name === "a") links = Math.max(0, links - 1);
        if (BLOCKS.has(name)) end();
        else if (mark?.depth === depth) endMark();
      } else if (leftOut === depth) leftOut = null;
      depth--;
    },
    ontext(text) {
      if (leftOut !== null) return;
      if (inTitle) {
        if (title.length < 1_000) title += text;
        return;
      }
      // What is within a line of the source is no line of the page.
      const said = text.replaceAll(/\s+/g, " ");
      add(said, links > 0 ? said.length : 0);
    },
  });
  for (let from = 0; from < html.length && depth <= DEEPEST && !kept.cut; from += PIECE)
    parser.write(html.slice(from, from + PIECE));
  if (depth > DEEPEST) kept.cut = true;
  else parser.end();
  end();
  return { title: tidy(title).slice(0, 300) || null, paragraphs: kept.list, cut: kept.cut };
}

function isWithinPage({ href }: Readonly<Record<string, string>>): boolean {
  return href !== undefined && href.startsWith("#");
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return (
    "hidden" in attributes ||
    attributes["aria-hidden"] === "true" ||
    HIDDEN.test(attributes.style ?? "")
  );
}

/** On one line, without characters that cannot be kept. */
function tidy(text: string): string {
  return withoutUnusable(text).replaceAll(/\s+/g, " ").trim();
}

class Paragraphs {
  readonly list: string[] = [];
  cut = false;
  private characters = 0;
  private readonly known = new Set<string>();

  /** Adds the paragraphs of a block of text, as far as there is room. */
  add(block: string): void {
    for (const part of block.split(/\n[^\S\n]*\n/))
      for (const text of pieces(tidy(part))) {
        if (unicodeTokens(text).length < FEWEST_WORDS || this.known.has(text.toLowerCase()))
          continue;
        if (
          this.list.length === MOST_PARAGRAPHS ||
          this.characters + text.length > MOST_CHARACTERS
        ) {
          this.cut = true;
          return;
        }
        this.known.add(text.toLowerCase());
        this.list.push(text);
        this.characters += text.length;
      }
  }
}

/** A text in pieces of at most LONGEST_PARAGRAPH, behind a sentence where one ends in the second half, else behind a word. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  while (text.length - from > LONGEST_PARAGRAPH) {
    const window = text.slice(from, from + LONGEST_PARAGRAPH);
    const half = LONGEST_PARAGRAPH / 2;
    const sentence = Math.max(
      ...[". ", "! ", "? "].map((mark) => window.lastIndexOf(mark) + 1),
      ...["。", "！", "？"].map((mark) => window.lastIndexOf(mark) + 1),
    );
    const word = window.lastIndexOf(" ");
    const cut = sentence > half ? sentence : word > half ? word : wellFormedEnd(window);
    found.push(window.slice(0, cut).trim());
    from += cut;
  }
  found.push(text.slice(from).trim());
  return found;
}

/** The length, or one less where it would part a pair of code units. */
function wellFormedEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}
