import type { Link, LinkReference, List, Nodes, RootContent } from "mdast";
import {
  firstMark,
  hasAddress,
  isMarkLabel,
  isSource,
  isSourcesTitle,
  LINKED_MARK,
  MARK,
  placesIn,
} from "./citation-forms";
import { parseMarkdown } from "./markdown";

/** A part of the answer, in UTF-16 units; `to` is behind it. */
interface Span {
  from: number;
  to: number;
}

/**
 * An answer without its citations, so that their form does not tell whose answer it is: marks, links of marks, footnotes of
 * sources and the list of sources at its end, with the blanks before them. The rest stays letter by letter, code among it.
 * Pure. Takes time in proportion to the answer's length, beside reading its Markdown.
 * @param places of the references that the answer came with: other numbers cite nothing then. Empty: it came with none.
 */
export function withoutCitations(answer: string, places: ReadonlySet<number>): string {
  const root = parseMarkdown(answer, { exact: true });
  const citations = new Citations(answer, places);
  if (root === null) citations.marks({ from: 0, to: answer.length }, LINKED_MARK);
  else {
    citations.decide(root);
    citations.sourceList(root.children);
    citations.within(root);
  }
  return citations.cut();
}

class Citations {
  private readonly found: Span[] = [];
  /** Identifiers of footnotes that are sources, and of addresses that a link with words leads to. */
  private readonly notes = new Set<string>();
  private readonly linked = new Set<string>();
  /** What a bracket of its own cites: that makes `[1, 2]` a mark and no interval. */
  private readonly alone: ReadonlySet<number>;

  constructor(
    private readonly answer: string,
    private readonly places: ReadonlySet<number>,
  ) {
    this.alone = new Set(
      Array.from(answer.matchAll(/[[【](\d{1,3})[\]】†]/g), ([, place]) => Number(place)),
    );
  }

  /** Reads what decides on citations elsewhere in the answer. */
  decide(node: Nodes): void {
    if (node.type === "footnoteDefinition") {
      const label = node.label ?? node.identifier;
      const numbered = isMarkLabel(label) && this.places.size > 0;
      // A footnote in words is part of the answer.
      if (numbered ? this.known(label) : hasAddress(this.textOf(node)))
        this.notes.add(node.identifier);
    }
    if (node.type === "imageReference" || (node.type === "linkReference" && !this.isMark(node)))
      this.linked.add(node.identifier);
    if ("children" in node) for (const child of node.children) this.decide(child);
  }

  /** Finds the list of sources at the end of the answer: below its title, or lines of a mark and an address. */
  sourceList(blocks: readonly RootContent[]): void {
    const isNote = ({ type }: RootContent) =>
      type === "definition" || type === "footnoteDefinition";
    const rest = blocks.filter((block) => !isNote(block));
    const below: Span[] = [];
    for (const block of rest.reverse()) {
      const span = spanOf(block);
      if (isSourcesTitle(this.textOf(block))) {
        if (below.length > 0 || blocks.some(isNote)) this.found.push(span, ...below);
        return;
      }
      if (block.type === "list" && this.isSources(block)) below.push(span);
      else if (block.type === "paragraph") {
        const lines = this.sourceLines(span);
        if (lines.titled) this.found.push(...below);
        if (lines.titled || lines.sure) this.found.push({ from: lines.from, to: span.to });
        if (lines.titled || lines.from > span.from) return;
        below.push(span);
      } else return;
    }
  }

  /** Finds the citations in a node. */
  within(node: Nodes): void {
    switch (node.type) {
      case "text":
        return this.marks(spanOf(node), MARK);
      case "link":
      case "linkReference":
        if (this.isMark(node)) this.found.push(spanOf(node));
        // The text of an address that stands for itself is the address.
        else if (this.answer[spanOf(node).from] === "[") this.children(node);
        return;
      case "footnoteReference":
        if (this.notes.has(node.identifier)) this.found.push(spanOf(node));
        return;
      case "footnoteDefinition":
        if (this.notes.has(node.identifier)) this.found.push(spanOf(node));
        else this.children(node);
        return;
      case "definition": {
        const label = node.label ?? node.identifier;
        if (isMarkLabel(label) && this.known(label) && !this.linked.has(node.identifier))
          this.found.push(spanOf(node));
        return;
      }
      default:
        if ("children" in node) this.children(node);
    }
  }

  /** Finds the marks in a part of the answer. */
  marks({ from, to }: Span, pattern: RegExp): void {
    let indexEnd = -1;
    // What stands before decides on raised numbers.
    const start = Math.max(0, from - 1);
    for (const { 0: mark, index } of this.answer.slice(start, to).matchAll(pattern)) {
      const span = { from: start + index, to: start + index + mark.length };
      if (span.from < from) continue;
      // Behind an index without a gap is another one.
      if (indexEnd === span.from || this.isIndex(span)) indexEnd = span.to;
      else if (this.known(mark)) this.found.push(span);
    }
  }

  /** The answer without what was found. */
  cut(): string {
    const { answer } = this;
    const spans = this.found.sort((one, other) => one.from - other.from || other.to - one.to);
    let text = "";
    let end = 0;
    for (let at = 0; at < spans.length; at++) {
      let { from, to } = spans[at]!;
      if (to <= end) continue;
      for (; at + 1 < spans.length; at++) {
        const next = spans[at + 1]!;
        // Commas between marks are theirs.
        if (next.from > to && !/^[ \t]*[,;]?[ \t]*$/.test(answer.slice(to, next.from))) break;
        to = Math.max(to, next.to);
      }
      if (answer[from - 1] === "(" && answer[to] === ")") {
        from--;
        to++;
      }
      while (from > end && isBlank(answer[from - 1])) from--;
      if (from === 0 || answer[from - 1] === "\n") while (isBlank(answer[to])) to++;
      text += answer.slice(end, from);
      end = to;
    }
    const rest = answer.slice(end);
    return end > 0 && rest.trim() === "" ? text.trimEnd() : text + rest;
  }

  private children(node: Nodes & { children: readonly RootContent[] }): void {
    node.children.forEach((child, index) => {
      const [tag, end] = [node.children[index - 1], node.children[index + 1]];
      // Tags are nodes of their own: a mark takes them with it.
      const raised =
        child.type === "text" &&
        tag?.type === "html" &&
        end?.type === "html" &&
        tag.value === "<sup>" &&
        end.value === "</sup>";
      if (raised) this.marks({ from: spanOf(tag).from, to: spanOf(end).to }, MARK);
      else this.within(child);
    });
  }

  /** The lines at the end of a paragraph that are sources, with their title if they have one. */
  private sourceLines({ from: least, to }: Span): { from: number; titled: boolean; sure: boolean } {
    let sure = true;
    for (let from = to; ;) {
      const start = Math.max(least, this.answer.lastIndexOf("\n", from - 2) + 1);
      const line = this.answer.slice(start, from).trimEnd();
      if (from < to && isSourcesTitle(line)) return { from: start, titled: true, sure };
      if (!isSource(line)) return { from, titled: false, sure: sure && from < to };
      const mark = firstMark(line);
      sure &&= mark !== null && hasAddress(line) && this.known(mark);
      if (start === least) return { from: start, titled: false, sure };
      from = start;
    }
  }

  private isSources(list: List): boolean {
    return list.children.every((item, index) => {
      const text = this.textOf(item).replace(/^[ \t]*(?:[-+*]|\d{1,9}[.)])/, "");
      const place = (list.start ?? 1) + index;
      const numbered = list.ordered === true && this.places.has(place);
      return hasAddress(text) || firstMark(text) !== null || numbered;
    });
  }

  private isMark(node: Link | LinkReference): boolean {
    const [first, last] = [node.children[0], node.children.at(-1)];
    if (first === undefined || last === undefined) return false;
    const label = this.answer.slice(spanOf(first).from, spanOf(last).to);
    if (!isMarkLabel(label) || !this.known(label)) return false;
    // "[1][2]" is one link to the second address.
    return node.type === "link" || !/^\d+$/.test(node.identifier) || this.known(node.identifier);
  }

  private known(mark: string): boolean {
    const places = placesIn(mark);
    if (this.places.size > 0) return places.every((place) => this.places.has(place));
    if (places.length === 1 || !mark.includes("[")) return true;
    return places.every((place) => this.alone.has(place));
  }

  /** Whether brackets are an index, behind a variable of one letter or before an assignment. */
  private isIndex({ from, to }: Span): boolean {
    const before = this.answer.slice(Math.max(0, from - 2), from);
    return (
      /(?:^|[^\p{L}\p{N}'’])\p{Ll}$/u.test(before) ||
      /^ ?[-+*/]?=/.test(this.answer.slice(to, to + 3))
    );
  }

  private textOf(node: Nodes): string {
    const { from, to } = spanOf(node);
    return this.answer.slice(from, to);
  }
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

function spanOf({ position }: Nodes): Span {
  return { from: position!.start.offset!, to: position!.end.offset! };
}
